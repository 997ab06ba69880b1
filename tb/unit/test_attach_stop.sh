#!/usr/bin/env bash
# test_attach_stop.sh - signals, and a reader of standard output that ends, while runs of an attached block are in processes of
# their own: inverted output bits and trials of shrinking. All processes end, with the status of the signal, and nothing is left.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
export ASSAY_WAVES=0 # building them takes half of the time, and nothing here looks at one
own_cache
cp -r "$source_dir/tb/examples/attach/fifo" .
sed -i 's/^level/name: stuck\n&/' fifo/block.yaml
mv fifo stuck
sed -i 's/fifo/stuck/g' stuck/fifo.c
mv stuck/fifo.c stuck/stuck.c
# A payload that is not the one expected makes the file `here`; while there is a file `loop` the model does not return then.
cat >>stuck/stuck.c <<'END'

#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool stuck_accept(const struct stuck_state *s, enum stuck_stream_index stream, const void *expected,
                  const void *actual)
{
    const struct stuck_pop *want = expected, *is = actual;
    FILE *f;

    (void)s, (void)stream;
    if (want->data == is->data)
        return true;
    f = fopen("here", "w");
    if (f)
        fclose(f);
    while (access("loop", F_OK) == 0)
        ;
    return false;
}
END

# The processes that run this program on the block, in this folder: other tests have blocks of that name.
processes() {
    local process any=1
    for process in $(pgrep -f "^$assay (run|shrink|replay) .*stuck"); do
        [ "$(readlink "/proc/$process/cwd")" != "$(pwd -P)" ] || { echo "$process" && any=0; }
    done
    return $any
}
none_left() { # NAME
    local i
    for ((i = 0; i < 500; ++i)); do
        processes >left.txt || break
        read -rt 0.02 <> <(:)
    done
    output=$(cat left.txt)
    check "$1: no process is left" [ ! -s left.txt ]
    output=$(find "$ASSAY_CACHE" -name '*.building-*' -o -path "$work/*.part*" | head)
    check "$1: no part of a file is left" [ -z "$output" ]
}
# Start COMMAND in the background, with the signals of a program in the foreground; wait until its model is stuck. Sets $pid.
begin() {
    rm -f here
    env --default-signal=INT,TERM,HUP,PIPE "$@" >told.txt 2>&1 &
    pid=$!
    until [ -e here ]; do
        kill -0 "$pid" 2>/dev/null || break # it has ended: its status says why
        read -rt 0.02 <> <(:)
    done
}
ended() { # NAME STATUS
    local status
    wait "$pid"
    status=$?
    output="exit status $status
$(cat told.txt)"
    check "$1: exit status $2" [ "$status" -eq "$2" ]
    none_left "$1"
}

touch loop
export ASSAY_SETTLE=0 # a cycle may take as long as it likes
for signal in INT:130 TERM:143 HUP:129; do
    # Told to the program alone, not to the process that is stuck.
    begin "$assay" run ./stuck --params smallest --cycles 1000
    kill -"${signal%:*}" "$pid"
    ended "$signal after the first pass" "${signal#*:}"
    check "$signal: the report is there" grep -q 'backend verilator: pass' told.txt
    check "$signal: it says that it was stopped" grep -q 'output bits inverted after the run: stopped after' told.txt
    begin "$assay" run ./stuck --params smallest --vacuity
    kill -"${signal%:*}" "$pid"
    ended "$signal in --vacuity" "${signal#*:}"
    check "$signal: --vacuity says that it was stopped" grep -q 'stopped after' told.txt
done

# The reader of the report goes.
rm -f here
env --default-signal=PIPE bash -c "'$assay' run ./stuck --params smallest --cycles 1000 2>told.txt; echo \$? >status" |
    head -n 1 >read.txt
until [ -s status ]; do read -rt 0.02 <> <(:); done
output=$(cat status told.txt)
check 'the reader has the first line' grep -q 'backend verilator: pass' read.txt
check 'a closed pipe ends the run' [ "$(cat status)" -eq 141 ]
none_left 'a closed pipe'

# Without a limit of the user's, a stuck model is left after it: also in these processes.
export ASSAY_SETTLE=0.3
expect 0 'pass' -- "$assay" run ./stuck --params smallest --cycles 1000
rm loop
expect 0 'all noticed' -- "$assay" run ./stuck --params smallest --vacuity

# --- shrinking ---

expect 1 'MISMATCH' -- "$assay" run ./stuck --params smallest --fault written_when_full
touch loop
export ASSAY_SETTLE=0
for signal in INT:130 TERM:143; do
    begin "$assay" shrink stuck-seed1.replay --seconds 0
    kill -"${signal%:*}" "$pid"
    ended "$signal in a trial" "${signal#*:}"
    # What is there is the smallest so far, whole.
    for file in *.min.replay*; do
        [ ! -e "$file" ] || check "$signal: a whole replay file" grep -q '^sha256 ' "$file"
        rm -f "$file"
    done
done
rm -f here status
env --default-signal=PIPE bash -c "'$assay' shrink stuck-seed1.replay --seconds 0 2>told.txt; echo \$? >status" | true
until [ -s status ]; do read -rt 0.02 <> <(:); done
check 'a closed pipe ends a shrink' [ "$(cat status)" -eq 141 ]
none_left 'a closed pipe of a shrink'
rm loop
expect 0 'written:' -- "$assay" shrink stuck-seed1.replay

done_checking
