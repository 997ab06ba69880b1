# manual.bash - makes the manual page from its text and from the program's help for each command.
#
#     bash manual.bash PROGRAM assay.1.in assay.1
set -euo pipefail
program=$1 text=$2 page=$3
# A program built with sanitizers prints the same. Its leaks are for the tests to find.
export LC_ALL=C.UTF-8 ARGP_HELP_FMT=rmargin=76 ASAN_OPTIONS=detect_leaks=0

# Escapes text so that roff prints it literally.
literal() { sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^[.']/\\\\\&&/"; }

commands() {
    local command
    for command in $("$program" --help | awk '/^  [a-z]/ { print $1 }'); do
        printf '.Ss assay %s\n.Bd -literal\n' "$command"
        "$program" "$command" --help | literal
        printf '.Ed\n'
    done
}

{
    sed '/^@commands@$/,$d' "$text"
    commands
    sed '1,/^@commands@$/d' "$text"
} >"$page.new"
mv "$page.new" "$page"
