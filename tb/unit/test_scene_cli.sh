#!/usr/bin/env bash
# test_scene_cli.sh - `assay scene` from outside: pictures, shares, checks, what it says to bad requests.
# Mostly through the golden model alone; one run is in lockstep with the smallest RTL.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
export ASSAY_WAVES=0 # building them takes half of the time, and nothing here looks at one

scene() { "$assay" scene "$@"; }
model() { "$assay" scene "$@" --backend model; }

# png FILE WIDTH HEIGHT BITS KIND: the signature and what the header says. KIND: 0 grey, 2 colour.
png() {
    local got
    got="$(od -An -tx1 -N 8 "$1" | tr -d ' \n') $(png_number "$1" 16) $(png_number "$1" 20) $(od -An -tu1 -j 24 -N 2 "$1" | xargs)"
    output="$1: $got"
    [ "$got" = "89504e470d0a1a0a $2 $3 $4 $5" ] && pass || fail "$1: expected a PNG of $2x$3, $4 bits, kind $5"
}

# field NAME FILE: a plain value from the JSON in FILE, the first of the name.
field() { grep -o "\"$1\":[^,}]*" "$2" | head -n 1 | cut -d: -f2- | tr -d '"'; }

# A bowl of ROWS by COLUMNS quads, x and y from -1 to 1.
bowl() {
    awk -v rows="$1" -v columns="$2" 'BEGIN {
        for (i = 0; i <= rows; ++i)
            for (k = 0; k <= columns; ++k) {
                x = 2 * k / columns - 1; y = 2 * i / rows - 1
                printf "v %.9f %.9f %.9f\n", x, y, (x * x + y * y) / 2
            }
        for (i = 0; i < rows; ++i)
            for (k = 1; k <= columns; ++k) {
                a = i * (columns + 1) + k
                printf "f %d %d//1 \\\n%d/1 %d/1/1\n", a, a + 1, a + columns + 2, a + columns + 1
            }
    }'
}
bowl 12 16 >bowl.obj

expect 0 'bowl.obj, 221 vertices, 192 faces, 384 triangles, 4 instances' '97x61 pixels' '400 tiles of 4x4' \
    'compared with the golden model: all equal' 'range' 'ambiguous, tested per pixel:' 'per pixel only, all tests off:' \
    'tests all sound' 'tests none' 'tests all but range' 'tests only end3' '12 of 12 identical' 'SHA-256' \
    -- scene bowl.obj --size 97x61 --instances 4 --params smallest --out rtl
png rtl/depth.png 97 61 16 0
png rtl/decisions.png 97 61 8 2
png rtl/overdraw.png 97 61 8 0
check 'a legend' grep -q '^range .*cull #1F4E9C pass #7FB2FF' rtl/legend.txt
check 'four files, nothing else' test "$(find rtl -type f | wc -l)" -eq 4

# The same again, and on the model alone, to the bit; another seed, camera or size is another picture.
scene bowl.obj --size 97x61 --instances 4 --params smallest --out again --json >again.json
model bowl.obj --size 97x61 --instances 4 --params smallest --out model --json >model.json
for name in depth.png decisions.png overdraw.png legend.txt; do
    check "$name is the same again" cmp "rtl/$name" "again/$name"
    check "$name is the same on the model alone" cmp "rtl/$name" "model/$name"
done
for name in depth_sha256 cycles drawing_cycles per_pixel_cycles primitives; do
    output="$name: $(field $name again.json) and $(field $name model.json)"
    [ -n "$(field $name again.json)" ] && [ "$(field $name again.json)" = "$(field $name model.json)" ] && pass ||
        fail "$name: expected the same"
done
check 'verdict' test "$(field verdict again.json)" = pass
check 'coarse tests save cycles' test "$(field drawing_cycles again.json)" -lt "$(field per_pixel_cycles again.json)"
model bowl.obj --size 97x61 --instances 4 --params smallest --seed 2 --out other --json >other.json
check 'another seed, another picture' test "$(field depth_sha256 other.json)" != "$(field depth_sha256 model.json)"
for order in front back; do
    model bowl.obj --size 97x61 --instances 4 --params smallest --order $order --out other --json >other.json
    check "$order: the same depths" test "$(field depth_sha256 other.json)" = "$(field depth_sha256 model.json)"
    check "$order: other work" test "$(field drawing_cycles other.json)" != "$(field drawing_cycles model.json)"
done

# Every function, fixed point, stalls.
for func in never less equal lequal greater notequal gequal always; do
    expect 0 "func $func," '12 of 12 identical' -- model bowl.obj --size 33x30 --func $func --out out
    expect 0 "func $func," '14 of 14 identical' -- model bowl.obj --size 33x30 --func $func --params fixed --stall 50 --out out
done

# The near plane, the image's edges, triangles without an area.
cat >odd.obj <<'END'
v 0 0 -5
v 1 0 -5
v 0 1 -5
v 0 0 5
v 90 0 -5
v 91 0 -5
v 90 1 -5
v 0 0 9
v 1 0 9
v 0 1 9
f 1 2 3
f 1 2 2
f 1 2 4
f 5 6 7
f 8 9 10
END
expect 0 '5: 2 drawn, 1 of them clipped at the near plane' '1 without an area, 1 behind the near plane, 1 beside the image' \
    -- model odd.obj --size 64x48 --camera 0.2,0.2,0:0.2,0.2,-1 --near 1 --out out
expect 0 '0 drawn' 'primitives: 0 of tiles' '12 of 12 identical' \
    -- model bowl.obj --size 20x20 --camera 0,0,9:0,0,10 --out out

# A plane that falls to the right and down, and a level one through it: claim5 hides what is seen.
cat >cross.obj <<'END'
v -1 -1 0
v 1 -1 1
v 1 1 0
v -1 1 -1
v -1 -1 0.05
v 1 -1 0.05
v 1 1 0.05
v -1 1 0.05
f 1 2 3 4
f 5 6 7 8
END
expect 0 '12 of 12 identical' -- model cross.obj --size 160x160 --camera 0,0 --out out
expect 1 'DIFFERENT' 'not sound: claim5' "reproduce:  $assay scene cross.obj --size 160x160 --camera 0,0 --tests range,claim5" \
    -- model cross.obj --size 160x160 --camera 0,0 --tests range,claim5 --out out
expect 1 '"verdict":"failed"' '"identical":false' -- model cross.obj --size 160x160 --camera 0,0 --tests range,claim5 --json --out out
expect 0 'slope' -- model cross.obj --size 160x160 --camera 0,0 --tests slope,xend --out out

# Bad requests: exit status 2, and nothing written.
rm -rf none
refuse() {
    local text=$1 line=$2
    printf "$text" >bad.obj
    expect 2 "assay: bad.obj:$line" ': expected ' -- model bad.obj --out none
}
refuse '' '1: no vertex'
refuse 'v 1 2 3\n' '1: no face'
refuse 'v 1 2 3\nf 1 1 2\n' '2: index 2: expected 1 to 1'
refuse 'v 1 2 3\nf 1 1 0\n' '2: index 0'
refuse 'v 1 2 3\nf 1 1 -2\n' '2: index -2'
refuse 'v 1 2 3\nf 1 1\n' '2: a face of 2 corners'
refuse 'v 1 2 nan\n' "1: coordinate 'nan'"
refuse 'v 1 inf 2\n' "1: coordinate 'inf'"
refuse 'v 1 2 3z\n' "1: coordinate '3z'"
refuse 'v 1 2 3\n\000\001\002' '2: a byte 0x00'
head -c 3000 "$assay" >bad.obj
expect 2 'bad.obj:1: a byte 0x' -- model bad.obj --out none
expect 2 'none.obj: No such file or directory: expected a Wavefront OBJ file' -- model none.obj --out none
expect 2 '.: Is a directory' -- model . --out none
# A polygon that its fan is not is drawn, and named with its line and how many there are.
printf 'v 0 0 0\nv 3 3 0\nv 0 1 0\nv -3 3 0\nv 0 -3 0\nv 1 1 1\nf 1 2 3\nf 2 3 4 5\nf 2 3 4 5\nf 1 2 6 4\n' >concave.obj
expect 0 'concave.obj:8: a polygon that is concave or crosses itself, the first of 2: expected convex ones' \
    'concave.obj:10: a polygon that is not flat, the first of 1: expected flat ones' 'written:' -- \
    model concave.obj --size 20x20 --out flaws
model concave.obj --size 20x20 --out flaws --json >flaws.json 2>flaws.txt
check 'both are counted' test "$(field concave flaws.json)$(field bent flaws.json)" = 21
check 'and told' test "$(grep -c '^assay: concave.obj:' flaws.txt)" -eq 2
model bowl.obj --size 20x20 --out flaws --json >flaws.json 2>flaws.txt
check 'a bowl of quads has none' test "$(field concave flaws.json)$(field bent flaws.json)" = 00
printf '\xEF\xBB\xBF' | cat - bowl.obj >marked.obj
model marked.obj --size 20x20 --out flaws --json >marked.json
check 'a byte-order mark changes nothing' test "$(field depth_sha256 marked.json)" = "$(field depth_sha256 flaws.json)"
rm -r flaws
for size in 0x4 4x0 4 4x 5000x4 4x4x4 -1x4; do
    expect 2 "size '$size': expected WxH" -- model bowl.obj --size=$size --out none
done
expect 2 "camera '1,2,3:1,2,3': expected AZIMUTH" -- model bowl.obj --camera 1,2,3:1,2,3 --out none
expect 2 "fov '171': expected degrees from 1 to 170" -- model bowl.obj --fov 171 --out none
expect 2 "near 'nan': expected a distance" -- model bowl.obj --near nan --out none
expect 2 "instances '0': expected" -- model bowl.obj --instances 0 --out none
expect 2 "unknown func 'lt': expected never, less, equal" -- model bowl.obj --func lt --out none
expect 2 "unknown order 'up': expected given, front or back" -- model bowl.obj --order up --out none
for tests in '' range, x range,,slope rang; do
    expect 2 "tests '$tests': expected names from" -- model bowl.obj --tests "$tests" --out none
done
expect 2 'no file: expected a mesh' -- model --out none
expect 2 'no --out: expected a folder' -- model bowl.obj
expect 2 "unexpected argument 'b.obj'" -- model bowl.obj b.obj --out none
expect 2 'tw' -- model bowl.obj --params tw=5 --out none
check 'nothing is written after an error' test ! -e none
expect 2 'bowl.obj/x/y: Not a directory: expected a folder to write to' -- model bowl.obj --out bowl.obj/x/y
expect 2 'bowl.obj: Not a directory: expected a folder to write to' -- model bowl.obj --out bowl.obj

# RTL with a known bug: the mismatch, how to see it again, no pictures.
cp -r "$source_dir/rtl" rtl_copy
(mkdir broken && mv rtl_copy broken/rtl && cd broken && patch -s -p1 <"$source_dir/tb/depthcull/faults/uncovered_pixel_written.patch")
expect 1 'MISMATCH at cycle' "reproduce:  $assay scene bowl.obj --size 40x30 --params smallest" 'none: not written: ' \
    -- scene bowl.obj --size 40x30 --params smallest --rtl broken/rtl/depthcull/depthcull.f --out none
check 'no pictures of a mismatch' test ! -e none
expect 2 'expected --backend verilator or icarus' -- model bowl.obj --rtl x.f --out none
expect 0 'of RTL (icarus)' '12 of 12 identical' -- scene bowl.obj --size 16x12 --params smallest --backend icarus --out out

# A picture can't take its place: the message names it, and no half of it is left.
mkdir -p blocked/depth.png/x
expect 2 'blocked/depth.png: is a folder: expected a file to write' -- model bowl.obj --size 20x20 --out blocked
check 'no temporary file is left' test "$(find blocked -type f | wc -l)" -eq 0

done_checking
