#!/usr/bin/env bash
# test_input.sh - files that are not what they should be: line ends of Windows, folders, empty files, and numbers
# that are too large. No RTL is built here but the smallest.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

mkdir folder
: >empty
crlf() { sed 's/$/\r/' "$1"; }

# A replay file of another system's editor or mail is the same replay file; what was edited is still found.
expect 1 'MISMATCH' -- "$assay" run dotmul --params smallest --fault carry_dropped --trace never --out .
crlf dotmul-seed1.replay >crlf.replay
check 'it is another file' bash -c '! cmp -s dotmul-seed1.replay crlf.replay'
expect 1 'MISMATCH' -- "$assay" replay crlf.replay --trace never
sed 's/^seed 1/seed 2/' crlf.replay >edited.replay
expect 2 'the checksum is not that of the lines above' -- "$assay" replay edited.replay
expect 0 'written:    least.replay' -- "$assay" shrink crlf.replay -o least.replay

# Other texts.
printf 'exit\n' >one.s
crlf one.s >crlf.s
expect 0 'written: crlf.hex, 1 words' -- "$assay" asm crlf.s
expect 0 'written: one.hex, 1 words' -- "$assay" asm one.s
check 'the same image' cmp one.hex crlf.hex
crlf one.hex >image.hex
expect 0 'exit' -- "$assay" asm --disasm image.hex
printf '// list\r\n%s\r\n' "$source_dir/tb/examples/own_rtl/dotmul_block.v" >crlf.f
expect 0 'pass' -- "$assay" run dotmul --params smallest --cycles 500 --rtl crlf.f
printf 'entries:\r\n  - {block: dotmul, params: smallest, cycles: 500, seeds: 1}\r\n' >crlf.yaml
expect 0 '1 passed' -- "$assay" regress crlf.yaml --out regression
printf 'v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 2 3\r\n' >crlf.obj
expect 0 '1 triangles' -- "$assay" scene crlf.obj --size 16x16 --backend model --out pictures
expect 0 'pass' -- "$assay" run dotmul --params smallest --cycles 500 --coverage points.txt --code-coverage lines.dat
crlf points.txt >crlf.txt
crlf lines.dat >crlf.dat
expect 2 'crlf.txt:1: the line ends in CRLF: expected LF' -- "$assay" coverage crlf.txt
expect 2 'crlf.dat:1: the line ends in CRLF: expected LF' -- "$assay" coverage crlf.dat
crlf "$source_dir/tb/coverage.exclude" >crlf.exclude
"$assay" coverage points.txt lines.dat >want.txt
"$assay" coverage points.txt lines.dat --exclude crlf.exclude >got.txt
check 'the same coverage' cmp want.txt got.txt
expect 0 'vectors of dotmul' -- "$assay" vectors dotmul --format csv --count 20 --out set
sed -i 's/$/\r/' set/vectors.csv
expect 1 'set/vectors.csv:1: the line ends in CRLF: expected LF' -- "$assay" vectors --check set

# Folders and empty files where a file belongs.
is_folder='assay: folder: Is a directory: expected '
expect 2 "$is_folder"'a replay file' -- "$assay" replay folder
expect 2 "$is_folder"'a replay file' -- "$assay" shrink folder
expect 2 "$is_folder"'a program' -- "$assay" run predicate --backend model --program folder
expect 2 "$is_folder"'a program' -- "$assay" asm folder
expect 2 "$is_folder"'a coverage store' -- "$assay" coverage folder
expect 2 "$is_folder"'a file of exclusions' -- "$assay" coverage points.txt --exclude folder
expect 2 "$is_folder"'a file of exclusions' -- "$assay" coverage lines.dat --exclude folder
expect 2 "$is_folder"'a regression list' -- "$assay" regress folder
expect 2 "$is_folder"'an RTL file list' -- "$assay" run dotmul --rtl folder
expect 2 "$is_folder"'an npy file' -- "$assay" gemm folder folder out.npy
expect 2 "$is_folder"'a Wavefront OBJ file' -- "$assay" scene folder --out pictures
expect 2 'assay: empty:1: empty: expected `assay-replay 1`' -- "$assay" replay empty
expect 2 'assay: empty: no instruction: expected a program' -- "$assay" asm empty
expect 2 'assay: empty:1: the file is empty: expected the first line' -- "$assay" coverage empty
expect 2 'assay: empty:1: the file is empty: expected the key entries' -- "$assay" regress empty
expect 2 'assay: empty: names no source file: expected at least one' -- "$assay" run dotmul --rtl empty
expect 2 'assay: empty: not an npy file: expected' -- "$assay" gemm empty empty out.npy
expect 2 'assay: empty:1: no vertex in the whole file: expected' -- "$assay" scene empty --out pictures

# Numbers.
huge=99999999999999999999
most='too large: expected a number up to 18446744073709551615'
for option in seed cycles hang window; do
    expect 2 "$option '$huge': $most" -- "$assay" run dotmul --backend model --$option $huge
done
expect 2 "window '$huge': $most" -- "$assay" replay dotmul-seed1.replay --window $huge
expect 2 "window '$huge': $most" -- "$assay" launch one.s --window $huge
expect 2 "seconds '$huge': $most" -- "$assay" shrink dotmul-seed1.replay --seconds $huge
expect 2 "seed '$huge': $most" -- "$assay" vectors dotmul --format csv --out set --seed $huge
expect 2 "count '$huge': expected a number from 1 to 10000000" -- "$assay" vectors dotmul --format csv --out set --count $huge
expect 2 "jobs '$huge': expected a number from 1 to 1024" -- "$assay" regress crlf.yaml --jobs $huge
expect 2 "seed-base '$huge': $most" -- "$assay" regress crlf.yaml --seed-base $huge
printf 'entries:\n  - {block: dotmul, cycles: %s}\n' $huge >huge.yaml
expect 2 "huge.yaml:2: cycles '$huge': expected a number from 1 to" -- "$assay" regress huge.yaml
for key in seed cycles; do
    sed "s/^$key .*/$key $huge/; s/^sha256.*/sha256 none/" dotmul-seed1.replay >huge.replay
    expect 2 "$key '$huge': $most" -- "$assay" replay huge.replay
done

done_checking
