#!/usr/bin/env bash
# test_attach_pages.sh - the pages of the examples of attached designs: their commands with the installed program, each in an
# empty folder outside the tree, from `new-block` to bugs that are found and shrunk. docs.bash compares what the pages show
# and counts the lines written by hand.
. "$(dirname "$0")/check.bash"

check 'installation' cmake --install "$(dirname "$assay")" --prefix "$work/prefix"
examples=$work/prefix/share/assay/tb/examples/attach
own_cache
# Four that differ in kind: a stream, a bus, a long latency, a pin in time. `scripts/test --nightly` takes all.
names=(fifo axil_regs sha256 uart)
[ -z "${ASSAY_TEST_NIGHTLY-}" ] || mapfile -t names < <(cd "$examples" && for page in */README.md; do dirname "$page"; done)
shopt -s extglob
for name in "${names[@]}"; do
    page=$examples/$name/README.md
    folder="$work/of somebody/$name"
    mkdir -p "$folder"
    expect 0 'lines written by hand' -- bash "$(dirname "$0")/docs.bash" --installed "$work/prefix" "$folder" "$page"
    printf '%s: %s\n' "$name" "$(tail -n 3 <<<"$output" | tr '\n' ' ')"
    # The model that the page builds is the example's model.
    check "$name: the model of its page" cmp "$folder/$name/$name.c" "$examples/$name/$name.c"
    # Each page finds and shrinks all bugs that the example has, at least two.
    output=$(sed -n 's/.* --fault \([a-z_]*\).*/\1.patch/p' "$page" | sort)
    bugs=$(wc -l <<<"$output")
    check "$name: all its bugs are on its page" \
        [ "$output" = "$(cd "$examples/$name/faults" && printf '%s\n' *.patch)" ]
    check "$name: two bugs or more" [ "$bugs" -ge 2 ]
    output=$(grep -c '^assay shrink ' "$page")
    check "$name: each is shrunk" [ "$output" -eq "$bugs" ]
    # What is left of the stimulus is of the bug: without it the design passes. A replay into `again` leaves the same.
    left=("$folder/$name-seed1.min.replay" "$folder"/!(again)/"$name-seed1.min.replay")
    output="${left[*]}"
    check "$name: each leaves a replay file" [ "${#left[@]}" -eq "$bugs" ]
    for replay in "${left[@]}"; do
        sed '/^fault /d; s/^sha256 .*/sha256 none/' "$replay" >"$folder/sound.replay"
        expect 0 ', backend verilator: pass' -- "$work/prefix/bin/assay" replay "$folder/sound.replay"
    done
done
check 'nine examples, each with a page' [ "$(printf '%s\n' "$examples"/*/README.md | wc -l)" -eq 9 ]
done_checking
