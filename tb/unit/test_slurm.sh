#!/usr/bin/env bash
# test_slurm.sh - regressions through a real Slurm of one node, set up for this test alone. Where it
# can't be set up the test says why and counts as skipped.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
slurm=$source_dir/scripts/slurm-local
export ASSAY_WAVES=0 # the variants of test_commit_list, which need not be built again

as_root=()
[ "$EUID" -eq 0 ] || as_root=(sudo -n)
if ! reason=$("${as_root[@]}" "$slurm" start "$work/slurm" 2>&1); then
    echo "skipped: no Slurm here: $(tail -n 1 <<<"$reason")"
    exit 77
fi
trap '"${as_root[@]}" "$slurm" stop "$work/slurm"; rm -rf "$work"' EXIT
. "$work/slurm/env"

# A list of all blocks gives what it gives without a cluster.
smoke=$source_dir/regress/smoke.yaml
expect 0 ' 0 failed, 0 timed out, 0 errors, 0 not run' -- "$assay" regress "$smoke" --out queued --engine slurm
expect 0 ' 0 failed' -- "$assay" regress "$smoke" --out here
check 'the same results' bash -c 'diff <(sed "s/,\"seconds\".*//" queued/jobs/*/stdout) <(sed "s/,\"seconds\".*//" here/jobs/*/stdout)'
check 'the same coverage' cmp queued/coverage.txt here/coverage.txt
check 'as array tasks' test -s queued/cluster/1.1/1.chunk

# A block from a folder, whose path has a blank.
mkdir 'of somebody'
cp -r "$source_dir/tb/examples/attach/fifo" 'of somebody/'
cat >attached.yaml <<'END'
entries:
  - {block: ./of somebody/fifo, params: smallest, cycles: 2000, seeds: 2}
END
expect 0 '2 jobs: 2 passed, 0 failed, 0 timed out, 0 errors' -- \
    "$assay" regress attached.yaml --out attached --engine slurm
expect 0 'fifo: 2 runs' -- "$assay" coverage attached/coverage.txt

# Failures, timeouts and errors arrive too.
printf 'module dotmul (input clk);\n    wire ;\nendmodule\n' >broken.v
cat >bad.yaml <<'END'
entries:
  - {block: dotmul, backend: model, cycles: 1_000_000_000_000_000, timeout: 1}
  - {block: dotmul, scenario: exhaustive, backend: model, cycles: 1000}
  - {block: dpas, backend: model, cycles: 2000}
  - {block: dotmul, rtl: broken.v, cycles: 2000}
END
expect 1 '4 jobs: 1 passed, 1 failed, 1 timed out, 1 errors' 'not-built of ' '/broken.v' -- "$assay" regress bad.yaml --out bad --engine slurm

# An interrupt cancels what is queued; the rest goes on later, on this machine.
cat >stop.yaml <<'END'
entries:
  - {block: dotmul, backend: model, cycles: 400_000_000, seeds: 6}
END
"$assay" regress stop.yaml --out stop --engine slurm >stop.txt 2>&1 &
pid=$!
for _ in {1..200}; do
    [ -e stop/jobs/1/stdout ] && break
    sleep 0.05
done
kill -TERM "$pid"
wait "$pid"
status=$?
check 'a stopped regression says so by its exit status' test "$status" -eq 143
for _ in {1..100}; do
    [ -z "$(squeue -h)" ] && break
    sleep 0.1
done
check 'the queue is empty' test -z "$(squeue -h)"
expect 0 'not finished' -- "$assay" report --out stop

# A queue that refuses: clear words, nothing lost.
expect 3 'slurm does not take the jobs' 'Invalid partition' '3 not run' -- \
    env SBATCH_PARTITION=none "$assay" regress bad.yaml --out refused --engine slurm
expect 1 '4 jobs: 1 passed, 1 failed, 1 timed out, 1 errors, 0 not run' -- \
    "$assay" regress bad.yaml --out refused --resume
expect 2 "unknown engine 'lsf': expected local or slurm" -- "$assay" regress bad.yaml --engine lsf
expect 2 "unknown.chunk: No such file" -- "$assay" regress --chunk unknown.chunk

done_checking
