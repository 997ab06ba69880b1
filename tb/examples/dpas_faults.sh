#!/usr/bin/env bash
# dpas_faults.sh - applies known bugs of dpas to a copy of the RTL, one at a time; the bench must catch each.
#
#     tb/examples/dpas_faults.sh dpi|vpi [--all | NAME...]
#
# Without names, all bugs except those marked late are tried, in at most 50,000 cycles. With --all the late ones are
# tried as well, in at most 700,000 cycles in which operands are withheld. The bench has no fused sums and no depths
# above 8, so bugs that show only there are left out. Prints a line for each bug. Exit status: 0 if all are caught.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
case ${1-} in
dpi | vpi) bench=$here/${1}_dpas ;;
*)
    echo "usage: dpas_faults.sh dpi|vpi [--all | NAME...]" >&2
    exit 2
    ;;
esac
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

one() { # NAME
    local name=$1 folder=$work/$1 patch=$root/tb/dpas/faults/$1.patch cycles='+cycles=50000'
    mkdir -p "$folder/rtl"
    cp -r "$root/rtl/dpas" "$root/rtl/dotmul" "$root/rtl/fdot" "$root/rtl/lib" "$folder/rtl/"
    if ! patch -s -p1 -d "$folder" >"$folder/log" 2>&1 <"$patch"; then
        printf 'MISSED  %-26s the patch does not apply: %s\n' "$name" "$(tail -n 1 "$folder/log")"
        return 1
    fi
    if grep -q '^Late: yes' "$patch"; then
        # 2^19 cycles of waiting, and some more until the effect shows.
        cycles='+cycles=700000 +withhold=700000'
    fi
    OPT=-O0 RUNTIME=$work/clean/obj "$bench/run.sh" -r "$folder/rtl/dpas/dpas.f" -o "$folder" +seed=1 $cycles >"$folder/log" 2>&1
    if [ $? -eq 1 ] && grep -q '^MISMATCH' "$folder/log"; then
        printf 'caught  %-26s %s\n' "$name" "$(sed -n 's/^MISMATCH at //p' "$folder/log")"
        rm -rf "$folder"
        return 0
    fi
    printf 'MISSED  %-26s %s\n' "$name" "$(tail -n 1 "$folder/log")"
    return 1
}
export -f one
export here root bench work

names=("$@")
if [ $# -eq 0 ]; then
    mapfile -t names < <(grep -LE '^(Late: yes|Same:.*(profile=0|max_sd=8))' "$root"/tb/dpas/faults/*.patch | sed 's|.*/||; s|\.patch$||')
elif [ "$1" = --all ]; then
    mapfile -t names < <(grep -LE '^Same:.*(profile=0|max_sd=8)' "$root"/tb/dpas/faults/*.patch | sed 's|.*/||; s|\.patch$||')
fi

# The RTL without a bug must pass; otherwise a caught bug would prove nothing.
OPT=-O0 "$bench/run.sh" -o "$work/clean" +seed=1 +cycles=50000 >"$work/clean.log" 2>&1 || {
    cat "$work/clean.log"
    exit 1
}
echo "clean   $(grep '^dpas ' "$work/clean.log")"
printf '%s\n' "${names[@]}" | xargs -P "$(nproc)" -I{} bash -c 'one "$1"' _ {}
status=$?
[ "$status" -eq 0 ] && echo "${#names[@]} of ${#names[@]} caught"
exit $((status != 0))
