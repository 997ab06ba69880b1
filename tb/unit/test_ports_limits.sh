#!/usr/bin/env bash
# test_ports_limits.sh - as much of a block as there may be can be generated and compiled, and what is more is
# refused with the place.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
mkdir big
generate=$(dirname "$assay")/assay-generate

# describe PARAMS STREAMS PINS BITS: of so many; a stream has three pins, and there is rst. The last pin is wide.
describe() {
    {
        echo 'parameters:'
        for ((i = 0; i < $1; ++i)); do echo "  p$i: 1"; done
        echo 'streams:'
        for ((i = 0; i < $2; ++i)); do echo "  s$i: {direction: source, fields: {value: 8}}"; done
        echo 'pins:'
        for ((i = 1; i < $3; ++i)); do echo "  o$i: {direction: out, width: 8}"; done
        echo "  wide: {direction: in, width: $4}"
    } >big/block.yaml
}

# The descriptor, with a model that does nothing.
compile() {
    cat >big/big.h <<'END'
#include "big/big_pins.h"
struct big_state { int unused; };
const char *big_check_params(const struct big_params *p);
void big_init(void *state, const struct big_params *p);
void big_step(void *state, const struct big_inputs *in, struct big_outputs *out);
END
    "$generate" . big/block.yaml &&
        gcc -std=c11 -Wall -Wextra -Wconversion -Wshadow -Werror -fsyntax-only -I. -I"$source_dir/model" \
            -I"$source_dir/model/type" -I"$source_dir/tb" big/big_model.c
}

describe 64 64 831 8192
expect 0 -- compile
describe 65 1 1 1
expect 2 'big/block.yaml:2: parameters are 65: expected 64 at most' -- compile
describe 1 65 1 1
expect 2 'big/block.yaml:4: streams are 65: expected 64 at most' -- compile
describe 64 64 832 8192
expect 2 'big/block.yaml:1: the block has 1025 pins: expected 1024 at most' -- compile
describe 1 1 1 8193
expect 2 "big/block.yaml:6: width of wide with the set default: '8193' is 8193: expected 1 to 8192" -- compile

# What the generator does not know or can't write.
expect 2 'expected FOLDER BLOCK.yaml' -- "$generate" .
expect 2 'none.yaml: No such file' -- "$generate" . none.yaml
printf 'streams: {s: {direction: sink, fields: {data: }}}\n' >big/block.yaml
expect 2 'big/block.yaml:1: width of s_data is missing: expected it' -- "$generate" . big/block.yaml
describe 1 1 1 1
expect 3 -- "$generate" /dev/null big/block.yaml

# What the build has is what its descriptions give.
for description in "$source_dir"/model/*/block.yaml; do
    block=$(basename "$(dirname "$description")")
    expect 0 -- "$generate" again "$description"
    check "$block is as the build has it" diff -r "again/$block" "$(dirname "$assay")/generated/$block"
    check "$block has four files" test "$(find "again/$block" -type f -size +0 | wc -l)" -eq 4
done

done_checking
