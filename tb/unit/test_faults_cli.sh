#!/usr/bin/env bash
# test_faults_cli.sh - `assay faults` by itself and in regressions: found, missed, not to be run.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
export ASSAY_WAVES=0 # building them takes half of the time, and nothing here looks at one

known=$("$assay" list dotmul | awk '$1 == "fault" { ++n } END { print n }')
expect 0 'caught  dotmul   carry_dropped' "$known of $known caught, 0 missed, 0 broken" -- \
    "$assay" faults dotmul --cycles 20000 --out kept
expect 0 'assay-replay' -- head -n 3 kept/carry_dropped/dotmul-seed1.replay
# In the two cycles of reset there is nothing to see; both seeds are tried.
expect 1 'MISSED  dotmul   carry_dropped                in 2 cycles with 2 seeds from 7' "0 of $known caught" "$known missed" -- \
    "$assay" faults dotmul --cycles 2 --seed 7
expect 1 '"verdict":"missed"' "\"reproduce\":\"$assay faults dotmul --params smallest --cycles 2 --seed 1 --seeds 1\"" \
    '"fault":"carry_dropped","verdict":"missed"' -- "$assay" faults dotmul --cycles 2 --seeds 1 --json
expect 0 '"verdict":"pass"' '"fault":"carry_dropped","verdict":"caught","seed":1,"cycle":7,"port":"res_p"' '"units":1' -- \
    "$assay" faults dotmul --cycles 20000 --shrink --json
# From several starts side by side: a known bug is found as in any run, and nothing is in two cycles. The files are of that backend.
expect 0 'caught  dotmul   carry_dropped' "$known of $known caught, 0 missed, 0 broken" -- \
    "$assay" faults dotmul --cycles 20000 --check-x --out kept_x
expect 0 '"backend":"check-x"' '"verdict":"mismatch"' -- cat kept_x/carry_dropped/stdout
expect 0 '"fault":"carry_dropped","verdict":"caught","seed":1,"cycle":7,"port":"res_p","units":1' -- \
    "$assay" faults dotmul --cycles 20000 --check-x --shrink --json
expect 1 '"verdict":"missed"' "faults dotmul --params smallest --cycles 2 --seed 1 --seeds 1 --check-x\"" -- \
    "$assay" faults dotmul --cycles 2 --seeds 1 --check-x --json
# A scenario that ends by itself.
expect 0 'caught  dotmul   carry_dropped                exhaustive, seed 1' -- \
    "$assay" faults dotmul --scenario exhaustive --params smallest --fault carry_dropped --seeds 1
# Those that show late are left out unless they are asked for, and that is said.
cp -r "$source_dir/tb/examples/attach/fifo" fifo
late=$(ls fifo/faults | head -n 1)
sed -i '0,/^Fault:/s//Late: yes\nFault:/' "fifo/faults/$late"
expect 0 ' 0 broken, 1 that shows late left out: --late takes it in' -- "$assay" faults ./fifo --cycles 20000
expect 0 '"late_left_out":1' -- "$assay" faults ./fifo --cycles 20000 --json
expect 0 "caught  fifo     ${late%.patch}" '"late_left_out":0' -- \
    bash -c '"$0" faults ./fifo --cycles 20000 --late && "$0" faults ./fifo --cycles 20000 --late --json' "$assay"
# Where the RTL without the bug fails as well, the failure of the bug shows nothing.
mkdir sick && cp -r "$source_dir/tb/examples/attach/fifo" sick/fifo
sed -i 's/assign rd_data = mem\[rd_ptr\]/assign rd_data = ~mem[rd_ptr]/' sick/fifo/rtl/fifo.v
expect 3 'caught  fifo     count_drifts' 'BROKEN  fifo     count_drifts                 the RTL without the bug fails as well, with scenario' \
    '0 of 1 caught, 0 missed, 1 broken' -- "$assay" faults ./sick/fifo --fault count_drifts --cycles 20000
expect 3 '"verdict":"broken"' '"fault":"count_drifts","verdict":"broken","why":"the RTL without the bug fails as well' -- \
    "$assay" faults ./sick/fifo --fault count_drifts --cycles 20000 --json
# Up to this failure the RTL without the bug has transferred nothing that could be compared, and nothing fails.
expect 0 'caught  core     answers_in_order' '1 of 1 caught' -- "$assay" faults core --fault answers_in_order --out before
expect 0 '"verdict":"nothing-compared"' -- cat before/.unchanged/0.stdout
# What can't be built is neither found nor missed.
expect 3 'BROKEN  dotmul   carry_dropped                assay: /proc/nowhere' '0 missed' -- \
    env ASSAY_CACHE=/proc/nowhere "$assay" faults dotmul
# Patches of a block of the user's own: the whole reason is told, and one that changes nothing is no bug.
own=$work/a_folder_with_a_name_so_long_that_a_message_with_a_path_below_it_is_longer_than_a_line_of_a_terminal/fifo
mkdir "${own%/*}"
cp -r "$source_dir/tb/examples/attach/fifo" "$own"
patch_of() { # NAME SED: the patch that makes this change
    mkdir -p a/rtl b/rtl
    cp "$own/rtl/fifo.v" a/rtl/
    sed "$2" a/rtl/fifo.v >b/rtl/fifo.v
    { printf 'Fault: %s\n\n' "$1" && diff -u a/rtl/fifo.v b/rtl/fifo.v; } >"$own/faults/$1.patch"
}
rm "$own"/faults/*
expect 2 "fifo: no faults in $own/faults: expected one or more files NAME.patch" -- "$assay" faults "$own"
: >"$own/faults/empty.patch"
# Even if the design itself is built already.
expect 0 'pass' -- "$assay" run "$own" --cycles 20000
patch_of comments 's|if (push) mem|/* if */ if  (push) // a comment\n mem|; /^$/d'
patch_of turned 's/push & ~pop/push/'
sed -i 's/^-.*push & ~pop/& \& gone/' "$own/faults/turned.patch"
patch_of syntax 's/push & ~pop/push &/'
expect 3 "faults/empty.patch: changes nothing in the RTL but comments and blanks: expected a bug" \
    "faults/comments.patch: changes nothing in the RTL but comments and blanks: expected a bug" \
    "faults/turned.patch: does not apply to the RTL as it is: expected paths such as a/FILE, of files below $own:" \
    '        1 out of 1 hunk FAILED' 'fifo.v:46:' '        %Error: ' '0 of 4 caught, 0 missed, 4 broken' -- "$assay" faults "$own"
expect 3 '"fault":"turned","verdict":"broken","why":"assay: ' '1 out of 1 hunk FAILED' -- "$assay" faults "$own" --json
expect 2 'changes nothing in the RTL' -- "$assay" run "$own" --fault comments --backend icarus
expect 2 "unknown block 'dotmull': expected dotmul, dpas, " -- "$assay" faults dotmull
expect 2 "unknown parameter set 'huge'" -- "$assay" faults dotmul --params huge
expect 2 "unknown scenario 'none': expected random or exhaustive" -- "$assay" faults dotmul --scenario none
expect 2 "cycles '0': expected a number from 1" -- "$assay" faults dotmul --cycles 0
expect 2 'expected a block' -- "$assay" faults
expect 2 "--late with --fault carry_dropped: expected one of them" -- "$assay" faults dotmul --fault carry_dropped --late
expect 2 "--fault carry_dropped again: expected each name once" -- \
    "$assay" faults dotmul --fault carry_dropped --fault carry_dropped
# Only those that are named: late ones too, and all of them faults of the block.
expect 0 'carry_dropped' '1 of 1 caught, 0 missed, 0 broken' -- "$assay" faults dotmul --fault carry_dropped --cycles 20000
expect 0 '1 of 1 caught, 0 missed' -- "$assay" faults ./fifo --fault "${late%.patch}" --cycles 20000
expect 1 '"verdict":"missed"' '--seeds 1 --fault carry_dropped"' -- \
    "$assay" faults dotmul --cycles 2 --seeds 1 --fault carry_dropped --json
expect 2 "dropped" 'carry_dropped' -- "$assay" faults dotmul --fault carry_dropped --fault dropped

# One whose patch says that it is none at these parameters is told of, and not run; in a tree with two.
mkdir tree
cp -r "$source_dir/rtl" "$source_dir/tb" "$source_dir/model" tree
find tree/tb/gateway/faults -type f ! -name config_aliased.patch ! -name values_mixed.patch -delete
rm -r tree/tb/gateway_baseline/faults
export ASSAY_HOME=$work/tree
expect 2 "gateway_baseline: no faults in $work/tree/tb/gateway_baseline/faults: expected" -- "$assay" faults gateway_baseline
expect 0 'same    gateway  config_aliased               changes nothing at barriers=16' '1 of 1 caught' -- \
    "$assay" faults gateway --params barriers=16,threads=4 --cycles 100000
expect 0 '"fault":"config_aliased","verdict":"same"' '"verdict":"pass"' -- \
    "$assay" faults gateway --params barriers=16,threads=4 --cycles 100000 --json
rm tree/tb/gateway/faults/values_mixed.patch
expect 2 'gateway: no fault changes anything at default: expected other parameters' -- \
    "$assay" faults gateway --params default
expect 2 'gateway: config_aliased changes nothing at default: expected other parameters' -- \
    "$assay" faults gateway --params default --fault config_aliased
# --scenario, else the patch's head gives the scenario. One that does not exist ends no run of the others.
sed -i '1a Scenario: outstanding' tree/tb/gateway/faults/config_aliased.patch
expect 0 'caught  gateway  config_aliased               outstanding, seed 1' '1 of 1 caught' -- \
    "$assay" faults gateway --cycles 100000 --params barriers=4,threads=4 --out in_head
expect 1 'in 2 cycles of outstanding with 2 seeds from 1' -- "$assay" faults gateway --cycles 2 --params barriers=4,threads=4
expect 1 '"fault":"config_aliased","verdict":"missed","scenario":"outstanding"' -- \
    "$assay" faults gateway --cycles 2 --params barriers=4,threads=4 --json
expect 0 'scenario outstanding' -- head -n 5 in_head/config_aliased/gateway-seed1.replay
sed -i '2s/.*/Scenario: none/' tree/tb/gateway/faults/config_aliased.patch
cp "$source_dir/tb/gateway/faults/values_mixed.patch" tree/tb/gateway/faults/
expect 3 "BROKEN  gateway  config_aliased               assay: unknown scenario 'none': expected random" \
    '1 of 2 caught, 0 missed, 1 broken' -- "$assay" faults gateway --params barriers=4,threads=4 --cycles 100000
expect 1 '"verdict":"missed"' '"fault":"config_aliased","verdict":"broken"' -- \
    "$assay" faults gateway --params barriers=4,threads=4 --cycles 2 --json
rm tree/tb/gateway/faults/values_mixed.patch
expect 0 '1 of 1 caught' -- \
    "$assay" faults gateway --params barriers=4,threads=4 --cycles 100000 --scenario random --out in_option
expect 0 'scenario random' -- head -n 5 in_option/config_aliased/gateway-seed1.replay
sed -i '/^Scenario:/d' tree/tb/gateway/faults/config_aliased.patch
# Stopped in the middle of a run without an end: what is not known is not called caught or missed, and the
# temporary folder is gone.
sed -i '/^Same:/d' tree/tb/gateway/faults/config_aliased.patch
mkdir temp
expect 130 '"fault":"config_aliased","verdict":"not-run"' '"verdict":"interrupted"' -- \
    env TMPDIR="$work/temp" timeout --preserve-status --foreground -s INT 3 \
    "$assay" faults gateway --params barriers=16,threads=4 --cycles 1_000_000_000_000 --json
output=$(ls temp)
if [ -z "$output" ]; then pass; else fail 'what the runs wrote is left behind'; fi
sed -i '1a Late: yes' tree/tb/gateway/faults/config_aliased.patch
expect 2 'gateway: all faults are late: expected --late' -- "$assay" faults gateway --params barriers=16,threads=4
unset ASSAY_HOME

cat >list.yaml <<'END'
entries:
  - {block: dotmul, faults: quick, params: smallest, cycles: 20_000, tags: [found]}
  - {block: dotmul, faults: all, cycles: 2, tags: [missed]}
END
expect 0 'dotmul  smallest  faults' -- "$assay" regress list.yaml --out out --tag found
expect 1 'missed' "reproduce: $assay faults dotmul --params default --cycles 2 --seed 9" -- \
    "$assay" regress list.yaml --out out --tag missed --seed-base 9
expect 3 '1 errors' 'broken' -- env ASSAY_CACHE=/proc/nowhere "$assay" regress list.yaml --out out --tag found

done_checking
