#!/usr/bin/env bash
# test_install.sh - what `cmake --install` puts down works from there: the program from any folder, the
# library with CMake, with pkg-config and from C++, and nothing of the library beyond what its headers
# declare.
source "$(dirname "${BASH_SOURCE[0]}")/check.bash"

build=$(dirname "$assay")
first="$work/first prefix"
check 'installation' cmake --install "$build" --prefix "$first"

# The tree may be moved after installation, and be read-only.
prefix="$work/prefix"
mv "$first" "$prefix"
chmod -R a-w "$prefix"
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
headers=$(dirname "$(find "$prefix" -name numerics.h)")
library=$(find "$prefix" -name 'libassay_model.so' | head -n 1)
packages=$(dirname "$(find "$prefix" -name assay.pc)")
mkdir "$work/elsewhere"
cd "$work/elsewhere" || exit 1

# --- the library ---

# Each header alone, as C and as C++.
for header in "$headers"/*.h; do
    name=assay/$(basename "$header")
    printf '#include <%s>\ntypedef int not_empty;\n' "$name" >one.c
    cp one.c one.cpp
    check "$name as C11" gcc -std=c11 -pedantic-errors -Wall -Wextra -Werror -fsyntax-only \
        -I"$prefix/include" one.c
    check "$name as C++17" g++ -std=c++17 -pedantic-errors -Wall -Wextra -Werror -fsyntax-only \
        -I"$prefix/include" one.cpp
done
check 'all blocks in one source' bash -c '
    for folder in "$1"/*/; do
        printf "#include <assay/%s.h>\n" "$(basename "$folder")"
    done >all.cpp && [ -s all.cpp ] &&
        g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I"$2" all.cpp' - "$headers" "$prefix/include"

# What it exports: what begins with assay_ and is in a header. And the headers declare nothing that is not there.
nm -D --defined-only "$library" | awk '{ print $3 }' | sort >exported
cat "$headers"/*.h | gcc -fpreprocessed -dD -E -P -x c - 2>/dev/null |
    tr -c 'A-Za-z0-9_\n' '\n' | sort -u >words
output=$(grep -v '^assay_' exported)
if [ -s exported ] && [ -z "$output" ]; then pass; else fail 'an exported name does not begin with assay_'; fi
output=$(comm -23 exported words)
if [ -z "$output" ]; then pass; else fail 'an exported name is in no public header'; fi
output=$(grep -hE '^[A-Za-z]' "$headers"/*.h | grep -v '^static' |
    grep -oE '\bassay_[a-z0-9_]+\(' | tr -d '(' | sort -u | comm -23 - exported)
if [ -z "$output" ]; then pass; else fail 'a declared function is not exported'; fi
output=$(readelf -d "$library")
case $output in
*'Library soname: [libassay_model.so.'*) pass ;;
*) fail 'the library has no versioned soname' ;;
esac

# The example, with CMake and with pkg-config, shared and static.
example=$source_dir/tb/examples/link_model
check 'the example: find_package' cmake -G Ninja -S "$example" -B cmake -DCMAKE_PREFIX_PATH="$prefix"
check 'the example: build' cmake --build cmake
expect 0 'mean 5' '1/3 is 3EAAAAAB, in 29 cycles' -- cmake/mean
expect 0 '-6 -2 2 6' '3*3 is 41100000' -- cmake/product
export PKG_CONFIG_PATH=$packages
read -ra flags < <(pkg-config --cflags --libs assay)
folder=$(pkg-config --variable=libdir assay)
check 'the example: pkg-config, C' gcc "$example/mean.c" -o mean "${flags[@]}" -Wl,-rpath,"$folder"
check 'the example: pkg-config, C++' g++ "$example/product.cpp" -o product "${flags[@]}" \
    -Wl,-rpath,"$folder"
expect 0 'mean 5' -- ./mean
expect 0 '3*3 is 41100000' -- ./product
extra=()
nm "$library" | grep -q __gcov && extra=(--coverage)
nm "$library" | grep -q __asan_ && extra=(-fsanitize=address,undefined)
check 'the example: archive' gcc "$example/mean.c" -o mean_static -I"$prefix/include" \
    "$(dirname "$library")/libassay_model.a" "${extra[@]}"
expect 0 'mean 5' -- ./mean_static
expect 0 -- bash -c '! ldd ./mean_static | grep -q libassay'
mkdir asks
printf 'cmake_minimum_required(VERSION 3.13)\nproject(asks LANGUAGES C)\nfind_package(assay 99 REQUIRED)\n' \
    >asks/CMakeLists.txt
expect 1 'compatible' 'requested version "99"' -- cmake -G Ninja -S asks -B asks/build \
    -DCMAKE_PREFIX_PATH="$prefix"

# --- the program, which finds its files beside itself ---

installed=$prefix/bin/assay
unset ASSAY_HOME ASSAY_CACHE ASSAY_VPI ASSAY_PROGRAM
export HOME=$work/home XDG_CACHE_HOME=$work/xdg
mkdir "$HOME"
expect 0 "files $prefix/share/assay" -- "$installed" --version
expect 0 "$prefix/share/assay/rtl" "$work/xdg/assay" -- "$installed" doctor
expect 0 'backend verilator: pass' 'cycles:     1000 run' -- \
    "$installed" run dotmul --params smallest --cycles 1000
check 'its variants are in the cache of the user' bash -c '[ -n "$(ls "$1")" ]' - "$work/xdg/assay"
unset XDG_CACHE_HOME
expect 0 "$HOME/.cache/assay" -- "$installed" doctor
export ASSAY_CACHE=$build/variants # what is built already has the same key there
[ -d "$ASSAY_CACHE" ] || export ASSAY_CACHE=$work/xdg/assay
expect 0 'backend verilator: pass' -- "$installed" run dpas --params smallest --cycles 1000
expect 0 'backend icarus: pass' -- "$installed" run dotmul --params smallest --cycles 300 \
    --backend icarus
fault=$("$installed" list dotmul | awk '$1 == "fault" { print $2; exit }')
expect 1 'MISMATCH' -- "$installed" run dotmul --params smallest --cycles 20000 --fault "$fault" \
    --trace never
contract=$(sed -n 's/^contract: *//p' <<<"$output")
check 'the contract that a report names is there' test "$contract" = "$prefix/share/assay/model/dotmul/README.md" -a \
    -s "$contract"
for table in "$prefix"/share/assay/model/*/block.yaml; do
    check "the contract of $(basename "${table%/*}")" test -s "${table%/*}/README.md"
done
expect 0 'pass' -- "$installed" replay --rtl "$prefix/share/assay/rtl/dotmul/dotmul.f" \
    dotmul-seed1.replay
expect 0 -- "$installed" vectors --check "$prefix/share/assay/vectors/dotmul/default"
check 'examples are there' test -s "$prefix/share/assay/tb/examples/link_model/CMakeLists.txt"
check 'but not the one that needs the sources' test ! -e "$prefix/share/assay/tb/examples/systemc"

# --- manual and completion ---

expect 0 'assay COMMAND' -- "$installed" --help
manual=$prefix/share/man/man1/assay.1
for command in $("$installed" --help | awk '/^  [a-z]/ { print $1 }'); do
    check "the manual has $command" grep -q "^\.Ss assay $command\$" "$manual"
    for option in $("$installed" "$command" --help | grep -oE -- '--[a-z-]+' | sort -u); do
        check "the manual has $option of $command" \
            bash -c 'sed -n "/^\.Ss assay $1\$/,/^\.S/p" "$2" | tr -d "\\\\" | grep -qF -- "$3"' - \
            "$command" "$manual" "$option"
    done
done
if command -v groff >/dev/null; then
    expect 0 -- bash -c '[ -z "$(groff -mdoc -Tutf8 -ww -z "$1" 2>&1)" ]' - \
        "$manual"
fi

# complete WORD... : what bash would offer for the last word.
complete_words() {
    bash -c '
        source "$1"
        shift
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _assay
        printf "%s\n" "${COMPREPLY[@]}"' - "$prefix/share/bash-completion/completions/assay" "$@"
}
expect 0 'regress' 'report' -- complete_words "$installed" re
expect 0 'dpas' -- complete_words "$installed" run dp
expect 0 'dpas' -- complete_words "$installed" prove dp
expect 0 'smallest' -- complete_words "$installed" run dpas --params = sm
expect 0 'largest' -- complete_words "$installed" run dpas -p l
expect 0 'dot_shift_logical' -- complete_words "$installed" run dpas --fault = dot_
expect 0 'throughput' -- complete_words "$installed" run loopback --scenario thr
expect 0 'icarus' -- complete_words "$installed" run --backend = i
expect 0 '--resume' -- complete_words "$installed" regress --re

done_checking
