# docs.bash - the commands of a page of documentation, run as a reader would, in a copy of the tree.
#
#     bash docs.bash PAGE.md       with ASSAY_PROGRAM and ASSAY_HOME in the environment
#     bash docs.bash --installed PREFIX FOLDER PAGE.md
#                                  in FOLDER, which is empty, with the program that is installed below PREFIX on PATH
#
# A command is a line of a ```sh block (with its here document, and the next line after a backslash), or
# an indented line that begins with `$ ` or with a command of the project. Text after three
# blanks is a remark for the reader, except:
#
# exit N            it ends with this status; otherwise with 0
#     # not run: REASON   it is skipped, and the test reports it
# The output that the page shows for a command must match its real output, as docs_match.awk compares them. The shown output is
#
#     after a line with `$ `, what follows it in the indented block
#     after a ```sh block, a ```text block: the output of its last command
#     after an output that ends in `...`, the next such block without a command of its own
# A ```diff block is a change that the reader makes in an editor. It is applied, and must apply exactly. The lines that it adds are
# counted, except empty lines, comments and lines with only braces. A page with such blocks has a line
#
#     Lines written by hand: 2 in `fifo/block.yaml`, 3 in `fifo/fifo.c`.
# which must name these files with these numbers. More than 30 lines in total are an error.
# docs_README.txt lists the commands of README.md that a test cannot run.
source "$(dirname "${BASH_SOURCE[0]}")/check.bash"

installed=
if [ "${1-}" = --installed ]; then
    installed=$(realpath "$2") folder=$(realpath "$3")
    shift 3
fi
page=$(realpath "$1")
name=$(basename "$page" .md)
if [ "$name" = README ] && [ "$(dirname "$page")" != "$(realpath "$source_dir")" ]; then
    name=$(basename "$(dirname "$page")") # of a folder: its name
fi
build=$(realpath "$(dirname "$assay")")
tables=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
[ -f "$page" ] || { echo "docs: $page: no such page" >&2; exit 2; }

# Commands to files: $work/commands/NNN, the marker in NNN.mark.
mkdir "$work/commands"
awk -v folder="$work/commands" '
    function finish(   file) {
        mark = ""
        if (match(command, /  +# (exit [0-9]+|not run: .*)$/)) {
            mark = substr(command, RSTART, RLENGTH)
            sub(/^ +# /, "", mark)
            command = substr(command, 1, RSTART - 1)
        }
        file = sprintf("%s/%03d", folder, ++n)
        print command >file
        print mark >(file ".mark")
        close(file)
        close(file ".mark")
        command = ""
        last = ""
    }
    function output(line) {
        print line >sprintf("%s/%03d.shown", folder, n)
        last = line
    }
    /^```/ {
        if (change) {
            change = 0
            command = "patch -p0 -F0 -s --no-backup-if-mismatch <" diff
            finish()
        }
        fenced = fenced ? 0 : 1
        change = fenced && $0 == "```diff"
        diff = sprintf("%s/%03d.diff", folder, n + 1)
        shell = fenced && $0 == "```sh"
        shown = fenced && $0 == "```text" && n && (after_shell || last ~ /^ *\.\.\.$/)
        after_shell = !fenced && was_shell
        was_shell = shell
        answers = 0
        next
    }
    change { print >diff; next }
    shown && fenced { output($0); next }
    !fenced && /[^ \t]/ { after_shell = 0 }
    shell && here != "" { # the marker of a command with a here document is in its first line
        command = command "\n" $0
        if ($0 == here) {
            here = ""
            finish()
        }
        next
    }
    shell && command == "" && /^(#.*)?$/ { next }
    shell {
        command = command (command == "" ? "" : "\n") $0
        if (match($0, /<<.?[A-Z]+/)) {
            here = substr($0, RSTART + 2, RLENGTH - 2)
            gsub(/[^A-Z]/, "", here)
        } else if ($0 !~ /\\$/) {
            finish()
        }
        next
    }
    !fenced && /^    (\$ |build\/assay |scripts\/|sudo |cmake |ctest )/ {
        command = $0
        sub(/^    (\$ )?/, "", command)
        answers = /^    \$ /
        if (command !~ /   # /)
            sub(/   .*/, "", command)
        finish()
        next
    }
    fenced || /^[ \t]*$/ { next }
    !/^    / { answers = 0; inside = 0; next }
    !inside && last ~ /^ *\.\.\.$/ { answers = 1 }
    { inside = 1 }
    answers { output(substr($0, 5)) }' "$page"

# --- the copy, or the empty folder ---

unset ASSAY_HOME ASSAY_PROGRAM ASSAY_VPI
# The tour of RTL, and all pages at night, build as a reader would. The others build what other tests have built.
[ -n "$installed" ] || { [ "$name" != tour_rtl ] && [ -z "${ASSAY_TEST_NIGHTLY-}" ]; } || unset ASSAY_OPTIMISE
if [ -n "$installed" ]; then
    tree=$folder
    export PATH=$installed/bin:$PATH ASSAY_CACHE=${ASSAY_CACHE:-$work/cache}
else
    tree=$work/tree
    mkdir "$tree"
    for part in CMakeLists.txt CMakePresets.json README.md LICENSE .clang-format .clang-tidy \
        model tb rtl regress scripts vectors; do
        cp -r "$source_dir/$part" "$tree/"
    done
    # Who adds a block builds the copy; for all others it is built already.
    [ "$name" = tour_contributor ] || ln -s "$build" "$tree/build"
    export ASSAY_CACHE=$build/variants
fi
cd "$tree" || exit 1

# row KIND COMMAND: the last column of the row of this page's table that stands for a command.
table=$tables/docs_$name.txt
if [ ! -f "$table" ]; then
    [ "$name" != README ] || { echo "docs: $table: not there" >&2; exit 2; }
    table=/dev/null
fi
row() {
    KIND=$1 COMMAND=$2 awk -F '\t+' '
        $1 == ENVIRON["KIND"] && $2 == ENVIRON["COMMAND"] { print $3; found = 1 }
        END { exit !found }' "$table"
}

# Files that the page takes for granted.
while IFS= read -r line; do
    check "$line" bash -c "$line"
done < <(sed -n 's/^before\t*//p' "$table")

# --- the commands, in one shell, so that cd and export hold ---

ran=0 compared=0
for file in "$work"/commands/???; do
    [ -f "$file" ] || break
    shown=$(cat "$file") mark=$(cat "$file.mark")
    command=$shown wanted=0
    printf '%s\n' "$shown" >>"$work/shown"
    case $mark in
    'exit '*) wanted=${mark#exit } ;;
    'not run: '*)
        printf 'not run: %s: %s\n' "$shown" "${mark#not run: }"
        continue
        ;;
    esac
    if reason=$(row skip "$shown"); then
        printf 'not run: %s: %s\n' "$shown" "$reason"
        continue
    fi
    if shorter=$(row as "$shown"); then
        printf 'run as:  %s: %s\n' "$shown" "$shorter"
        command=$shorter
    fi
    # What changes the machine or takes it for long never runs because a marker was forgotten.
    case $command in
    sudo\ * | *scripts/run* | *scripts/test* | *scripts/setup* | *slurm* | *nightly.yaml* | *exhaustive.yaml*)
        output=
        fail "$shown: has to be marked as not run, or to be shortened in $table"
        continue
        ;;
    esac
    ran=$((ran + 1))
    status=0
    eval "$command" >"$work/output" 2>&1 </dev/null || status=$?
    set +e
    output=$(tail -n 30 "$work/output")
    if [ "$status" -eq "$wanted" ]; then
        pass
    else
        fail "$(head -n 1 <<<"$command") - exit status $status, expected $wanted"
    fi
    [ -f "$file.shown" ] || continue
    if reason=$(row unlike "$shown"); then
        printf 'not compared: %s: %s\n' "$shown" "$reason"
    elif [ "$command" != "$shown" ]; then
        printf 'not compared: %s: run as another\n' "$shown"
    elif output=$(awk -v tree="$tree" -v home="$(realpath "$source_dir")" -f "$tables/docs_match.awk" "$file.shown" "$work/output"); then
        compared=$((compared + 1))
        pass
    else
        fail "$(head -n 1 <<<"$command") - does not print what the page shows"
    fi
done

# A row whose command the page does not show any more does no harm, but should go.
while IFS= read -r shown; do
    grep -qxF -- "$shown" "$work/shown" || printf 'unused:  %s: not in %s: %s\n' "$table" "$name" "$shown"
done < <(awk -F '\t+' '$1 == "skip" || $1 == "as" || $1 == "unlike" { print $2 }' "$table")

# --- lines written by hand ---

hand_lines() {
    awk '
        /^\+\+\+ / { file = $2; if (!(file in n)) { n[file] = 0; order[++files] = file } next }
        /^\+/ {
            line = substr($0, 2)
            gsub(/^[ \t]+|[ \t]+$/, "", line)
            if (line !~ /^[{}]*;?$/ && line !~ /^(\/\/|\/\*|\*\/|\*$|\* )/ && !(file ~ /yaml$/ && line ~ /^#/))
                ++n[file]
        }
        END {
            for (i = 1; i <= files; ++i) {
                printf "%s%d in `%s`", (i > 1 ? ", " : ""), n[order[i]], order[i]
                sum += n[order[i]]
            }
            print "."
            exit sum > 30
        }' "$@"
}
if ls "$work"/commands/*.diff >/dev/null 2>&1; then
    output=$(hand_lines "$work"/commands/*.diff) && pass || fail 'more than 30 lines written by hand'
    printf "lines written by hand: %s\n" "$output"
    grep -qxF "Lines written by hand: $output" "$page" && pass || fail "$page: another number of lines written by hand"
fi

output=
[ "$ran" -gt 0 ] || fail "no command in $page"
echo "$ran commands run, the output of $compared compared with the page"
done_checking
