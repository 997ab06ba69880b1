#!/usr/bin/env bash
# test_home.sh - which tree a program belongs to: the one beside it, wherever both were copied, the one that
# it was built from only where it was built, and none with a message that says what is missing.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
build=$(dirname "$assay")
cache=${ASSAY_CACHE:-$build/variants} # for what all trees share
unset ASSAY_HOME ASSAY_CACHE ASSAY_VPI
export ASSAY_WAVES=0 XDG_CACHE_HOME=$work/xdg
run=(run dotmul --params smallest --cycles 20000 --trace never)

# copy_tree DIR: what the program reads, and the program in build/.
copy_tree() {
    mkdir -p "$1/build" && cp -r "$source_dir"/{rtl,model,tb,CMakeLists.txt} "$1" &&
        cp "$assay" "$1/build/" && touch "$1/build/CMakeCache.txt"
    [ ! -e "$build/assay.vpi" ] || cp "$build/assay.vpi" "$1/build/"
}

# Where it was built.
expect 0 "files $source_dir" "variants $build/variants" -- "$assay" --version

# --- a copied tree, with a bug in its RTL ---

check 'the copy' copy_tree "$work/a copy"
copy=$work/a\ copy/build/assay
expect 0 "files $work/a copy" "variants $work/a copy/build/variants" -- "$copy" --version
fault=$("$assay" list dotmul | awk '$1 == "fault" { print $2; exit }')
check 'the bug' patch -s -d "$work/a copy" -p1 -i "tb/dotmul/faults/$fault.patch"
export ASSAY_CACHE=$cache
expect 1 'MISMATCH' -- "$copy" "${run[@]}"
expect 0 'pass' -- "$assay" "${run[@]}"
# Moved as a whole it is the same tree.
mv "$work/a copy" "$work/moved tree"
copy=$work/moved\ tree/build/assay
expect 1 'MISMATCH' -- "$copy" "${run[@]}"
if [ -e "$build/assay.vpi" ]; then
    expect 1 'MISMATCH' 'backend icarus' -- "$copy" "${run[@]}" --backend icarus
fi
unset ASSAY_CACHE
expect 0 "files $work/moved tree" "$work/moved tree/build/assay.vpi" -- bash -c '"$1" --version && "$1" doctor' - "$copy"
# A preset's build folder.
mkdir "$work/moved tree/build/debug" && cp "$assay" "$work/moved tree/build/debug" &&
    touch "$work/moved tree/build/debug/CMakeCache.txt"
expect 0 "files $work/moved tree" "variants $work/moved tree/build/debug/variants" -- \
    "$work/moved tree/build/debug/assay" --version

# --- no tree ---

# lost MESSAGE PROGRAM: every command that needs files says so.
lost() {
    local command message=$1 program=$2
    for command in "run dotmul" "replay x" "shrink x" "gemm a b c" "scene x" "coverage x" "regress x" \
        "report" "faults dotmul" "prove" "bench" "build dotmul" "list"; do
        # shellcheck disable=SC2086
        expect 3 "$message" 'ASSAY_HOME' -- "$program" $command
    done
    expect 3 'MISSING  sources' "$message" -- "$program" doctor
    expect 0 "files MISSING: " "$message" -- "$program" --version
    expect 0 'Usage: assay run' -- "$program" run --help
    expect 0 'total:    0' -- env ASSAY_CACHE="$work/empty" "$program" cache
}
mkdir "$work/elsewhere" && cp "$assay" "$work/elsewhere" && touch "$work/elsewhere/CMakeCache.txt"
lost "$work/elsewhere: a build folder that is not where it was made ($build), with no tree above it" "$work/elsewhere/assay"
mkdir "$work/alone" && cp "$assay" "$work/alone"
lost "$work/alone: the program stands alone: no tree above it, no share/assay beside it" "$work/alone/assay"
expect 0 "variants $work/xdg/assay" -- "$work/alone/assay" --version
rm -r "$work/moved tree/model"
lost "$work/moved tree/build: a build folder that is not where it was made" "$copy"

# ASSAY_HOME helps, if it names a tree.
export ASSAY_HOME=$source_dir
expect 0 'dotmul ' -- "$work/alone/assay" list
expect 0 "files $source_dir" -- "$work/alone/assay" --version
expect 0 "files $source_dir" -- env -C "$source_dir/tb" ASSAY_HOME=.. "$work/alone/assay" --version
export ASSAY_HOME=$work/alone
lost "ASSAY_HOME=$work/alone: no folder 'rtl' there: expected a tree of the project" "$assay"
export ASSAY_HOME="$work/moved tree"
lost "no folder 'model' there" "$assay"

done_checking
