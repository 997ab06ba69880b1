#!/usr/bin/env bash
# quick.bash SCRIPT [ARGUMENT...] - run a script of scripts/ with --quick. `scripts/test --nightly` runs it without.
script=$(dirname "$0")/../../scripts/${1:?the script}
shift
[ -n "${ASSAY_TEST_NIGHTLY-}" ] || set -- --quick "$@"
exec "$script" "$@"
