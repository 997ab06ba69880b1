#!/usr/bin/env bash
# test_cache.sh - builds that are interrupted, killed, or wanted twice at once; what goes into a variant's
# key; listing and pruning of what is built. The cache is the test's own.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
export ASSAY_CACHE=$work/cache ASSAY_WAVES=0
variant=(dotmul --params smallest)

# begin LOG COMMAND...: start it with the signals' standard actions, in $pid.
begin() {
    local log=$1
    shift
    env --default-signal=INT,TERM,HUP "$@" >"$log" 2>&1 &
    pid=$!
}
half_built() { compgen -G "$ASSAY_CACHE/*.building*"; }
# Whether g++ runs, or is about to: it has what it compiles.
compiles() { compgen -G "$ASSAY_CACHE/*.building*/fast0.cc" >/dev/null; }
builds_two() { [ "$(half_built | wc -l)" -eq 2 ]; }
# Processes that work in the cache or have it on their command line.
tools() {
    local p
    for p in /proc/[0-9]*; do
        if [[ $(readlink "$p/cwd") == "$ASSAY_CACHE"* ]] || grep -qaF "$ASSAY_CACHE/" "$p/cmdline"; then
            tr '\0' ' ' <"$p/cmdline"
            echo
        fi
    done 2>/dev/null
}
# until_true COMMAND...: wait for it; false after a minute.
until_true() {
    local i
    for ((i = 0; i < 3000; ++i)); do
        "$@" && return 0
        sleep 0.02
    done
    return 1
}
is_quiet() { [ -z "$(tools)" ]; }
# A key of its own for the next build of the same variant.
kib=4096
another() { export ASSAY_UNIT_KIB=$((++kib)); }

# interrupted NAME STATUS: it has ended with that status, and there is no compiler and nothing half-built.
interrupted() {
    wait "$pid" 2>/dev/null
    local status=$?
    output=$(cat log; tools; half_built)
    [ "$status" -eq "$2" ] && pass || fail "$1: exit status $status"
    is_quiet && pass || fail "$1: compilers go on"
    [ -z "$(half_built)" ] && pass || fail "$1: a half-built folder is left"
}

# --- a signal: the exit status, no compiler, nothing half-built ---

begin log "$assay" build "${variant[@]}"
until_true compiles && pass || fail 'SIGINT: no build to interrupt'
until_true builds_two && pass || fail 'SIGINT: expected a variant and what is shared'
kill -s INT "$pid"
interrupted SIGINT 130

# One that is ignored stays ignored.
(trap '' HUP && exec "$assay" build "${variant[@]}") >log 2>&1 &
pid=$!
until_true compiles
kill -s HUP "$pid"
wait "$pid"
status=$?
output=$(cat log)
built=$(tail -n 1 log)
[ "$status" -eq 0 ] && [ -s "$built" ] && pass || fail "SIGHUP ignored: exit status $status"

another
for signal in TERM HUP; do
    begin log "$assay" build "${variant[@]}"
    until_true compiles && pass || fail "SIG$signal: no build to interrupt"
    kill -s "$signal" "$pid"
    interrupted "SIG$signal" $((128 + $(kill -l "$signal")))
done

# The terminal's Ctrl-C is a SIGINT to the process group; here it comes in the midst of Verilator.
set -m
begin log "$assay" build "${variant[@]}"
set +m
until_true half_built >/dev/null && pass || fail 'Ctrl-C: no build to interrupt'
kill -s INT -- "-$pid"
interrupted Ctrl-C 130

# --- SIGKILL: the compilers end, who waits takes over, and what was left goes ---

begin log "$assay" build "${variant[@]}"
first=$pid
until_true compiles && pass || fail 'SIGKILL: no build to kill'
left=$(half_built)
begin log2 "$assay" build "${variant[@]}"
expect 0 'building' 'in use: not removed' 'removed:  0, ' -- "$assay" cache --leftovers
kill -s KILL "$first"
wait "$first" 2>/dev/null
wait "$pid"
status=$?
output=$(cat log2)
[ "$status" -eq 0 ] && [ -s "$(tail -n 1 log2)" ] && pass || fail "who waited: exit status $status"
[ -n "$left" ] && [ ! -e "$left" ] && [ -z "$(half_built)" ] && pass || fail 'what a killed build left is still there'

# `assay cache --leftovers` removes it, too.
another
fault=$("$assay" list dotmul | awk '$1 == "fault" { print $2; exit }')
begin log "$assay" build "${variant[@]}" --fault "$fault"
until_true half_built >/dev/null
kill -s KILL "$pid"
wait "$pid" 2>/dev/null
until_true is_quiet && pass || fail 'SIGKILL: compilers go on'
[ -n "$(half_built)" ] && pass || fail 'SIGKILL: nothing was left'
expect 0 'leftover' 's  removed' 'removed:  1, ' -- "$assay" cache --leftovers
[ -z "$(half_built)" ] && pass || fail '--leftovers: it is still there'

# --- two that want the same variant: one builds ---

begin log "$assay" build "${variant[@]}" --fault "$fault"
begin log2 "$assay" build "${variant[@]}" --fault "$fault"
wait
output=$(cat log log2)
[ "$(grep -c 'assay: building' <<<"$output")" -eq 1 ] && [ -s "$(tail -n 1 log)" ] &&
    [ "$(tail -n 1 log)" = "$(tail -n 1 log2)" ] && pass || fail 'two at once'

# --- what goes into the key ---

cp -r "$source_dir/rtl" "$source_dir/model" "$source_dir/tb" . || exit 1
unset ASSAY_UNIT_KIB
export ASSAY_HOME=$work
expect 0 "$built" -- "$assay" build "${variant[@]}"
while read -r file; do
    echo '// changed' >>"$file"
    other=$("$assay" build "${variant[@]}" 2>log)
    output=$(cat log)
    [ -n "$other" ] && [ "$other" != "$built" ] && pass || fail "$file: changed, and the variant is the same"
    sed -i '$d' "$file"
    rm -rf "$(dirname "${other:?}")"
done < <(cd "$work" && g++ -std=gnu++17 -MM -MG -nostdinc -nostdinc++ -DASSAY_V_HEADER=Vdut.h -Itb -Imodel tb/sim/verilator_shim.cpp | tr -d '\\' | tr ' ' '\n' |
    grep -E '^(tb|model)/' | sort -u | grep -E 'shim\.h|dut\.h')
expect 0 "$built" -- "$assay" build "${variant[@]}"
# A file of pinned variants that can't be read is an error: the variant may be in it.
expect 3 '/proc/self/mem: Input/output error: expected what a regression has pinned' -- \
    env ASSAY_PINNED=/proc/self/mem "$assay" build "${variant[@]}"
mv tb/engine/dut.h hidden
expect 3 'engine/dut.h' -- "$assay" build "${variant[@]}"
mv hidden tb/engine/dut.h
# Icarus reads what is `ifdef'ed for it.
expect 0 'pass' -- "$assay" run "${variant[@]}" --backend icarus --cycles 100 --trace never
before=$(find cache -name top.vvp | wc -l)
printf '`ifdef __ICARUS__\nmodule only_icarus; endmodule\n`endif\n' >>rtl/dotmul/dotmul.v
expect 0 'pass' -- "$assay" run "${variant[@]}" --backend icarus --cycles 100 --trace never
[ "$(find cache -name top.vvp | wc -l)" -eq $((before + 1)) ] && pass || fail 'text for Icarus alone is not in its key'
# What the tool says beside the text is not in it.
mkdir tools
printf '#!/bin/sh\ndate +%%N >&2\nexec %s "$@"\n' "$(type -P iverilog)" >tools/iverilog
chmod +x tools/iverilog
expect 0 'pass' -- env PATH="$PWD/tools:$PATH" "$assay" run "${variant[@]}" --backend icarus --cycles 100 --trace never
before=$(find cache -name top.vvp | wc -l)
expect 0 'pass' -- env PATH="$PWD/tools:$PATH" "$assay" run "${variant[@]}" --backend icarus --cycles 100 --trace never
[ "$(find cache -name top.vvp | wc -l)" -eq "$before" ] && pass || fail 'standard error of iverilog is in the key'
# A disk that fills up leaves no image.
another_block=(bypass --params smallest)
expect 3 'top.vvp: was not written to its end' -- \
    bash -c 'trap "" XFSZ; ulimit -f 4; exec "$0" run "$@" --backend icarus --cycles 100 --trace never' "$assay" "${another_block[@]}"
[ -z "$(half_built)" ] && [ "$(find cache -name top.vvp | wc -l)" -eq "$before" ] && pass || fail 'a part of an image is left'
ASSAY_HOME=$source_dir

# --- listing and pruning ---

expect 0 'verilator' 'dotmul (n=2,k=2,duplex=0) -O0 no waves' "fault $fault" 'icarus' 'headers' 'runtime' 'total:' -- \
    "$assay" cache
check 'JSON' bash -c '"$1" cache --json | python3 -c "
import json, sys
o = json.load(sys.stdin)
kinds = {e[\"kind\"] for e in o[\"entries\"]}
assert {\"verilator\", \"icarus\", \"runtime\", \"headers\"} <= kinds, kinds
assert o[\"bytes\"] == sum(e[\"bytes\"] for e in o[\"entries\"]) > 0
assert any(e.get(\"fault\") == \"$2\" and not e[\"waves\"] for e in o[\"entries\"])
"' - "$assay" "$fault"

n() { find "$ASSAY_CACHE" -mindepth 1 -maxdepth 1 -type d | wc -l; }
all=$(n)
expect 0 'removed:  0, 0 B' "left:     $all, " -- "$assay" cache --older 1
expect 0 'removed:  0, 0 B' -- "$assay" cache --max 10G
old=$(dirname "$built")
touch -d '3 days ago' "$old.lock"
expect 0 'removed:  1, ' '3 days  dotmul' ', removed' -- "$assay" cache --older 2
[ ! -e "$old" ] && [ ! -e "$old.lock" ] && [ "$(n)" -eq $((all - 1)) ] && pass || fail '--older'
# The headers are the largest by far: with them the sum is above, whatever was used before them goes.
headers=$(dirname "$(find "$ASSAY_CACHE" -name headers.h)")
touch -d '1 hour ago' "$headers.lock"
expect 0 'headers' '  removed' 'removed:  1, ' -- "$assay" cache --max 50M
[ ! -e "$headers" ] && [ "$(n)" -eq $((all - 2)) ] && pass || fail '--max'

# What is proved lies beside what is built. It is listed, and goes as the rest does.
proof() { # NUMBER AGE
    local file
    file=$ASSAY_CACHE/proofs/$(printf '%032x' "$1")
    mkdir -p "$ASSAY_CACHE/proofs"
    printf 'lemma: fp/cmp\ncase: W=8\nsolver: cadical\nseconds: 0.01\n' >"$file"
    touch -d "$2" "$file"
}
proofs() { find "$ASSAY_CACHE/proofs" -type f | wc -l; }
all=$(n)
proof 1 '1 day ago'
proof 2 '40 hours ago'
proof 3 '3 days ago'
expect 0 ' proof ' '3 days  fp' "total:    $((all + 3)), " -- "$assay" cache
check 'no word that something is foreign' bash -c '! grep -q "none of" <<<"$0"' "$output"
expect 0 '"kind":	"proof"' '"block":	"fp"' -- "$assay" cache --json
expect 0 'removed:  0, 0 B' -- "$assay" cache --leftovers
expect 0 'removed:  0, 0 B' -- "$assay" cache --max 10G
expect 0 'removed:  1, ' "left:     $((all + 2)), " -- "$assay" cache --older 2
[ "$(proofs)" -eq 2 ] && pass || fail '--older leaves an old proof'
[ "$(n)" -eq $((all + 1)) ] && pass || fail '--older removed more than the proof'
touch "$ASSAY_CACHE/proofs/mine"
expect 2 "contains 'proofs', which Assay did not write" -- "$assay" cache --prune all
rm "$ASSAY_CACHE/proofs/mine"

# What a program uses stays.
begin log "$assay" run "${variant[@]}" --backend icarus --cycles 1000000000000 --trace never
in_use() { "$assay" cache | grep -q 'icarus.*in use'; }
until_true in_use && pass || fail 'nothing is in use'
expect 0 'in use: not removed' 'left:     1, ' -- "$assay" cache --prune all
[ "$(n)" -eq 2 ] && [ "$(proofs)" -eq 0 ] && pass || fail 'what is in use was removed, or the proof was not'
rmdir "$ASSAY_CACHE/proofs"
kill -s KILL "$pid"
wait "$pid" 2>/dev/null
expect 0 'removed:  1, ' 'left:     0, 0 B' -- "$assay" cache --prune all
output=$(ls "$ASSAY_CACHE")
[ -z "$output" ] && pass || fail 'the cache is not empty'
expect 0 'total:    0, 0 B' -- "$assay" cache

# What an older program built has no word about it.
number=0
for file in headers.h verilated.a top.vvp dut.so; do
    number=$((number + 1))
    key=$(printf '%032x' $number)
    mkdir -p older/"$key"
    touch older/"$key/$file" older/"$key.lock"
done
expect 0 ' headers ' ' runtime ' ' icarus ' ' variant ' 'total:    4, ' -- env ASSAY_CACHE="$work/older" "$assay" cache
check 'none is unknown' bash -c '! grep -q unknown <<<"$0"' "$output"

# Waveforms are named only of what could have them.
number=0
for about in 'kind: model\nblock: bare' 'kind: vacuity\nblock: bare\nparams: n=2' 'kind: icarus\nblock: bare' \
    'kind: verilator\nblock: fast\noptimise: -O1' 'kind: verilator\nblock: bare\noptimise: -O1\nwaves: yes'; do
    number=$((number + 1))
    key=$(printf '%032x' $number)
    mkdir -p told/"$key"
    printf '%b\n' "$about" >told/"$key/about"
    touch told/"$key.lock"
done
mkdir told/proofs
printf 'lemma: bare/cmp\n' >told/proofs/"$(printf '%032x' 6)"
expect 0 ' bare (n=2)' ' fast -O1 no waves' ' bare -O1' 'total:    6, ' -- env ASSAY_CACHE="$work/told" "$assay" cache
check 'no word of the waves of others' bash -c '! grep -q "bare.*no waves" <<<"$0"' "$output"

# A folder that is none of ours is not touched.
mkdir other && touch other/mine
expect 2 "contains 'mine', which Assay did not write" -- env ASSAY_CACHE="$work/other" "$assay" cache --prune all
expect 0 "contains 'mine', which Assay did not write" 'it is not listed' 'total:    0, 0 B' -- \
    env ASSAY_CACHE="$work/other" "$assay" cache
mkdir other/0123456789abcdef0123456789abcdef && rm other/mine
expect 2 'Assay did not write' -- env ASSAY_CACHE="$work/other" "$assay" cache --prune all
[ -d other/0123456789abcdef0123456789abcdef ] && pass || fail 'a folder that is none of ours was touched'
expect 2 "Not a directory" -- env ASSAY_CACHE=/dev/null "$assay" cache
expect 0 'total:    0' -- env ASSAY_CACHE="$work/nowhere" "$assay" cache
expect 2 "--prune 'some': expected 'all'" -- "$assay" cache --prune some
expect 2 "--older 'x': expected a number of days" -- "$assay" cache --older x
for size in x 1T -1 '' 99999999999G; do
    expect 2 "--max '$size': expected a size" -- "$assay" cache --max "$size"
done

# --- a disk that is full ---

full=': the disk is full: expected room for what is built; `assay cache --max SIZE` removes what was not used for long; ASSAY_CACHE names'
mkdir fake full
cat >fake/g++ <<'END'
#!/bin/sh
case "$*" in *" -c "*) echo "x.s: Fatal error: can't write 8 bytes to x.o: 'No space left on device'" >&2; exit 1 ;; esac
END
printf 'exec %s "$@"\n' "$(type -P g++)" >>fake/g++
chmod +x fake/g++
expect 3 "can't write 8 bytes to x.o: 'No space left on device'" "$work/none$full another folder" -- \
    env PATH="$work/fake:$PATH" ASSAY_CACHE="$work/none" "$assay" build dotmul --params smallest
check 'it is told once' test "$(grep -c 'the disk is full' <<<"$output")" = 1
sed -i 's/No space left on device/No such thing/' fake/g++
expect 3 "can't write 8 bytes to x.o: 'No such thing'" -- \
    env PATH="$work/fake:$PATH" ASSAY_CACHE="$work/none" "$assay" build dotmul --params smallest
check 'no word of a disk' bash -c '! grep -q "disk is full" <<<"$0"' "$output"
# Tools that say nothing: a full disk is told by the room that there is. A library stands in for such a disk.
sed -i 's/echo .* >&2; exit 1/exit 1/' fake/g++
printf '#include <errno.h>\nint posix_fallocate(int fd, long at, long n) { (void)fd; (void)at; (void)n; return ENOSPC; }\n' >no_room.c
gcc -shared -fPIC -o no_room.so no_room.c || exit 1
silent() {
    env PATH="$work/fake:$PATH" ASSAY_CACHE="$work/none" ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0" "$@"
}
said="expected Verilator 5 and g++ (scripts/setup installs them)"
expect 3 "$said" -- silent "$assay" build dotmul --params smallest
check 'no word of a disk that has room, nor of what nobody said' bash -c '! grep -qE "disk is full|It says" <<<"$0"' "$output"
expect 3 "$said" "$work/none$full another folder" -- \
    silent env LD_PRELOAD="$work/no_room.so" "$assay" build dotmul --params smallest
check 'nothing was said' bash -c '! grep -q "It says" <<<"$0"' "$output"
check 'nothing half-built is left' bash -c '! ls none | grep -q building'
if mount -t tmpfs -o size=1m tmpfs full 2>mount.txt; then
    cp -r "$source_dir/tb/examples/attach/fifo" .
    expect 3 'No space left on device' "$work/full$full another folder" -- \
        env ASSAY_CACHE="$work/full" "$assay" build dotmul --params smallest
    check 'nothing half-built is left' bash -c '! ls full | grep -q building'
    rm -rf full/*
    head -c 1000k /dev/zero >full/rest
    expect 3 'No space left on device' "$work/full$full another folder" -- \
        env ASSAY_CACHE="$work/full" "$assay" run ./fifo --backend icarus
    umount full
else
    printf 'skipped: full disk: %s\n' "$(cat mount.txt)"
fi

done_checking
