#!/usr/bin/env bash
# test_figures_page.sh - scripts/figures on a tree of its own, whose `assay` prints what it is told to.
. "$(dirname "$0")/check.bash"
mkdir -p "$work/tree/scripts" "$work/tree/build" "$work/tree/tb/bench"
cp "$source_dir/scripts/figures" "$work/tree/scripts/"
cd "$work/tree" || exit 1
page=tb/bench/README.md
printf '#!/bin/sh\necho "$@" >>asked\n[ ! -e broken ] || { echo half; exit 1; }\nprintf "speed   \\nratio 0.95\\n"\n' >build/assay
chmod +x build/assay

write_page() {
    printf '%s\n' before '<!-- figures: written by scripts/figures -->' old '<!-- end of figures -->' after >$page
}

write_page
expect 0 -- scripts/figures
check 'the program is asked for the summary' grep -qx 'bench --summary' asked
printf '%s\n' before '<!-- figures: written by scripts/figures -->' '```text' speed 'ratio 0.95' '```' \
    '<!-- end of figures -->' after >wanted
check 'what stands between the marks is replaced, blanks at the ends of lines dropped' diff $page wanted
expect 0 -- scripts/figures
check 'a second time changes nothing' diff $page wanted

write_page
cp $page kept
touch broken
expect 1 -- scripts/figures
check 'a failed measurement leaves the page' cmp $page kept

# From a file, from another directory.
echo 'ratio 0.97' >"$work/of a run"
check 'a file' bash -c 'cd "$1" && tree/scripts/figures "of a run"' - "$work"
check 'its text is in the page' grep -qx 'ratio 0.97' $page

cp $page kept
: >empty
expect 2 'figures: empty: not there or empty' -- scripts/figures empty
expect 2 'figures: nowhere: not there or empty' -- scripts/figures nowhere
expect 2 'figures: expected one file, or none' -- scripts/figures a b
check 'bad usage leaves the page' cmp $page kept
sed -i '/end of figures/d' $page
cp $page kept
expect 2 "figures: tb/bench/README.md: expected one line '<!-- end of figures -->'" -- scripts/figures "$work/of a run"
check 'a page without a mark stays' cmp $page kept

done_checking
