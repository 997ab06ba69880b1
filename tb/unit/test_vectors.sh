#!/usr/bin/env bash
# test_vectors.sh - vector sets: the golden ones are as the model makes them, those of core and slice have transfers
# on all streams, each replays in Icarus through its own testbench, a wrong expected value makes
# that testbench fail, and what is damaged is refused with the line at fault.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

# The sources of a block's list.
sources() {
    local list=("$source_dir"/rtl/*/"$1.f") folder
    folder=$(dirname "${list[0]}")
    sed -e 's://.*$::' -e '/^[[:space:]]*$/d' -e "s:^[[:space:]]*:$folder/:" "$folder/$1.f"
}

replay() { # BLOCK FOLDER: what the testbench says
    local files
    mapfile -t files < <(sources "$1")
    (cd "$2" && iverilog -g2012 -o tb.vvp tb.v "${files[@]}" 2>compile.log && vvp -n tb.vvp) ||
        cat "$2/compile.log"
}

sets=0
for manifest in "$source_dir"/vectors/*/*/manifest.json; do
    set=$(dirname "$manifest")
    block=$(basename "$(dirname "$set")")
    sets=$((sets + 1))
    expect 0 'as the golden model makes it' -- "$assay" vectors --check "$set"
    grep -q '"format":.*"memh"' "$manifest" || continue
    cp -r "$set" "golden_$sets"
    expect 0 'vectors: PASS' -- replay "$block" "golden_$sets"
done
# The sets of core and slice say something of each stream, and that of slice of each seam between its blocks.
for block in core slice; do
    output=$(sed -n '/"transfers"/,/}/p' "$source_dir/vectors/$block/default/manifest.json")
    if grep -q '"mem":' <<<"$output" && ! grep -q ':[^0-9]*0,*$' <<<"$output"; then
        pass
    else
        fail "$block: a stream without a transfer in its golden set"
    fi
done
cycles=$(sed -n 's/^.*"cycles":[^0-9]*\([0-9]*\).*$/\1/p' "$source_dir/vectors/slice/default/manifest.json")
seed=$(sed -n 's/^.*"seed":[^0-9]*\([0-9]*\).*$/\1/p' "$source_dir/vectors/slice/default/manifest.json")
expect 0 'ran the model alone' -- \
    "$assay" run slice --backend model --cycles "$cycles" --seed "$seed" --coverage seams.cov
expect 0 '100.0%  transfers between blocks' -- "$assay" coverage seams.cov
# So does the run of slice in Icarus, in the lists for a first look and for every commit.
for list in smoke commit; do
    read -r cycles seed <<<"$(awk '/^ *- block:/ { mine = $3 == "slice"; icarus = 0 }
        mine && /^ *backend: icarus/ { icarus = 1 }
        mine && /^ *cycles:/ { n = $2; gsub("_", "", n) }
        mine && icarus && /^ *seeds:/ { split($2, s, /\.\./); print n, s[1] }' "$source_dir/regress/$list.yaml")"
    expect 0 'ran the model alone' -- "$assay" run slice --params smallest --backend model --cycles "$cycles" --seed "$seed" \
        --coverage $list.cov
    expect 0 '100.0%  transfers between blocks' -- "$assay" coverage $list.cov
done
output=
if [ "$sets" -gt 0 ]; then pass; else fail 'no golden set under vectors/'; fi
for block in $("$assay" list | awk '!NF { exit } { print $1 }'); do
    check "a golden set of $block" test -f "$source_dir/vectors/$block/default/manifest.json"
done

# The same recipe gives the same bytes; another seed gives others.
for name in a b; do
    expect 0 '400 vectors of dotmul, seed 7' -- \
        "$assay" vectors dotmul --format csv --seed 7 --count 400 --out $name
done
check 'same seed, same bytes' diff -r a b
expect 0 'seed 8' -- "$assay" vectors dotmul --format csv --seed 8 --count 400 --out other
check 'another seed, other vectors' bash -c '! cmp -s a/vectors.csv other/vectors.csv'
check 'a column a pin, a line a cycle' bash -c '
    head -n 1 a/vectors.csv | grep -q "^cycle,rst,op_valid,op_ready,.*res_p$" && [ "$(wc -l <a/vectors.csv)" = 401 ]'
expect 0 'vectors of dpas' -- "$assay" vectors dpas --format jsonl --count 400 --out lines
check 'a JSON object a line' bash -c '
    grep -q "\"stream\":\"dst\",\"direction\":\"out\",\"fields\":{\"data\":\"" lines/vectors.jsonl &&
        ! grep -v "^{.*}$" lines/vectors.jsonl'
check 'nothing but the set' bash -c '[ "$(ls a | tr "\n" " ")" = "manifest.json vectors.csv " ]'

# A set of another format takes the place of a set; other files stay.
touch b/mine.csv
expect 0 '"verdict":"written"' -- "$assay" vectors dotmul --format jsonl --count 400 --out b --json
check 'nothing but the new set and what is not of a set' \
    bash -c '[ "$(ls b | tr "\n" " ")" = "manifest.json mine.csv vectors.jsonl " ]'
expect 0 '"verdict":"written"' -- "$assay" vectors dotmul --format csv --seed 7 --count 400 --out b --json
rm b/mine.csv
check 'the same set again' diff -r a b
echo '# mine' >>b/vectors.csv
expect 0 'b/vectors.csv: of the former set, but changed since: it stays' '"verdict":"written"' -- \
    "$assay" vectors dotmul --format jsonl --count 400 --out b --json
check 'a changed file is kept' grep -q mine b/vectors.csv
expect 2 'b/vectors.csv: not of a former set, or changed since: expected another folder' -- \
    "$assay" vectors dotmul --format csv --count 400 --out b
check 'it is kept again' grep -q mine b/vectors.csv
check 'and so is the set that was there' "$assay" vectors --check b
# One that was interrupted before its manifest was written is completed.
cp -r a cut
"$assay" vectors dotmul --format csv --seed 9 --count 400 --out nine >/dev/null
cp nine/vectors.csv cut
expect 0 'seed 9' -- "$assay" vectors dotmul --format csv --seed 9 --count 400 --out cut
check 'it is whole' diff -r nine cut
mkdir own
echo mine >own/vectors.csv
expect 2 'own/vectors.csv: not of a former set' -- "$assay" vectors dotmul --format csv --count 40 --out own
check 'a file without a manifest is kept' grep -q mine own/vectors.csv
# A manifest is no reason to remove a file that is not of a set, even if the digest fits.
cp -r a tricked
echo precious >tricked/notes.txt
sed -i "s/\"vectors.csv\"/\"notes.txt\"/; s/\"sha256\":.*/\"sha256\": \"$(sha256sum <tricked/notes.txt | cut -d ' ' -f 1)\"/" \
    tricked/manifest.json
expect 0 '"verdict":"written"' -- "$assay" vectors dotmul --format jsonl --count 400 --out tricked --json
check 'a file that is not of a set is kept' grep -q precious tricked/notes.txt
# A manifest of something else is not replaced.
mkdir app
for manifest in '{"name": "my app"}' '{"assay_vectors": ' '[]'; do
    echo "$manifest" >app/manifest.json
    expect 2 'app/manifest.json: not the manifest of a vector set: expected another folder' -- \
        "$assay" vectors dotmul --format csv --count 40 --out app
    check 'the folder is as it was' bash -c '[ "$(ls app)" = manifest.json ] && [ "$(cat app/manifest.json)" = "$1" ]' - "$manifest"
done

# A wrong expected value.
expect 0 '300 vectors' -- "$assay" vectors dotmul --format memh --count 300 --out wrong
cp -r wrong right
expect 0 'vectors: PASS: 2' -- replay dotmul right
line=$(awk -F '' '/[^0]/ { n = NR } END { print n }' wrong/response.memh)
sed -i "${line}y/0123456789abcdef/123456789abcdef0/" wrong/response.memh
expect 0 "cycle $((line - 1)): " 'vectors: FAIL' -- replay dotmul wrong
expect 1 "wrong/response.memh:$line:1: '" "': expected '" -- "$assay" vectors --check wrong
# RTL that is wrong.
sed 's/res_p *<= */&~/' "$source_dir/rtl/dotmul/dotmul_block.v" >bad_block.v
if cmp -s bad_block.v "$source_dir/rtl/dotmul/dotmul_block.v"; then output= fail 'the bug is not in'; fi
mapfile -t files < <(sources dotmul | sed "s:.*/dotmul_block.v:$work/bad_block.v:")
expect 0 'vectors: FAIL' -- bash -c 'cd right && iverilog -g2012 -o bad.vvp tb.v "$@" && vvp -n bad.vvp' - "${files[@]}"
# Only the last newline is missing.
cp -r right open
truncate -s -1 open/response.memh
expect 1 'open/response.memh:300: the last line does not end: expected a newline' -- "$assay" vectors --check open
# A difference far to the right.
expect 0 '40 vectors' -- "$assay" vectors dpas --format memh --count 40 --out far
line=$(awk 'length > 65 { print NR; exit }' far/response.memh)
sed -i "${line}s/.\$/x/" far/response.memh
column=$(sed -n "${line}p" far/response.memh | tr -d '\n' | wc -c)
expect 1 "far/response.memh:$line:$column: '..." "x': expected '..." -- "$assay" vectors --check far
# Cut short.
cp -r right short
head -n 250 right/stimulus.memh >short/stimulus.memh
expect 0 'the vectors end: expected 300 lines' 'vectors: FAIL' -- replay dotmul short
expect 1 "short/stimulus.memh:251: the file ends: expected '" -- "$assay" vectors --check short
cp -r right long
echo 0 >>long/response.memh
expect 1 "long/response.memh:301: '0': expected the end" -- "$assay" vectors --check long
cp -r right blank
sed -i '250s/.*//' blank/response.memh
expect 1 "blank/response.memh:250:1: '': expected '" -- "$assay" vectors --check blank
cp -r right gone
rm gone/tb.v
expect 1 'gone/tb.v: No such file' -- "$assay" vectors --check gone
cp -r right edited
sed -i 's/"op":.*/"op":	9,/' edited/manifest.json
expect 1 'edited/manifest.json:' 'expected' -- "$assay" vectors --check edited

# Bad usage.
expect 2 'expected a block' -- "$assay" vectors
expect 2 'expected --format and --out' -- "$assay" vectors dotmul
expect 2 "unknown format 'vcd': expected memh, csv or jsonl" -- "$assay" vectors dotmul --format vcd --out x
expect 2 "unknown block 'dotmol'" -- "$assay" vectors dotmol --format csv --out x
expect 2 "count '0': expected a number from 1" -- "$assay" vectors dotmul --format csv --out x --count 0
expect 2 'expected the manifest of a vector set' -- "$assay" vectors --check nowhere
mkdir odd
printf '{"assay_vectors": 9}\n' >odd/manifest.json
expect 2 'expected "assay_vectors": 1' -- "$assay" vectors --check odd
expect 2 'dotmul: no transfer in 2 cycles: expected at least one: use more cycles' -- \
    "$assay" vectors dotmul --format memh --count 2 --out none/of
check 'no folder is left' bash -c '! test -e none'
touch file
expect 2 'file/x/y: Not a directory: expected a folder to write to' -- "$assay" vectors dotmul --format csv --out file/x/y
expect 2 'file: Not a directory: expected a folder to write to' -- "$assay" vectors dotmul --format csv --out file

# For scripts.
expect 0 '"verdict":"written","block":"dotmul","params":"n=2,k=2,duplex=0","scenario":"random","seed":4,"vectors":50,' '"transfers":{"op":' -- \
    "$assay" vectors dotmul --params smallest --seed 4 --count 50 --format csv --out json --json
expect 0 '"verdict":"same"' -- "$assay" vectors --check json --json
sed -i '3s/1/0/' json/*.csv
expect 1 '"verdict":"different"' -- "$assay" vectors --check json --json

done_checking
