# check.bash - for the shell tests: run the program, hold status and output against what is expected.
#
# Source it, then: expect STATUS PATTERN... -- COMMAND...  (each PATTERN a fixed string that the output,
# standard output and standard error together, must hold), and `done_checking` at the end.
set -uo pipefail

assay=${ASSAY_PROGRAM:?the path of the program}
source_dir=${ASSAY_HOME:?the source folder}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Simulators run for a moment here: compiling them is what takes the time.
export ASSAY_OPTIMISE=${ASSAY_OPTIMISE:--O0}
passed=0 failed=0

pass() { passed=$((passed + 1)); }

fail() {
    failed=$((failed + 1))
    printf 'FAIL: %s\n' "$1"
    [ -z "${output-}" ] || printf '%s\n' "$output" | head -n 40 | sed 's/^/    /'
}

expect() {
    local wanted=$1 patterns=() pattern status
    shift
    while [ "$1" != -- ]; do
        patterns+=("$1")
        shift
    done
    shift
    output=$("$@" 2>&1)
    status=$?
    if [ "$status" -ne "$wanted" ]; then
        fail "$* - exit status $status, expected $wanted"
        return
    fi
    for pattern in "${patterns[@]}"; do
        case $output in
        *"$pattern"*) ;;
        *)
            fail "$* - output does not hold '$pattern'"
            return
            ;;
        esac
    done
    pass
}

# check NAME COMMAND...: the command succeeds.
check() {
    local name=$1
    shift
    output=$("$@" 2>&1) && pass || fail "$name"
}

# own_cache: a cache that only this test uses, with a copy of what all variants share, which takes half a minute to compile.
own_cache() {
    local shared about parts

    output=$(ASSAY_WAVES=0 "$assay" build dotmul --params smallest 2>&1) || fail 'a variant is built'
    shared=${ASSAY_CACHE:-$(dirname "$assay")/variants}
    export ASSAY_CACHE=$work/cache
    mkdir "$ASSAY_CACHE"
    mapfile -t parts < <(grep -lxE 'kind: (headers|runtime)' "$shared"/*/about) # a folder with a dot is being made
    output=
    [ "${#parts[@]}" -ge 2 ] || fail "$shared: expected the headers and the runtime that variants share"
    for about in "${parts[@]}"; do
        [[ $(basename "$(dirname "$about")") == *.* ]] || cp -a "$(dirname "$about")" "$ASSAY_CACHE/"
    done
}

done_checking() {
    printf '%d passed, %d failed\n' "$passed" "$failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
