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
  - {block: depthcull, plots: true}
END
mkdir broken
cp -r "$source_dir/rtl" "$source_dir/tb" "$source_dir/model" broken/
expect 0 '7 jobs: 7 passed' -- "$assay" regress page.yaml --out out
patch -s -p1 -d broken <"$source_dir/tb/dotmul/faults/carry_dropped.patch"
own_cache
export ASSAY_HOME=$work/broken
expect 1 '7 jobs: 4 passed, 3 failed' -- "$assay" regress page.yaml --out out
page=$work/out/report.html

# --- what is there ---

browse --enable-logging=stderr --dump-dom "file://$page" >dom.html 2>said.txt
check 'the browser has the page' test -s dom.html
has() { check "the page has: $1" grep -Eq -- "$2" dom.html; }
has 'a title' '<title>assay: page.yaml</title>'
has 'the verdict' 'class="verdict bad">7 jobs: 4 passed, 3 failed'
has 'status by block' '<th scope="row">dotmul</th><td>smallest</td><td>icarus</td><td class="n">3</td>'
has 'the block that passes' '<th scope="row">dpas</th><td>default</td><td>model</td><td class="n">1</td>'
has 'the bucket' '<h3 class="bad" id="bucket-1-name">dotmul: mismatch, port '
check 'and only one' test "$(grep -o '<h3 class="bad"' dom.html | wc -l)" = 1
has 'how many jobs are in it' '<p>3 of 7 jobs; soonest at cycle [0-9]+'
has 'the command' '/assay run dotmul --params smallest --scenario random --backend icarus --seed [0-9]+ --cycles 300'
has 'the least stimulus' 'Shrunk: <code>.*/assay replay .*/jobs/[0-9]+/dotmul-seed[0-9]+\.min\.replay --backend icarus'
has 'its listing' '^size: +units [0-9]+, transactions [0-9]+'
has 'the picture' '<figure class="cut"><div class="labels"><svg [^>]*class="assay-picture"'
has 'jobs of the bucket' '<summary>all 3 jobs</summary>'
has 'coverage' '<h2 id="coverage">Functional coverage</h2>'
has 'holes' '<h3>dpas: [0-9]+ not hit</h3>'
has 'each by name' '<li>u2\.u2\.1'
has 'plots' '<h2 id="plots">.*</h2>'
has 'shares by scene' '<title>depthcull: what decided the tiles, by scene \(f32\)</title>'
has 'a value' '<title>range, 1 layer: 100</title></rect>'
has 'a stated rate' '>stated: 4 times, at least</text>'
check 'three plots' test "$(grep -o '<svg class="assay-plot"' dom.html | wc -l)" = 3
has 'trends' '<h2 id="trends">.*</h2>'
check 'a point a regression, in two curves' test "$(grep -o '<circle ' dom.html | wc -l)" = 4

# --- nothing from elsewhere ---

# Names of XML's vocabularies look like addresses but are none.
sed 's|xmlns="http://www.w3.org/2000/svg"||g' "$page" >names.html
check 'no references' bash -c '! grep -Eiq "https?:|src=|url\(|@import|<(script|link|iframe|object|embed)" names.html'
check 'links lead into the page, or to files of the regression' bash -c '
    ! grep -Eo "href=\"[^\"]*" names.html | grep -Ev "^href=\"(#|jobs/|builds/)"'
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

# In each picture the labels stay and the failing cycle is in sight; the names of rows stay where a table scrolls.
cat >sight.js <<'END'
const wide = document.documentElement.clientWidth;
const said = [];
const inside = (box, frame) => box.left >= frame.left - 1 && box.right <= frame.right + 1;
const pictures = document.querySelectorAll('figure.cut');
for (const picture of pictures) {
    const labels = picture.querySelector('.labels'), cycles = picture.querySelector('.cycles');
    const frame = labels.getBoundingClientRect(), view = cycles.getBoundingClientRect();
    if (frame.left < 0 || view.right > wide + 1 || view.left < frame.right - 1)
        said.push('frames');
    for (const text of labels.querySelectorAll('text'))
        if (text.getBoundingClientRect().left < frame.right - 1 && text.getAttribute('class') !== 'title' &&
            !/\bmid\b/.test(text.getAttribute('class')) && !/scenario|left out|words of/.test(text.textContent) &&
            !inside(text.getBoundingClientRect(), frame))
            said.push('label ' + text.textContent);
    const fail = cycles.querySelector('.fail').getBoundingClientRect();
    if (fail.width < 10 || !inside(fail, view))
        said.push('fail');
    if (wide < 600 && cycles.scrollWidth <= cycles.clientWidth)
        said.push('does not scroll');
    if (wide > 1000 && cycles.scrollWidth > cycles.clientWidth)
        said.push('scrolls');
}
for (const fold of document.querySelectorAll('details'))
    fold.open = true;
let moved = 0;
for (const table of document.querySelectorAll('.wide')) {
    table.scrollLeft = 1000;
    moved += table.scrollLeft > 0;
    for (const name of table.querySelectorAll('tr > th[scope=row]:first-child'))
        if (Math.abs(name.getBoundingClientRect().left - table.getBoundingClientRect().left) > 1)
            said.push('name ' + name.textContent);
}
document.title = 'sight ' + pictures.length + ' pictures, tables ' + (moved ? 'scroll' : 'fit') + ': ' + (said.join(', ') || 'good');
END
{ sed '/Content-Security-Policy/d; /<\/body>/,$d' "$page"; echo '<script>'; cat sight.js; echo '</script></body></html>'; } >sight.html
for wanted in '1280 fit' '500 scroll'; do
    output=$(browse --window-size="${wanted% *}",2000 --dump-dom "file://$work/sight.html" 2>/dev/null |
        sed -n 's/.*<title>\(sight [^<]*\)<.*/\1/p')
    if [ "$output" = "sight 1 pictures, tables ${wanted#* }: good" ]; then pass; else fail "at ${wanted% *} pixels"; fi
done
# That it would be seen: pictures that begin at their left ends.
sed 's/direction:rtl//' sight.html >left.html
check 'a failing cycle out of sight is seen' bash -c 'grep -q ": fail</title>" <<<"$0"' \
    "$(browse --window-size=500,2000 --dump-dom "file://$work/left.html" 2>/dev/null)"

# --- plots, of numbers of the test's own ---

# curves Y,...: what a job with plots may have printed, over x from 1.
curves() {
    local n
    n=$(tr -dc , <<<"$1" | wc -c)
    printf '{"verdict":"pass","plots":[{"plot":"curves","title":"a & <b>","source":"[c]","x_label":"x, cycles",'
    printf '"y_label":"y, percent","log_x":true,"log_y":false,"x":[%s],' "$(seq -s, $((n + 1)))"
    printf '"series":[{"name":"seen","y":[%s]},{"name":"said","stated":true,"y":[%s]}],' "$1" "$1"
    printf '"lines":[{"name":"stated 9","y":9}]}]}\n'
}
# plotted: the page again with what is in numbers.json as the output of the job with plots.
job=$(dirname "$(grep -l '"plots"' out/jobs/*/stdout | sort -V | tail -n 1)")
cp "$job/stdout" whole.json
plotted() {
    cp numbers.json "$job/stdout"
    expect 0 '7 jobs' -- "$assay" report --out out --html plots.html
}
svgs() { grep -o '<svg class="assay-plot".*</svg>' "$1"; }
curves 5,1,4,null,3 >numbers.json
plotted
check 'one plot' test "$(svgs plots.html | wc -l)" = 1
check 'a point where there is a number' test "$(svgs plots.html | grep -o '<circle [^>]*><title>' | wc -l)" = 4
curves null,null >numbers.json
plotted
check 'no numbers' grep -q '>no numbers</text>' plots.html
for bad in '{"verdict":"pass","plots":[{"plot":"curves"}]}' '{"verdict":"pass","plots":[{' '{"verdict":"pass"}' ''; do
    echo "$bad" >numbers.json
    plotted
    check "no plots: $bad" grep -q '<p>No numbers for plots: ' plots.html
done
{ curves 5,1,4,null,3 | sed 's/\]}$//' | tr -d '\n'; sed 's/^.*"plots":\[/,/' whole.json; } >numbers.json
plotted
svgs plots.html >plots.svg
check 'four plots' test "$(wc -l <plots.svg)" = 4
if [ -n "$(type -P xmllint)" ]; then
    while read -r svg; do
        check 'well-formed by itself' xmllint --noout - <<<"$svg"
    done <plots.svg
fi
# In the browser nothing of a plot is outside its frame; light or dark, its texts are not those of the ground.
cat >look.js <<'END'
const seen = {out: 0, texts: 0, same: 0};
const ground = getComputedStyle(document.body).backgroundColor;
for (const svg of document.querySelectorAll('svg.assay-plot')) {
    const frame = svg.getBoundingClientRect();
    for (const part of svg.querySelectorAll('text, rect, circle, path, polyline, line')) {
        const box = part.getBoundingClientRect();
        if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 ||
            box.bottom > frame.bottom + 1)
            ++seen.out;
        const style = getComputedStyle(part);
        if (part.tagName === 'text')
            ++seen.texts;
        if (style.fill === ground || (part.tagName !== 'text' && style.stroke === ground))
            ++seen.same;
    }
}
document.title = 'out ' + seen.out + ' same ' + seen.same + ' ground ' + ground + (seen.texts > 80 ? ' texts' : '');
END
{ sed '/Content-Security-Policy/d; /<\/body>/,$d' plots.html; echo '<script>'; cat look.js; echo '</script></body></html>'; } >look.html
for scheme in '1 rgb(255, 255, 255)' '0 rgb(13, 17, 23)'; do
    wanted="out 0 same 0 ground ${scheme#* } texts"
    output=$(browse --blink-settings=preferredColorScheme="${scheme%% *}" --window-size=1280,2000 \
        --dump-dom "file://$work/look.html" 2>/dev/null | sed -n 's/.*<title>\(out [^<]*\)<.*/\1/p')
    if [ "$output" = "$wanted" ]; then pass; else fail "a plot in the browser: expected '$wanted'"; fi
done
shot=$(dirname "$assay")/report-page-dark.png
browse --blink-settings=preferredColorScheme=0 --window-size=1280,4000 --screenshot="$shot" "file://$work/plots.html" >/dev/null 2>&1
echo "screenshot: $shot"

echo '<body></body>' >empty.html
for width in 1280 500; do
    shot=$(dirname "$assay")/report-page-$width.png
    rm -f "$shot"
    browse --window-size=$width,2600 --screenshot="$shot" "file://$page" >/dev/null 2>&1
    browse --window-size=$width,2600 --screenshot="$work/empty.png" "file://$work/empty.html" >/dev/null 2>&1
    check "$shot is a PNG" test "$(head -c 8 "$shot" | od -An -tx1 | tr -d ' ')" = 89504e470d0a1a0a
    check "of $width pixels a row" test "$(png_number "$shot" 16)" = $width -a "$(png_number "$shot" 20)" = 2600
    check 'and not blank' test "$(stat -c %s "$shot")" -gt $((10 * $(stat -c %s empty.png)))
    echo "screenshot: $shot"
done

done_checking
