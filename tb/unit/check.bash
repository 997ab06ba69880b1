# check.bash - for the shell tests: run the program, compare status and output with what is expected.
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

# Where one is missing, a test that looks for what must not be there would pass.
for tool in pgrep sqlite3; do
    if [ -z "$(type -P "$tool")" ]; then
        echo "no $tool: expected it on the path; scripts/setup installs what the tests need"
        exit 1
    fi
done

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

# lacks TEXT [NAME]: the output of the last command does not hold it.
lacks() {
    case $output in
    *"$1"*) fail "${2-output holds '$1'}" ;;
    *) pass ;;
    esac
}

# ordinary COMMAND...: root without its right to write anywhere.
ordinary() {
    if [ "$(id -u)" -eq 0 ]; then setpriv --bounding-set=-dac_override "$@"; else "$@"; fi
}

# npy FILE TYPE ROWS COLUMNS [BYTES]: a matrix in a file; BYTES as the %b of printf takes them.
npy() {
    local header="{'descr': '$2', 'fortran_order': False, 'shape': ($3, $4), }"
    printf '\x93NUMPY\x01\x00\x76\x00%-117s\n%b' "$header" "${5-}" >"$1"
}

# gives FILE BYTES...: what follows the header of a .npy, in hexadecimal.
gives() {
    local file=$1 hex
    shift
    hex=$(tail -c +129 "$file" | od -An -v -tx1 | tr -d ' \n')
    output="$file holds $hex"
    [ "$hex" = "$(printf '%s' "$@")" ] && pass || fail "$file: expected $*"
}

# words FILE: the elements of a matrix of int32.
words() { tail -c +129 "$1" | od -An -v -td4 -w4 | tr -d ' ' | tr '\n' ' '; }

# png_number FILE OFFSET: four bytes, the most significant first, as PNG has them.
png_number() { od -An -tu1 -j "$2" -N 4 "$1" | awk '{ print (($1 * 256 + $2) * 256 + $3) * 256 + $4 }'; }

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
