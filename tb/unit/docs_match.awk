# docs_match.awk - whether a command printed what a page shows.
#
#     awk -v tree=FOLDER -v home=FOLDER -f docs_match.awk SHOWN PRINTED
#
# Line by line, all of it. A line `...` in SHOWN stands for any lines, or none. Left out of both: empty lines,
# blanks at the end of a line, the paths of the two folders, lines `assay: building ...` and `assay: built ...` (it may be built
# already), and what differs from run to run, which is
#
#     every number in a line that begins with speed:, seconds: or effort:
#     elsewhere numbers with an exponent (1.2e+05), seconds with a point (0.25 s), dates and times
#     (2026-01-31, 12:00:00), versions (1.2.3); and how many blanks are before them
#
# Exit status: 0 it did, 1 it did not; then the first lines that are not there are printed.

function without(line, folder,   at) {
    while (folder != "" && (at = index(line, folder "/")) > 0)
        line = substr(line, 1, at - 1) substr(line, at + length(folder) + 1)
    return line
}

function plain(line) {
    line = without(without(line, tree), home)
    sub(/[ \t\r]+$/, "", line)
    if (line ~ /^ *(speed|seconds|effort):/) {
        gsub(/[0-9][0-9.]*(e[-+]?[0-9]+)?/, "N", line)
        return line
    }
    gsub(/ *[0-9][0-9.]*e[-+]?[0-9]+/, " N", line)
    gsub(/ *[0-9]+\.[0-9]+ s/, " N s", line)
    gsub(/[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]/, "DATE", line)
    gsub(/[0-9][0-9]:[0-9][0-9]:[0-9][0-9]/, "TIME", line)
    gsub(/[0-9]+\.[0-9]+\.[0-9]+/, "VERSION", line)
    return line
}

NF == 0 || /^assay: (building|built) / { next }
FILENAME == ARGV[1] { shown[++n_shown] = $0; next }
{ printed[++n_printed] = $0 }

# How many of the lines shown from `from` on, before the next `...`, are those printed from `at` on.
function same(from, to, at,   i) {
    for (i = from; i <= to; ++i)
        if (at + i - from > n_printed || plain(shown[i]) != plain(printed[at + i - from]))
            break
    return i - from
}

END {
    at = 1 # the next line printed
    if (tree == "") {
        print "no folder of the tree given"
        exit 1
    }
    for (from = 1; from <= n_shown + 1; from = to + 2) {
        for (to = from; to <= n_shown && shown[to] !~ /^ *\.\.\.$/; ++to)
            ;
        --to # shown[from..to] are together
        open_before = from > 1
        open_after = to < n_shown
        found = to < from && (open_before || open_after)
        low = high = at
        if (open_before && open_after)
            high = n_printed
        else if (open_before && n_printed - (to - from) > at)
            low = high = n_printed - (to - from)
        best = 0
        best_at = low
        for (i = low; !found && i <= high; ++i) {
            n = same(from, to, i)
            if (n > best) {
                best = n
                best_at = i
            }
            if (n == to - from + 1 && (open_after || i + n == n_printed + 1)) {
                found = 1
                at = i + n
            }
        }
        if (!found) {
            if (best == to - from + 1)
                printf "printed, and not shown: %s\n", printed[best_at + best]
            else
                printf "shown:   %s\nprinted: %s\n", shown[from + best], best_at + best <= n_printed ? printed[best_at + best] : "(nothing more)"
            exit 1
        }
    }
    exit 0
}
