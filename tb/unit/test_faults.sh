#!/usr/bin/env bash
# test_faults.sh - every known bug is found: at the smallest parameters, by the stimulus of the smoke
# list, in the cycles that it runs; and its run shrinks to three units (a unit is an operation, or a
# command with its operands) or fewer. Faults marked late are for the nightly list.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

# BLOCK CYCLES: as in regress/smoke.yaml at the set `smallest`.
blocks='dotmul 200000
dpas 100000'
seeds='1 2'

one() { # BLOCK CYCLES FAULT: print one line, and fail if no seed finds it
    local block=$1 cycles=$2 fault=$3 seed report cycle port units
    for seed in $seeds; do
        report=$("$assay" run "$block" --params smallest --fault "$fault" --cycles "$cycles" \
            --seed "$seed" --trace never --json --out "$fault" 2>"$fault.err")
        case $? in
        1)
            cycle=$(sed 's/.*"fail_cycle":\([0-9]*\).*/\1/' <<<"$report")
            port=$(sed 's/.*"differences":\[{"port":"\([^"]*\)".*/\1/; t; s/.*/-/' <<<"$report")
            units=$("$assay" shrink "$fault/$block-seed$seed.replay" 2>&1 | sed -n 's/^size: *units \([0-9]*\),.*/\1/p')
            printf 'caught  %-8s %-28s seed %s cycle %6s  %-12s shrunk to %s\n' "$block" "$fault" "$seed" \
                "$cycle" "$port" "${units:-nothing}"
            return 0
            ;;
        0) ;;
        *)
            printf 'BROKEN  %-8s %-28s %s\n' "$block" "$fault" "$(head -n 5 "$fault.err")"
            return 1
            ;;
        esac
    done
    printf 'MISSED  %-8s %-28s in %s cycles with seeds %s\n' "$block" "$fault" "$cycles" "$seeds"
    return 1
}
export -f one
export assay seeds

while read -r block cycles; do
    # Name of each fault of the block that is not late.
    faults=$("$assay" list | awk -v b="$block:" '/^[a-z]/ { on = $1 == b } on && $1 == "fault" && !/\(late\)$/ { print $2 }')
    count=$(wc -w <<<"$faults")
    output=$(printf '%s\n' $faults | xargs -P "$(nproc)" -I{} bash -c 'one "$@"' _ "$block" "$cycles" {})
    printf '%s\n' "$output"
    if [ "$count" -ge 8 ]; then pass; else fail "$block: $count faults, expected 8 or more"; fi
    all=$output
    for fault in $faults; do
        output=$(grep -F " $fault " <<<"$all")
        case $output in
        *"caught  $(printf '%-8s %-28s' "$block" "$fault") "*" shrunk to "[123]) pass ;;
        *) fail "$block: fault $fault is not caught, or not shrunk to three units" ;;
        esac
    done
done <<<"$blocks"

done_checking
