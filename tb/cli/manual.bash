# manual.bash - the manual page, from its text and from what the program says of its commands.
#
#     bash manual.bash PROGRAM assay.1.in assay.1
set -euo pipefail
program=$1 text=$2 page=$3
# A sanitized program prints the same; what it leaves allocated is for the tests.
export LC_ALL=C.UTF-8 ARGP_HELP_FMT=rmargin=76 ASAN_OPTIONS=detect_leaks=0

# Text as roff takes it literally.
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
