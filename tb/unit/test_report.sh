#!/usr/bin/env bash
# test_report.sh - the reports of a list with two bugs in a folder of a user's RTL: what failed and why, in text, JSON,
# JUnit and HTML; links that lead somewhere; what changed since the run before.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

# A transmitter that loses a bit of some words, and a receiver that loses some errors; beside them RTL that is none.
cp -r "$source_dir/tb/examples/attach/uart" .
sed -i 's/rx_error <= ~line;/rx_error <= ~line \& ~shift[7];/' uart/rtl/uart_rx.v
cp uart/rtl/uart_rx.v uart_rx.bad
sed -i "s/{1'b1, tx_data, 1'b0}/{1'b1, tx_data[7] \& ~\&tx_data[1:0], tx_data[6:0], 1'b0}/" uart/rtl/uart_tx.v
check 'both bugs are in' bash -c 'n=0; for f in uart_tx uart_rx; do cmp -s "$0/$f.v" "uart/rtl/$f.v" || ((++n)); done; ((n == 2))' \
    "$source_dir/tb/examples/attach/uart/rtl"
mkdir cut
printf 'module uart #(parameter DIVIDER = 8) (input wire clk);\n    assign x = ;\nendmodule\n' >cut/uart.v
echo uart.v >cut/cut.f
cat >list.yaml <<'END'
entries:
  - {block: ./uart, backend: icarus, cycles: 20_000, seeds: 6}
  - {block: ./uart, params: smallest, backend: icarus, cycles: 20_000, seeds: 2, known: "the slow clock: see <issue> 7"}
  - {block: dotmul, backend: model, cycles: 500, known: "rounding"}
  - {block: ./uart, backend: icarus, cycles: 1000, rtl: cut/cut.f}
  - {block: dotmul, params: largest, backend: model, cycles: 1_000_000_000_000, timeout: 1}
  - {block: dotmul, backend: model, cycles: 1000, knobs: {stall: 90}}
  - {block: fp, backend: model, cycles: 1000}
END
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
commit=
if [ -n "$(type -P git)" ]; then
    git init -q . && git add list.yaml && git -c user.name=a -c user.email=b@c commit -q -m list
    commit=$(git rev-parse --short=12 HEAD)
fi
expect 1 'mismatch at cycle' "fail: uart default random icarus seed" '13 jobs: 3 passed, 8 failed, 1 timed out, 1 errors' \
    'known:     the slow clock: see <issue> 7' '1 passed, of 1 that are known to fail: rounding' \
    -- "$assay" regress list.yaml --out out
text=$output
check 'a timeout says how far it came' grep -Eq 'first: +timeout at cycle [0-9]+ of 1000000000000, after ' <<<"$text"
check 'a build error has its place' grep -Eq 'first: +not-built: [^ ]*cut/uart.v:2: syntax error' <<<"$text"
check 'the two bugs' bash -c '
    [ "$(grep -Ec "first: +mismatch at cycle [0-9]+, port (rx_error|line_out_data): expected [0-9a-f]+, actual [0-9a-f]+$" <<<"$0")" = 3 ]' "$text"

# --- JUnit ---

junit=out/junit.xml
[ -z "$(type -P xmllint)" ] || check 'valid by the schema' xmllint --noout --schema "$source_dir/tb/unit/junit.xsd" $junit
check 'names are distinct' bash -c '
    n=$(grep -c "<testcase " "$0"); [ "$n" = 13 ] &&
    [ "$(grep -o "<testcase classname=\"[^\"]*\" name=\"[^\"]*\"" "$0" | sort -u | wc -l)" = "$n" ]' $junit
check 'cycle, port, expected and actual' test "$(grep -Ec '<failure message="mismatch at cycle [0-9]+, port (rx_error|line_out_data): expected [0-9a-f]+, actual [0-9a-f]+" type="fail">' $junit)" = 6
check 'what is known, with the reason' test "$(grep -c '<failure message="known (the slow clock: see &lt;issue&gt; 7): mismatch at cycle ' $junit)" = 2
check 'the place of the build error' grep -Eq '<error message="not-built: [^"]*cut/uart.v:2: syntax error' $junit
check 'how far the timeout came' grep -Eq '<failure message="timeout at cycle [1-9][0-9]* of 1000000000000, after ' $junit

# --- the page ---

page=out/report.html
expect 0 '"new":	false' '"line":	"not-built: ' '"known":	"the slow clock: see <issue> 7"' -- "$assay" report --out out --json
check 'the page is well made' /usr/bin/env python3 - $page out "$commit" <<'END'
import html.parser, os, re, sys, urllib.parse
page, out, commit = sys.argv[1:]
text = open(page).read()
VOID = {"meta", "br", "img", "path", "rect", "circle", "line", "polyline"}
class Reader(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.ids, self.links, self.headings, self.marks, self.open = [], [], [], [], []
        self.scopes = self.names = 0
    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if "id" in attrs:
            self.ids.append(attrs["id"])
        if tag == "a":
            self.links.append(attrs["href"])
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag in ("header", "nav", "main", "section", "article"):
            self.marks.append((tag, attrs.get("aria-labelledby") or attrs.get("aria-label")))
        if tag == "th":
            assert attrs.get("scope") in ("col", "row"), attrs
reader = Reader()
reader.feed(text)
assert len(set(reader.ids)) == len(reader.ids), "an id twice"
for link in reader.links:
    if link[0] == "#":
        assert link[1:] in reader.ids, link
    else:
        assert re.match("(jobs|builds)/", link) and os.path.exists(os.path.join(out, urllib.parse.unquote(link))), link
assert reader.headings[0] == 1 and reader.headings.count(1) == 1
assert all(b <= a + 1 for a, b in zip(reader.headings, reader.headings[1:])), reader.headings
tags = [tag for tag, _ in reader.marks]
assert tags[:4] == ["header", "nav", "main", "section"] and tags.count("main") == 1, tags
assert all(name in reader.ids for tag, name in reader.marks if tag in ("section", "article"))
# Failures first, then what is known, then the rest; the first bucket is in the first part.
parts = re.findall('<h2 id="([a-z]*)"', text)
assert parts[:4] == ["failures", "known", "status", "run"] and "change" not in parts, parts
assert text.index('id="failures"') < text.index('id="bucket-1"') < text.index('id="known"') < text.index('id="bucket-5"') < text.index('id="status"')
assert text.count("<article ") == 5 and text.count('<figure class="cut">') == 3
for kind in (".replay", ".min.replay", ".fst", ".svg", "/stderr"):
    assert any(link.endswith(kind) for link in reader.links), kind
# Rows with failures lead to their buckets; what passed is folded.
status = text[text.index('<h2 id="status"'):text.index('<h2 id="run"')]
table, folded = status[:status.index("<details>")], status[status.index("<details>"):]
assert len(re.findall('<a href="#bucket-[0-9]">', table)) >= 5 and "<b>dotmul</b>: <span class=\"good\">2 passed" in folded
assert '<th scope="row">fp</th>' in folded and '<th scope="row">fp</th>' not in table
run = text[text.index('<h2 id="run"'):text.index('<h2 id="coverage"')]
for fact in ("begun", "took", "jobs, one after the other", "iverilog", "assay"):
    assert f'<th scope="row">{fact}</th>' in run, fact
assert not commit or f'<th scope="row">commit</th><td class="text">{commit}</td>' in run
slow = run[run.index("Slowest jobs"):]
assert '<td>timeout</td>' in slow and slow.count('<th scope="row">') == 10
END
expect 0 '13 jobs' -- "$assay" report --out out --html elsewhere.html
for option in '--html out/results.db' '--junit out/coverage.txt'; do
    expect 2 'out/' ': expected another file for the output' -- "$assay" report --out out $option
done
expect 0 '13 jobs' -- "$assay" report --out out --html elsewhere.html
check 'a page elsewhere leads to the same files' grep -Eq 'href="out/jobs/[0-9]+/uart-seed[0-9]+.fst"' elsewhere.html

# --- a build error in a path with a blank ---

cp -r cut 'cut here'
cat >blank.yaml <<'END'
entries:
  - {block: ./uart, backend: icarus, cycles: 1000, rtl: cut here/cut.f}
END
expect 3 '1 jobs: 0 passed, 0 failed, 0 timed out, 1 errors' -- "$assay" regress blank.yaml --out blank
check 'it has its place' grep -Eq 'first: +not-built: [^:]*cut here/uart.v:2: syntax error' <<<"$output"
check 'in JUnit as well' grep -q '<error message="not-built: [^:]*cut here/uart.v:2: syntax error' blank/junit.xml
check 'and on the page' grep -q 'cut here/uart.v:2: syntax error' blank/report.html

# --- what a simulation said that ended by itself ---

cp -r "$source_dir/tb/examples/attach/fifo" .
ends() { # NAME STATEMENT
    sed "s/^endmodule/    always @(posedge clk) if (!rst \&\& count == 3) $2\nendmodule/" "$source_dir/tb/examples/attach/fifo/rtl/fifo.v" >"fifo/rtl/$1.v"
    echo "rtl/$1.v" >"fifo/$1.f"
    printf '  - {block: ./fifo, backend: [icarus, verilator], cycles: 500, rtl: fifo/%s.f}\n' "$1" >>ends.yaml
}
echo entries: >ends.yaml
ends error 'begin $display("error=0"); $error("the <queue> holds %0d", count); end'
ends fatal '$fatal(1, "no room \& no \\"way\\" out");'
ends stop 'begin $display("giving\\033up at %0d", count); $stop; end'
ends finish 'begin $display("nothing left to do"); $write("no line"); $finish; end'
# Words that the program itself says of the files that it leaves.
ends words 'begin $display("waveform:   sine"); $display("replay:     slow"); $error("too many of them"); end'
ends view 'begin $display("picture:    bright"); $write("view:       narrow"); $finish; end'
# Latin 1, and a line that is cut behind 511 bytes: within a character, wherever the simulator begins it.
long=$(printf '\\\\303\\\\274%.0s' {1..300})
ends bytes "begin \$display(\"caf\\\\351\"); \$display(\"$long\"); \$display(\" $long\"); \$finish; end"
expect 1 'STOPPED: the RTL ended the simulation at cycle ' '14 jobs: 0 passed, 14 failed' -- "$assay" regress ends.yaml --out ends
expect 1 'error=0' 'the <queue> holds 3' -- "$assay" run ./fifo --rtl fifo/error.f --trace never --out alone
text=$("$assay" report --out ends)
output=$text
check 'the message of $error' grep -Eq '^  first: +stopped at cycle [0-9]+: .*(%Error|ERROR): .*the <queue> holds 3$' <<<"$text"
check 'that of $fatal' grep -Eq '^  first: +stopped at cycle [0-9]+: .*no room & no "way" out$' <<<"$text"
check 'what was said before $stop' grep -Eq '^  first: +stopped at cycle [0-9]+: giving.up at 3$' <<<"$text"
check 'and before $finish' grep -Eq '^  first: +stopped at cycle [0-9]+: no line' <<<"$text"
check 'the line before that' grep -Eq '^  said: +nothing left to do$' <<<"$text"
check 'an error behind such words' test "$(grep -Ec '^  first: +stopped at cycle [0-9]+: .*(%Error|ERROR): .*too many of them$' <<<"$text")" = 1
check 'the words' grep -Eq '^  first: +stopped at cycle [0-9]+: view:       narrow$' <<<"$text"
check 'nothing of the files that it left' bash -c '! grep -Eq "(said|first):.* (replay|waveform|view|picture): .*\.(replay|fst|gtkw|svg)\>" <<<"$0"' "$text"
junit=ends/junit.xml
output=$(cat $junit)
[ -z "$(type -P xmllint)" ] || check 'valid by the schema' xmllint --noout --schema "$source_dir/tb/unit/junit.xsd" $junit
check '$error in the attribute' test "$(grep -Ec '<failure message="stopped at cycle [0-9]+: [^"]*the &lt;queue&gt; holds 3" type="fail">STOPPED: the RTL ended' $junit)" = 2
check '$error in the text' test "$(grep -c '^[^<]*the &lt;queue&gt; holds 3$' $junit)" = 2
check 'so behind such words' test "$(grep -Ec '<failure message="stopped at cycle [0-9]+: [^"]*too many of them" type="fail">' $junit)" = 2
check '$fatal in JUnit' test "$(grep -c 'no room &amp; no &quot;way&quot; out$' $junit)" = 2
check '$stop and $finish in JUnit' test "$(grep -c '^giving.up at 3$\|^nothing left to do$' $junit)" = 4
page=ends/report.html
for said in 'the &lt;queue&gt; holds 3' 'no room &amp; no &quot;way&quot; out' 'giving.up at 3' 'nothing left to do'; do
    check "'$said' on the page" grep -q "^[^<]*$said" $page
done
expect 0 '"simulation":	"nothing left to do' '"headline":	"STOPPED: the RTL ended' -- "$assay" report --out ends --json
"$assay" report --out ends --json >ends.json
output=$(python3 - ends.json <<'END' 2>&1
import json, sys
said = [f['simulation'] for f in json.load(open(sys.argv[1], encoding='utf-8'))['failures'] if 'caf' in f['simulation']]
assert len(said) == 2, said
for text in said:
    lines = text.split('\n')
    assert lines[0] == 'caf?' and '\u00fc' * 250 in lines[1] and '?' not in ''.join(lines[1:]), lines
END
)
if [ $? -eq 0 ]; then pass; else fail 'JSON is UTF-8, cut at characters'; fi

# Each error is a bucket, whichever simulator told it.
sed "s/^endmodule/    always @(posedge clk) if (!rst) begin\n        if (count == 1 \&\& wr_data[0]) \$error(\"odd %0d\", wr_data);\n        if (count == 2) \$error(\"two %0d\", wr_data);\n    end\nendmodule/" \
    "$source_dir/tb/examples/attach/fifo/rtl/fifo.v" >fifo/rtl/both.v
echo rtl/both.v >fifo/both.f
printf 'entries:\n  - {block: ./fifo, backend: [icarus, verilator], cycles: 500, seeds: 8, rtl: fifo/both.f}\n' >both.yaml
expect 1 '16 jobs: 0 passed, 16 failed' -- "$assay" regress both.yaml --out both
lines=$(grep -nE '(odd|two) %0d' fifo/rtl/both.v | cut -d: -f1 | tr '\n' ' ')
output=$(grep -o '<h3 class="bad"[^>]*>fifo: stopped of [^ ]* at both.v:[0-9]*' both/report.html | sed 's/.*both.v://' | sort -n | tr '\n' ' ')
if [ "$output" = "$lines" ]; then pass; else fail "a bucket each: $lines"; fi

# A model that crashes says so as `assay run` does.
sed -i "s/(void)s;/&if (payload->data == 7) __builtin_trap();/" fifo/fifo.c
printf 'entries:\n  - {block: ./fifo, backend: icarus, cycles: 5000}\n' >crash.yaml
expect 1 'first:     crashed at cycle ' 'said:      CRASHED: signal ' 'in the model at cycle ' -- "$assay" regress crash.yaml --out crash
check 'in JUnit' grep -q '<failure message="crashed at cycle [0-9]*: CRASHED: signal [^"]*in the model at cycle ' crash/junit.xml

# --- against the run before ---

cp "$source_dir/tb/examples/attach/uart/rtl/uart_tx.v" uart/rtl/
cp "$source_dir/tb/examples/attach/uart/rtl/uart_rx.v" uart/rtl/
sed -i 's/seeds: 6}/seeds: 7}/; /fp, backend/d; /timeout: 1/d' list.yaml
expect 3 'not-built' -- "$assay" regress list.yaml --out out
check 'what is mended, what is not, what is new' grep -Eq \
    '^against the run of [0-9TZ:-]*: 0 no longer pass, 8 pass again, 1 still fail, 1 added, 2 gone$' <<<"$output"
expect 0 '<h2 id="change">' '<th scope="row">were not there</th><td class="n ">1</td>' -- cat out/report.html
[ -z "$commit" ] || check 'the commit has changes' grep -q "<td class=\"text\">$commit with changes</td>" out/report.html
cp uart_rx.bad uart/rtl/uart_rx.v
expect 1 'new since the last run: ' -- bash -c '"$0" regress list.yaml --out out; s=$?; cat out/report.html; exit $s' "$assay"
expect 0 '"new":	true' '"broken":	' -- "$assay" report --out out --json

# Git may be unable to tell.
if [ -n "$commit" ]; then
    mkdir unsure
    printf '%s\n' '#!/bin/sh' 'case " $* " in *" status "*) exit 1 ;; esac' 'PATH=${PATH#*:}' 'exec git "$@"' >unsure/git
    chmod +x unsure/git
    printf 'entries:\n  - {block: dotmul, backend: model, cycles: 500}\n' >one.yaml
    PATH=$PWD/unsure:$PATH expect 0 '1 jobs: 1 passed' -- "$assay" regress one.yaml --out unsure/out
    check 'the changes are unknown' grep -q "<td class=\"text\">$commit, changes unknown</td>" unsure/out/report.html
fi

done_checking
