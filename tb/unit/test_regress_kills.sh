#!/usr/bin/env bash
# test_regress_kills.sh - a regression is killed at any moment and resumed: no result is lost, and none is there twice.
#
# In turn, the runner gets SIGKILL; it does, and the last write to the database is cut short, as by a power failure; a
# worker gets SIGKILL. ASSAY_KILLS sets how often (default 12, at night 120), ASSAY_TEST_SEED the moments.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

cat >many.yaml <<'END'
entries:
  - {block: dotmul, params: [smallest, default], backend: model, cycles: 20_000, seeds: 12}
  - {block: dpas, backend: model, cycles: 10_000, seeds: 8}
END
all='32 jobs: 32 passed, 0 failed, 0 timed out, 0 errors, 0 not run'

# What is known of each job, without what differs from run to run.
facts() {
    "$assay" report --out "$1" --junit "$1.xml" >/dev/null && sed 's/ time="[^"]*"//; s/ timestamp="[^"]*"//' "$1.xml" &&
        sed 's/,"seconds".*//' "$1"/jobs/*/stdout
}

# The jobs that have passed, with what changes if they run again; nothing if there are none. It looks at a copy of the
# database in folder $1, as whoever opens it first mends it.
have_passed() {
    rm -rf seen
    mkdir seen
    cp "$1"/results.db "$1"/results.db-wal seen/ 2>/dev/null
    sqlite3 seen/results.db "SELECT id, run, seconds FROM job WHERE status = 'pass' ORDER BY id" 2>/dev/null | sort
}

# Set `drawn` to a number below $1. RANDOM does not go on in a subshell.
draw() { drawn=$(((RANDOM << 15 | RANDOM) % $1)); }

# Kill the runner $1.
kill_runner() {
    kill -KILL "$1" 2>/dev/null
    wait "$1" 2>/dev/null
    [ $? -ne 137 ] || cut[0]=$((cut[0] + 1))
}

# The last write to the database in folder $1 ends too early.
tear() {
    local size
    size=$(stat -c %s "$1/results.db-wal" 2>/dev/null) || return
    ((size)) || return
    draw $((size < 8192 ? size : 8192))
    truncate -s $((size - 1 - drawn)) "$1/results.db-wal" && cut[1]=$((cut[1] + 1))
}

# Kill a worker of the runner $1, as soon as it has one, and let the runner go on.
kill_worker() {
    local workers
    while kill -0 "$1" 2>/dev/null; do
        mapfile -t workers < <(pgrep -P "$1")
        ((${#workers[@]})) || continue
        draw ${#workers[@]}
        kill -KILL "${workers[drawn]}" 2>/dev/null && cut[2]=$((cut[2] + 1)) && break
    done
    wait "$1" 2>/dev/null
}

begin=$(date +%s%N)
expect 0 "$all" -- "$assay" regress many.yaml --out whole --jobs 2
span=$((($(date +%s%N) - begin) / 1000000)) # milliseconds
facts whole >whole.txt
RANDOM=$((${ASSAY_TEST_SEED:=1} % 32768))
tries=${ASSAY_KILLS:-$((${ASSAY_TEST_NIGHTLY:-0} ? 120 : 12))} cut=(0 0 0) kept=0
echo "kills: $tries of them, at moments from seed $ASSAY_TEST_SEED (ASSAY_TEST_SEED sets it)"
for ((try = 1; try <= tries; ++try)); do
    setsid "$assay" regress many.yaml --out part --jobs 2 >first.txt 2>&1 &
    pid=$!
    draw "$span"
    moment=$drawn
    sleep "$(printf '%d.%03d' $((moment / 1000)) $((moment % 1000)))"
    again=--resume
    case $((try % 3)) in
    0) kill_runner "$pid" ;;
    1)
        kill_runner "$pid"
        tear part
        ;;
    2)
        kill_worker "$pid"
        again=--rerun-failed # the job whose worker was killed is an error
        ;;
    esac
    have_passed part >before.txt
    [ ! -s before.txt ] || kept=$((kept + 1))
    # Killed before there was anything to go on with, it starts anew.
    if [ -s part/results.db ] && "$assay" report --out part >/dev/null 2>&1; then
        expect 0 "$all" -- "$assay" regress many.yaml --out part "$again"
        have_passed part >after.txt
        check "try $try, cut after $moment ms: what had passed did not run again" test -z "$(comm -23 before.txt after.txt)"
    else
        check "try $try, cut after $moment ms: nothing had passed" test ! -s before.txt
        expect 0 "$all" -- "$assay" regress many.yaml --out part
    fi
    facts part >part.txt
    check "try $try, cut after $moment ms: as if it had not been cut" cmp whole.txt part.txt
    ((failed)) && break
    rm -rf part part.xml
done
echo "kills: ${cut[0]} runners were killed, ${cut[1]} databases cut, ${cut[2]} workers killed"
check 'runners were killed' test "${cut[0]}" -gt 0
check 'databases were cut' test "${cut[1]}" -gt 0
check 'workers were killed' test "${cut[2]}" -gt 0

check 'some had results to keep' test "$kept" -gt 0

done_checking
