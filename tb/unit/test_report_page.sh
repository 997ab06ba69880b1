#!/usr/bin/env bash
# test_report_page.sh - report.html as a browser shows it: what has to be there is there, nothing is
# loaded, nothing is complained of, nothing sticks out of a narrow window. Screenshots stay in the build
# folder.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

browser=$(type -P chromium || type -P chromium-browser || type -P google-chrome)
if [ -z "$browser" ]; then
    echo 'skipped: no chromium here'
    exit 77
fi
browse() { # ARGUMENTS... of a browser that talks to nobody
    HOME=$work timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars \
        --user-data-dir="$work/profile" --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync "$@"
}
echo '<p id="hello">hello</p>' >hello.html
if ! browse --dump-dom "file://$work/hello.html" 2>browser.txt | grep -q 'id="hello"'; then
    echo "skipped: $browser can't start here:"
    tail -n 3 browser.txt
    exit 77
fi

# Two regressions, so that there is a trend; the second finds a bug.
cat >page.yaml <<'END'
entries:
  - {block: dotmul, params: smallest, backend: icarus, cycles: 300, seeds: 3}
  - {block: dotmul, backend: model, cycles: 2000, seeds: 2}
  - {block: dpas, backend: model, cycles: 3000}
END
mkdir broken
cp -r "$source_dir/rtl" "$source_dir/tb" "$source_dir/model" broken/
expect 0 '6 jobs: 6 passed' -- "$assay" regress page.yaml --out out
patch -s -p1 -d broken <"$source_dir/tb/dotmul/faults/carry_dropped.patch"
export ASSAY_HOME=$work/broken ASSAY_CACHE=$work/cache
expect 1 '6 jobs: 3 passed, 3 failed' -- "$assay" regress page.yaml --out out
page=$work/out/report.html

# --- what is there ---

browse --enable-logging=stderr --dump-dom "file://$page" >dom.html 2>said.txt
check 'the browser has the page' test -s dom.html
has() { check "the page has: $1" grep -Eq -- "$2" dom.html; }
has 'a title' '<title>assay: page.yaml</title>'
has 'the verdict' 'class="verdict bad">6 jobs: 3 passed, 3 failed'
has 'status by block' '<td>dotmul</td><td>smallest</td><td>icarus</td><td class="n">3</td>'
has 'the block that passes' '<td>dpas</td><td>default</td><td>model</td><td class="n">1</td>'
has 'the bucket' '<h3 class="bad">dotmul: mismatch, port '
check 'and only one' test "$(grep -o '<h3 class="bad">' dom.html | wc -l)" = 1
has 'how many jobs are in it' '<p>3 of 6 jobs; soonest at cycle [0-9]+'
has 'the command' 'assay run dotmul --params smallest --scenario random --backend icarus --seed [0-9]+ --cycles 300'
has 'the least stimulus' 'Shrunk: <code>assay replay .*/jobs/[0-9]+/dotmul-seed[0-9]+\.min\.replay'
has 'its listing' '^size: +units [0-9]+, transactions [0-9]+'
has 'the picture' '<figure><svg [^>]*class="assay-picture"'
has 'jobs of the bucket' '<summary>all 3 jobs</summary>'
has 'coverage' '<h2 id="coverage">Functional coverage</h2>'
has 'holes' '<h3>dpas: [0-9]+ not hit</h3>'
has 'each by name' '<li>u2\.u2\.1'
has 'trends' '<h2 id="trends">.*</h2>'
check 'a point a regression, in two curves' test "$(grep -o '<circle ' dom.html | wc -l)" = 4

# --- nothing from elsewhere ---

# Names of XML's vocabularies look like addresses but are none.
sed 's|xmlns="http://www.w3.org/2000/svg"||g' "$page" >names.html
check 'no references' bash -c '! grep -Eiq "https?:|(src|href)=|url\(|@import|<(script|link|iframe|object|embed)" names.html'
check 'its policy lets nothing in' grep -q "Content-Security-Policy\" content=\"default-src 'none'" "$page"
check 'the console is silent' bash -c '! grep CONSOLE said.txt'
# That the log would show it: something to load in the same page.
sed 's|<h1>|<img src="file:///none.png"><h1>|' "$page" >loads.html
browse --enable-logging=stderr --dump-dom "file://$work/loads.html" >/dev/null 2>said.txt
check 'a load is refused, and the log says so' grep -q 'CONSOLE.*Content Security Policy' said.txt

# --- how it looks ---

# No wider than the window: a script of the test's own asks.
sed "/Content-Security-Policy/d; s|</body>|<script>document.title='width '+document.documentElement.scrollWidth</script></body>|" \
    "$page" >asks.html
for width in 1280 500; do
    seen=$(browse --window-size=$width,2000 --dump-dom "file://$work/asks.html" 2>/dev/null |
        sed -n 's/.*<title>width \([0-9]*\)<.*/\1/p')
    output=$seen
    if [ "${seen:-0}" -gt 0 ] && [ "$seen" -le $width ]; then pass; else fail "the page is $seen wide in a window of $width"; fi
done

number() { od -An -tu1 -j"$2" -N4 "$1" | awk '{ print (($1 * 256 + $2) * 256 + $3) * 256 + $4 }'; }
echo '<body></body>' >empty.html
for width in 1280 500; do
    shot=$(dirname "$assay")/report-page-$width.png
    rm -f "$shot"
    browse --window-size=$width,2600 --screenshot="$shot" "file://$page" >/dev/null 2>&1
    browse --window-size=$width,2600 --screenshot="$work/empty.png" "file://$work/empty.html" >/dev/null 2>&1
    check "$shot is a PNG" test "$(head -c 8 "$shot" | od -An -tx1 | tr -d ' ')" = 89504e470d0a1a0a
    check "of $width pixels a row" test "$(number "$shot" 16)" = $width -a "$(number "$shot" 20)" = 2600
    check 'and not blank' test "$(stat -c %s "$shot")" -gt $((10 * $(stat -c %s empty.png)))
    echo "screenshot: $shot"
done

done_checking
