/*
 * report_html_page.c - the frame of the report's pages. A page is self-contained: no network, no
 * scripts, no other files. Its policy makes the browser refuse anything that would be loaded or
 * run.
 */
#include "base/xml.h"
#include "regress/report_html.h"

/*
 * A table that is wider than the window scrolls on its own, with its row names fixed. A picture has
 * a fixed part with the labels and a scrolling part with the cycles. The latter runs from right to
 * left, so that it initially shows its right end, where the failing cycle is.
 */
static const char style[] =
    "body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:72em;padding:0 1em;"
    "color:#1b1f24;background:#fff;overflow-wrap:break-word}"
    "h1{font-size:1.5em}h2{font-size:1.2em;margin-top:2em;border-bottom:1px solid #d0d7de}"
    "h3{font-size:1.05em;margin:1.5em 0 .4em}"
    "a{color:#0969da}nav ul{padding-left:1.2em;margin:.3em 0}"
    ".wide{overflow-x:auto}"
    "table{border-collapse:collapse;margin:.5em 0}"
    "th,td{padding:.25em .7em;border-bottom:1px solid #d8dee4;text-align:left;white-space:nowrap}"
    "th[scope=row]{font-weight:inherit;position:sticky;left:0;background:#fff}"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}td.text{white-space:normal}"
    "tr.sum td,tr.sum th{border-top:2px solid #8c959f;border-bottom:0;font-weight:600}"
    "code,pre{font:13px/1.4 ui-monospace,monospace}"
    "pre{background:#f6f8fa;padding:.6em;overflow-x:auto}"
    "pre.command,pre.said{white-space:pre-wrap}"
    ".good{color:#116329}.bad{color:#a40e26;font-weight:600}.dim{color:#57606a}"
    ".verdict{font-size:1.15em;padding:.5em .8em;border-left:.4em solid}"
    ".bar{display:inline-block;width:8em;height:.7em;background:#d8dee4}"
    ".bar span{display:block;height:100%;background:#2da44e}"
    "figure{margin:.5em 0;overflow-x:auto}svg.trend,svg.assay-plot{max-width:100%;height:auto}"
    "figure.cut{display:flex;overflow:visible}figure.cut svg{display:block}"
    ".labels{flex:none;max-width:calc(100% - 110px);overflow:hidden}"
    ".cycles{flex:0 1 auto;min-width:0;overflow-x:auto;direction:rtl}.cycles svg{direction:ltr}"
    "ul.links{padding:0;list-style:none}ul.links li{display:inline-block;margin-right:1.2em}"
    "details{margin:.3em 0}details>*:not(summary){margin:.3em 0 .3em 1.2em}"
    "ul.points{columns:20em;padding:0;list-style:none;font:13px/1.5 ui-monospace,monospace}"
    "ul.points li{break-inside:avoid}"
    ".line{stroke:#d8dee4}.title{fill:#1b1f24}.blue{stroke:#0969da}.dot{fill:#0969da}"
    ":root{color-scheme:light dark}"
    "@media (prefers-color-scheme:dark){"
    "body{color:#e6edf3;background:#0d1117}th[scope=row]{background:#0d1117}a{color:#58a6ff}"
    "h2,th,td{border-color:#30363d}"
    "tr.sum td,tr.sum th{border-color:#6e7681}pre{background:#161b22}.bar{background:#30363d}"
    ".good{color:#56d364}.bad{color:#ff7b72}.dim{color:#9ea7b3}"
    ".line{stroke:#30363d}.title{fill:#e6edf3}.blue{stroke:#58a6ff}.dot{fill:#58a6ff}"
    "svg.trend{fill:#9ea7b3}}";

void assay_html_begin(FILE *f, const char *title)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>assay: ",
          f);
    assay_xml_put(f, title);
    fprintf(f,
            "</title>\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
            "style-src 'unsafe-inline'\">\n"
            "<meta name=\"viewport\" content=\"width=device-width\">\n<style>%s</style>\n"
            "</head>\n<body>\n",
            style);
}

void assay_html_end(FILE *f)
{
    fputs("</body>\n</html>\n", f);
}
