#!/usr/bin/env bash
# test_ports_limits.sh - a ports table that is too large for the engine's arrays does not compile, and the
# message names the table and the array.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
mkdir big

cat >big.c <<'END'
#define ASSAY_BLOCK big
#define ASSAY_PORTS "big/ports.def"
#include "ports.h"
struct big_state { int unused; };
const char *big_check_params(const struct big_params *p);
void big_init(void *state, const struct big_params *p);
void big_step(void *state, const struct big_inputs *in, struct big_outputs *out);
#define ASSAY_BLOCK big
#define ASSAY_PORTS "big/ports.def"
#include "engine/block_ports.h"
extern const struct assay_block assay_block_big;
const struct assay_block assay_block_big = {ASSAY_BLOCK_PORTS(big)};
END

# table PARAMS STREAMS PINS: of so many; a stream has three pins.
table() {
    for ((i = 0; i < $1; ++i)); do echo "PARAM(p$i, P$i, 1, \"\")"; done
    for ((i = 0; i < $2; ++i)); do
        echo "SOURCE(s$i)"
        echo "SOURCE_FIELD(s$i, value, U8, 8)"
        echo "SOURCE_END(s$i)"
    done
    for ((i = 0; i < $3; ++i)); do echo "OUTPUT(o$i, U8, 8)"; done
}

compile() {
    gcc -std=c11 -Wall -Wextra -Werror -fsyntax-only -I. -I"$source_dir/model" -I"$source_dir/tb" big.c
}

# Beside the streams and the outputs there is rst.
table 8 16 47 >big/ports.def
expect 0 -- compile
table 9 1 1 >big/ports.def
expect 1 'model/big/ports.def: more parameters than ASSAY_MAX_PARAMS' -- compile
table 1 17 1 >big/ports.def
expect 1 'model/big/ports.def: more streams than ASSAY_MAX_STREAMS' -- compile
table 8 16 48 >big/ports.def
expect 1 'model/big/ports.def: more pins than ASSAY_MAX_PORTS' -- compile
sed -i '1i typedef uint32_t W65[65];' big.c
sed -i '1i #include <stdint.h>' big.c
for line in 'OUTPUT(wide, W65, 2080)' 'INPUT(wide, W65, 2080)'; do
    { table 1 1 1 && echo "$line"; } >big/ports.def
    expect 1 'model/big/ports.def: wide: wider than ASSAY_VALUE_WORDS' -- compile
done
{ table 1 1 1 && echo 'OUTPUT(wide, W64, 2048)'; } >big/ports.def
expect 0 -- compile
for kind in SINK SOURCE; do
    { table 1 1 1 && printf '%s\n' "$kind(w)" "${kind}_FIELD(w, wide, W65, 2080)" "${kind}_END(w)"; } >big/ports.def
    expect 1 'model/big/ports.def: w_wide: wider than ASSAY_VALUE_WORDS' -- compile
done

done_checking
