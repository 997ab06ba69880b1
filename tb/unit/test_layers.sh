#!/usr/bin/env bash
# test_layers.sh - includes point down the table of layers in .github/CONTRIBUTING.md, there are no
# loops, and each header has an include guard of its own; and layers.awk finds each thing that can be wrong, in a small tree made for it.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
check_layers=$source_dir/tb/unit/layers.awk

# layers FOLDER: of the tree there.
layers() (
    cd "$1" && find model tb regress \( -name '*.c' -o -name '*.h' -o -name '*.cpp' \) | LC_ALL=C sort |
        awk -v page=.github/CONTRIBUTING.md -f "$check_layers"
)

expect 0 ' 0 wrong' -- layers "$source_dir"

# Every folder of the table is there.
while read -r folder; do
    case $folder in
    *[*\<]*) ;;
    *) check "the table has $folder" test -d "$source_dir/$folder" ;;
    esac
done < <(sed -n 's/^| [^|]* | \(`[^|]*\) |.*/\1/p' "$source_dir/.github/CONTRIBUTING.md" | tr -d '`' | tr ' ' '\n')

# --- a small tree that is right, and one thing wrong at a time ---

mkdir -p small/.github small/model/{add,api} small/tb/{base,engine,sim,add,command,cli,dpi,unit,add/formal} small/regress
cp "$source_dir/.github/CONTRIBUTING.md" small/.github/
put() { printf '%s\n' "${@:2}" >"small/$1"; }
mkdir -p small/model/type
put model/type/word.h ''
put model/add/block.yaml ''
put model/add/add.h '#include "add/add_pins.h"' '#include "type/word.h"'
put model/add/add.c '#include "add/add.h"'
put model/api/api.c '#include "add/add.h"' '#include "assay_version.h"'
put tb/base/text.h ''
put tb/base/text.c '#include "base/text.h"'
put tb/engine/run.h '#include "base/text.h"' '#include <stdio.h>'
put tb/engine/run.c '#include "engine/run.h"' '#include "add/add.h"'
put tb/engine/part.h ''
put tb/engine/part.c '#include "part.h"'
put tb/sim/sim.h '#include "engine/run.h"'
put tb/sim/shim.cpp '#include "verilated.h"' '#include "sim/sim.h"'
put tb/add/block.c '#include "add/add.h"' '#include "sim/sim.h"'
put tb/add/formal/lemma.c '#include "add/add.h"'
put tb/blocks.c '#include "engine/run.h"'
put tb/command/command.h '#include "engine/run.h"'
put tb/cli/cli.h '#include "command/command.h"'
put tb/cli/cli.c '#include "cli/cli.h"'
put tb/dpi/dpi.c '#include "add/add.h"'
put tb/unit/test_all.c '#include "cli/cli.h"' '#include "regress/list.h"'
put regress/list.h '#include "command/command.h"'
cp -r small right
expect 0 ' 0 wrong' -- layers small

# wrong FILE LINE PATTERN...: with this line at the file's end.
wrong() {
    rm -rf small
    cp -r right small
    printf '%s\n' "$2" >>"small/$1"
    expect 1 "${@:3}" -- layers small
}
wrong tb/base/text.c '#include "engine/run.h"' 'tb/base/text.c:2: includes tb/engine/run.h: up from layer 2 to 4'
wrong model/add/add.c '#include "base/text.h"' 'model/add/add.c:2: includes tb/base/text.h: up from layer 1 to 2'
wrong tb/sim/sim.h '#  include "command/command.h"' 'tb/sim/sim.h:2: includes tb/command/command.h: up from layer 5 to 8'
wrong tb/blocks.c '#include "cli/cli.h"' 'tb/blocks.c:2: includes tb/cli/cli.h: up from layer 7 to 9'
wrong tb/cli/cli.c '#include "regress/list.h"' 'expected regress and tb/cli not to include each other'
wrong regress/list.h '#include "cli/cli.h"' 'expected regress and tb/cli not to include each other'
wrong tb/dpi/dpi.c '#include "base/text.h"' 'expected tb/dpi to stand on layer 1 alone'
wrong tb/dpi/dpi.c '#include "unit/test_all.c"' 'expected nothing to include tb/unit'
wrong tb/cli/cli.c '#include "unit/test_all.c"' 'tb/cli/cli.c:2: includes tb/unit/test_all.c: expected nothing to include tb/unit'
wrong tb/cli/cli.c '#include "dpi/dpi.c"' 'expected nothing to include tb/dpi'
wrong tb/cli/cli.c '#include "cli/cly.h"' 'tb/cli/cli.c:2: "cli/cly.h" is nowhere'
wrong tb/cli/cli.c '#include "sub/sub_pins.h"' 'tb/cli/cli.c:2: "sub/sub_pins.h" is nowhere'
wrong tb/cli/cli.c '#include "add/add_none.h"' 'tb/cli/cli.c:2: "add/add_none.h" is nowhere'
wrong model/api/api.c '#include "tb/base/../base/none.h"' '"tb/base/../base/none.h" is nowhere'

# Loops: of folders, of headers, and of sources whose headers do not include each other.
mkdir -p right/tb/stimulus right/tb/coverage
for name in stimulus coverage; do : >right/tb/$name/$name.h; done
rm -rf small && cp -r right small
put tb/sim/one.h '#include "stimulus/stimulus.h"'
put tb/stimulus/stimulus.h '#include "coverage/coverage.h"'
expect 0 -- layers small
put tb/coverage/coverage.h '#include "sim/sim.h"'
expect 1 'a loop of folders: tb/' 'tb/sim tb/stimulus tb/coverage' ' 1 wrong' -- layers small
rm -rf small && cp -r right small
put model/api/more.h '#include "add/add.h"'
put model/add/add.h '#include "type/word.h"' '#include "api/more.h"'
expect 1 'a loop of folders: model/add model/api model/add' ' 1 wrong' -- layers small
rm -rf small && cp -r right small
put tb/base/a.h '#include "base/b.h"'
put tb/base/b.h '#include "c.h"'
put tb/base/c.h '#include "base/a.h"'
expect 1 'a loop of files: tb/base/a.h tb/base/b.h tb/base/c.h tb/base/a.h (the last by tb/base/c.h:1)' ' 1 wrong' -- layers small
rm -rf small && cp -r right small
put tb/engine/run.c '#include "engine/run.h"' '#include "engine/part.h"'
put tb/engine/part.c '#include "part.h"' '#include "engine/run.h"'
expect 1 'a loop of sources: tb/engine/part tb/engine/run tb/engine/part (the last by tb/engine/run.c:2)' ' 1 wrong' -- layers small

# A folder of no layer, as what includes and as what is included; one that only looks like a block's.
rm -rf small && cp -r right small
mkdir small/tb/news
put tb/news/news.c '#include "base/text.h"'
expect 1 'tb/news/news.c: folder tb/news: expected it in a row of the layers' ' 1 wrong' -- layers small
mkdir small/model/news && touch small/model/news/block.yaml
expect 0 -- layers small
rm -rf small && cp -r right small
mkdir small/vectors
put vectors/x.h ''
put regress/list.c '#include "vectors/x.h"'
expect 1 'regress/list.c:1: includes vectors/x.h, of no layer' ' 1 wrong' -- layers small

# An include guard of two headers.
rm -rf small && cp -r right small
put tb/engine/part.h '#ifndef PART_H' '#define PART_H' '#ifndef TEXT_H' '#endif' '#endif'
put tb/base/text.h '/* text.h */' '#ifndef TEXT_H' '#define TEXT_H' '#endif'
expect 0 ' 0 wrong' -- layers small
put tb/sim/sim.h '#include "engine/run.h"' '# ifndef PART_H /* too */' '#endif'
expect 1 'tb/sim/sim.h:2: include guard PART_H is that of tb/engine/part.h: expected one of its own' ' 1 wrong' -- layers small

# A name that is in two places.
rm -rf small && cp -r right small
put tb/add/add.h ''
expect 1 '"add/add.h" is model/add/add.h and tb/add/add.h: expected one file of this name' -- layers small
rm -rf small && cp -r right small
mkdir -p small/tb/engine/base
put tb/engine/base/text.h ''
expect 1 '"base/text.h" is tb/engine/base/text.h and tb/base/text.h' -- layers small

# An example of an attached block: its block.yaml stands for a header and says where others are.
rm -rf small && cp -r right small
mkdir -p small/tb/examples/attach/sum/old
put tb/examples/attach/sum/old/sum_c.h ''
put tb/examples/attach/sum/sum.c '#include "sum_c.h"' '#include "sum_model.h"'
expect 1 'sum.c:1: "sum_c.h" is nowhere' 'sum.c:2: "sum_model.h" is nowhere' ' 2 wrong' -- layers small
put tb/examples/attach/sum/block.yaml 'top: sum' 'model:' '  include: [other, old]'
expect 0 ' 0 wrong' -- layers small
put tb/examples/attach/sum/sum.c '#include "other_model.h"'
expect 1 'sum.c:1: "other_model.h" is nowhere' ' 1 wrong' -- layers small

# Nothing to check is an error.
rm -rf small && cp -r right small
find small -name '*.[ch]' -delete -o -name '*.cpp' -delete
expect 2 'no sources' -- layers small
rm -rf small && cp -r right small
sed -i '/^| [0-9o]/d' small/.github/CONTRIBUTING.md
expect 2 'no table of layers' -- layers small
rm small/.github/CONTRIBUTING.md
expect 2 'no table of layers' -- layers small

done_checking
