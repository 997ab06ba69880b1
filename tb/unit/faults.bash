#!/usr/bin/env bash
# faults.bash BLOCK - every known bug of a block is found at the smallest parameters, in as many cycles as the smoke
# list runs there, with the first seed or the next. The scenario is the block's first one, or the one that the patch's
# head names; the smoke list must have an entry with it. The failing run shrinks to three units (a unit is an
# operation, or a command with its operands) or fewer, or to as few as the head allows.
#
# A bug that changes nothing at the smallest parameters is looked for at the first other set at which it does.
# Others that are marked late are for the nightly list. A bug in a part of the design (Part in the head) shows at an
# output of that part, also if it is late. Where the first failing run shrinks to a local minimum, the head names a
# seed whose run is shrunk in its place.
#
# A run takes four of a block's bugs, spread over their names: each is a build of its own. `scripts/test --nightly`
# takes all of them.
block=${1:?the block}
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
# Building takes most of the time, and half of it is what writes waveforms, which nobody looks at here.
export ASSAY_WAVES=0
# head_of FAULT KEY: the value in the head of its patch.
head_of() {
    sed -n "/^--- /q; s/^$2: //p" "$source_dir/tb/$block/faults/$1.patch"
}

first_scenario=$("$assay" list "$block" | awk '$1 == "scenario" { print $2; exit }')

scenario_of() {
    local named

    named=$(head_of "$1" Scenario)
    echo "${named:-$first_scenario}"
}

# cycles_of SCENARIO: those of the block's first entry in the smoke list with this scenario and the set `smallest`, on
# the default backend.
cycles_of() {
    awk -v block="$block" -v scenario="$1" -v first="$first_scenario" '
        function finish() {
            if (mine && small && !other && s == scenario && !found) { print n; found = 1 }
            mine = small = other = 0
            s = first
        }
        /^ *- block:/   { finish(); mine = $3 == block; n = 0 }
        /^ *params:/    { small = /[[ ,:]smallest([], ]|$)/ }
        /^ *scenario:/  { s = $2 }
        /^ *backend:/   { other = 1 }
        /^ *cycles:/    { n = $2; gsub("_", "", n) }
        END { finish() }' "$source_dir/regress/smoke.yaml"
}

faults=
late=
for fault in $("$assay" list "$block" | awk '$1 == "fault" { print $2 }'); do
    if [ "$(head_of "$fault" Late)" = yes ] && [ -z "$(head_of "$fault" Same)" ]; then
        late+="$fault "
    else
        faults+="$fault"$'\n'
    fi
done
faults=${faults%$'\n'}
count=$(wc -w <<<"$faults")
if [ "$count" -ge 8 ]; then pass; else fail "$block: $count faults, expected 8 or more"; fi
if [ -z "${ASSAY_TEST_NIGHTLY-}" ]; then
    faults=$(awk -v n="$count" 'int(4 * NR / n) > int(4 * (NR - 1) / n)' <<<"$faults")
    echo "$block: $(wc -w <<<"$faults") of $count faults"
fi

# look_for SCENARIO: those of the faults that it shows. The lines on them are added to $all.
all=
status=0
look_for() {
    local fault cycles only=() seeded=()

    cycles=$(cycles_of "$1")
    if [ -z "$cycles" ]; then
        fail "regress/smoke.yaml: no entry for $block at its smallest parameters with the scenario $1"
        return
    fi
    # A head with Seed: the run that finds the bug is not the one that is shrunk.
    for fault in $faults; do
        if [ "$(scenario_of "$fault")" != "$1" ]; then continue; fi
        if [ -n "$(head_of "$fault" Seed)" ]; then seeded+=(--fault "$fault"); else only+=(--fault "$fault"); fi
    done
    if ((${#only[@]})); then
        all+=$("$assay" faults "$block" "${only[@]}" --cycles "$cycles" --shrink 2>&1)$'\n' || status=$?
    fi
    if ((${#seeded[@]})); then
        all+=$("$assay" faults "$block" "${seeded[@]}" --cycles "$cycles" 2>&1)$'\n' || status=$?
    fi
}
for scenario in $(for fault in $faults; do scenario_of "$fault"; done | sort -u); do look_for "$scenario"; done
printf '%s' "$all"
output=$all
if [ $status -eq 0 ]; then pass; else fail "$block: exit status $status"; fi
output=
# NAME VALUES of each set, the values between commas.
sets=$("$assay" list "$block" | awk '$1 == "set" { print $2, "," $3 "," }')

# The first set at which fault $1 changes something.
set_of() {
    local same name values settings value differs all

    same=$(head_of "$1" Same)
    while read -r name values; do
        differs=1
        for settings in $same; do
            all=1
            for value in ${settings//,/ }; do
                case $values in *",$value,"*) ;; *) all=0 ;; esac
            done
            ((all)) && differs=0
        done
        if ((differs)); then
            echo "$name"
            return
        fi
    done <<<"$sets"
}

# look_at_set FAULT SET: a run at another set, its output and status in files of the fault's name.
look_at_set() {
    local scenario

    scenario=$(scenario_of "$1")
    "$assay" faults "$block" -p "$2" --fault "$1" --scenario "$scenario" --cycles "$(cycles_of "$scenario")" \
        --seeds 1 --out "found/$1" >"$1.txt" 2>&1
    echo $? >"$1.status"
}
export -f look_at_set head_of scenario_of cycles_of
export assay block source_dir first_scenario
for fault in $faults; do
    if grep -q "^same .* $fault " <<<"$all"; then
        at=$(set_of "$fault")
        echo "$fault" "${at:-no-such-set}"
    fi
done | xargs -r -n 2 -P "$(nproc)" bash -c 'look_at_set "$1" "$2"' look_at_set

for fault in $faults; do
    if grep -q "^same .* $fault " <<<"$all"; then
        output=$(cat "$fault.txt" 2>&1)
        # A hang is no mismatch: the run that was caught must end with a difference.
        if [ "$(cat "$fault.status" 2>&1)" = 0 ] && grep -q "^caught .* $fault " <<<"$output" &&
            grep -q '"verdict":"mismatch"' "found/$fault/$fault/stdout"; then
            pass
        else
            fail "$block: fault $fault is not found at set $(set_of "$fault")"
        fi
        continue
    fi
    output=$(grep -F " $fault " <<<"$all")
    seed=$(head_of "$fault" Seed)
    if [ -n "$seed" ] && grep -q '^caught ' <<<"$output"; then
        cycles=$(cycles_of "$(scenario_of "$fault")")
        output=$("$assay" faults "$block" --fault "$fault" --cycles "$cycles" --seed "$seed" --shrink 2>&1)
        status=$?
        printf '%s\n' "$output"
        if [ $status -ne 0 ]; then
            fail "$block: fault $fault, seed $seed: exit status $status"
            continue
        fi
    fi
    part=$(head_of "$fault" Part)
    if [ -n "$part" ] && grep -q '^caught ' <<<"$output" && ! grep -q " of $part " <<<"$output"; then
        fail "$block: fault $fault is found, but not at an output of $part"
        continue
    fi
    most=$(head_of "$fault" Units)
    units=$(sed -n 's/^caught .* shrunk to \([0-9]*\)$/\1/p' <<<"$output")
    if [ -n "$units" ] && [ "$units" -ge 1 ] && [ "$units" -le "${most:-3}" ]; then
        pass
    else
        fail "$block: fault $fault is not caught, or not shrunk to ${most:-3} units"
    fi
done

if [ -n "${ASSAY_TEST_NIGHTLY-}" ]; then
    for fault in $late; do
        part=$(head_of "$fault" Part)
        [ -n "$part" ] || continue
        output=$("$assay" faults "$block" --fault "$fault" --cycles 1000000 2>&1)
        status=$?
        printf '%s\n' "$output"
        if [ $status -eq 0 ] && grep -q "^caught .* of $part\$" <<<"$output"; then
            pass
        else
            fail "$block: fault $fault is not found at an output of $part"
        fi
    done
fi

done_checking
