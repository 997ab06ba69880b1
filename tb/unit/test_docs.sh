#!/usr/bin/env bash
# test_docs.sh - the test of the pages itself: an output that is not the one shown is found, whatever it is
# that differs.
. "$(dirname "$0")/check.bash"
unit=$source_dir/tb/unit

# --- docs_match.awk ---

# match SHOWN PRINTED: both as printf writes them.
match() { awk -v tree=/a/tree -v home=/a/place -f "$unit/docs_match.awk" <(printf '%b' "$1") <(printf '%b' "$2"); }

expect 0 -- match 'a\nb\n' 'a\nb\n'
expect 0 -- match '' ''
expect 0 -- match 'a\n\nb  \n' '\na\nb\n'
expect 1 'shown:   b' 'printed: c' -- match 'a\nb\n' 'a\nc\n'
expect 1 'shown:   b' '(nothing more)' -- match 'a\nb\n' 'a\n'
expect 1 'printed, and not shown: c' -- match 'a\nb\n' 'a\nb\nc\n'
expect 1 'shown:   a' 'printed: z' -- match 'a\n' 'z\na\n'
expect 1 'printed, and not shown: a' -- match '' 'a\n'
expect 1 'shown:   a' -- match 'a\n' ''
expect 1 'printed:  a' -- match 'a\n' ' a\n'

expect 0 -- match '...\n' ''
expect 0 -- match '...\n' 'a\nb\n'
expect 0 -- match 'a\n...\n' 'a\n'
expect 0 -- match 'a\n  ...\nd\n' 'a\nb\nc\nd\n'
expect 0 -- match 'a\n...\nc\n...\ne\n' 'a\nb\nc\nd\ne\n'
expect 0 -- match '...\nb\n...\n' 'a\nb\nc\n'
expect 0 -- match '...\na\nb\n' 'a\na\nb\n'
expect 0 -- match 'a\n...\n...\nb\n' 'a\nb\n'
expect 1 'shown:   e' -- match 'a\n...\ne\n' 'a\nb\nc\n'
expect 1 'shown:   x' -- match '...\nx\n...\n' 'a\nb\n'
expect 1 -- match 'a\n...\na\n' 'a\n'
expect 1 -- match '...\nb\n...\na\n...\n' 'a\nb\n'
expect 1 'shown:   d' 'printed: x' -- match '...\nb\nd\n...\n' 'a\nb\nx\n'
expect 1 -- match 'a\n...\nc\n' 'a\nb\nc\nd\n'

# What differs from run to run, and nothing else.
expect 0 -- match 'speed:  1.91e+05 cycles/s (5.2 s)\n' 'speed:  3.2e+06 cycles/s (0.123 s)\n'
expect 0 -- match 'effort:  161 trials, 0.0 s\n' 'effort:  7 trials, 10.5 s\n'
expect 0 -- match 'in 0.5 s on 2026-01-02 at 01:02:03 by 1.2.3\n' 'in 12.25 s on 2027-11-30 at 23:59:59 by 10.0.1\n'
expect 0 -- match 'written: out.npy\n' 'written: /a/tree/out.npy\n'
expect 0 -- match 'written: out.npy\n' 'written: /a/place/out.npy\n'
expect 1 -- match 'written: out.npy\n' 'written: /b/tree/out.npy\n'
expect 0 -- match 'a    3.81e+05\n' 'a  12345.0e+10\n'
expect 1 -- match 'a    3.81\n' 'a    3.82\n'
expect 0 -- match 'a\n' 'assay: building dotmul (n=2)\na\n'
expect 1 -- match 'a\n' 'assay: broken\na\n'
expect 1 -- match 'cycles:  1000 run\n' 'cycles:  1001 run\n'
expect 1 -- match 'the speed: 5\n' 'the speed: 6\n'
expect 1 -- match 'in 5 s\n' 'in 6 s\n'

# --- docs.bash, on pages of its own ---

page() { bash "$unit/docs.bash" "$work/$1.md"; }

cat >"$work/good.md" <<'END'
Text, and a line that is no command:

    not a command

    $ printf 'one\ntwo\nthree\n'
    one
    ...

More of the same output:

    three

    $ ls model/nowhere   # exit 2
    ls: cannot access 'model/nowhere': No such file or directory

Text.

    neither is this

```sh
cd model
echo four
```

```text
four
```

```sh
echo five
```

In between there is text.

```text
not the output of it
```
END
expect 0 '5 commands run, the output of 3 compared' -- page good
sed 's/^    three$/    tree/' "$work/good.md" >"$work/other.md"
expect 1 'does not print what the page shows' 'shown:   tree' -- page other
sed 's/^four$/for/' "$work/good.md" >"$work/other.md"
expect 1 'echo four - does not print what the page shows' 'printed: four' -- page other
sed 's/ # exit 2//' "$work/good.md" >"$work/other.md"
expect 1 'exit status 2, expected 0' -- page other
sed 's/^    \.\.\.$//' "$work/good.md" >"$work/other.md"
expect 1 'printed, and not shown: two' -- page other
# --- in an empty folder, with an installed program, and what the reader changes there ---

mkdir -p "$work/prefix/bin" "$work/empty"
printf '#!/bin/sh\necho "said $*"\n' >"$work/prefix/bin/assay"
chmod +x "$work/prefix/bin/assay"
installed() {
    rm -rf "$work/empty" && mkdir "$work/empty"
    bash "$unit/docs.bash" --installed "$work/prefix" "$work/empty" "$work/$1.md"
}
cat >"$work/changes.md" <<'END'
```sh
printf 'int a;\n' >one.c
printf 'a: 1\n' >two.yaml
assay new one
```

```text
said new one
```

```diff
--- one.c
+++ one.c
@@ -1 +1,8 @@
-int a;
+/* Of it. */
+int b;
+
+{
+    *s = 1; // one
+}
+/* over
+ * lines */
```

```diff
--- two.yaml
+++ two.yaml
@@ -1 +1,2 @@
-a: 1
+a: 2
+# said
```

```sh
cat two.yaml
```

```text
a: 2
# said
```

Lines written by hand: 2 in `one.c`, 1 in `two.yaml`.
END
expect 0 '6 commands run, the output of 2 compared' "lines written by hand: 2 in \`one.c\`, 1 in \`two.yaml\`." -- installed changes
check 'what was written is there' grep -q 'int b' "$work/empty/one.c"
sed 's/^Lines written by hand: 2/Lines written by hand: 1/' "$work/changes.md" >"$work/other.md"
expect 1 "another number of lines written by hand" -- installed other
grep -v '^Lines written' "$work/changes.md" >"$work/other.md"
expect 1 "another number of lines written by hand" -- installed other
sed 's/^-a: 1$/-a: 3/' "$work/changes.md" >"$work/other.md"
expect 1 'exit status 1, expected 0' -- installed other
{
    printf '```sh\n: >long.c\n```\n\n```diff\n--- long.c\n+++ long.c\n@@ -0,0 +1,31 @@\n'
    for i in $(seq 31); do echo "+int a$i;"; done
    printf '```\n\nLines written by hand: 31 in `long.c`.\n'
} >"$work/other.md"
expect 1 'more than 30 lines written by hand' -- installed other

echo 'Nothing to run.' >"$work/other.md"
expect 1 'no command in' -- page other

done_checking
