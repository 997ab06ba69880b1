# skips.awk - which tests of a run by ctest were skipped, and whether they may be.
#
#     awk -f skips.awk skips.txt FILE.xml       FILE.xml: of ctest --output-junit FILE.xml
#
# Prints a line for each skipped test. Exit status: 0 all of them are allowed, 1 one is not, 2 the report
# is none or has no test.

function plain(text) {
    gsub(/&lt;/, "<", text)
    gsub(/&gt;/, ">", text)
    gsub(/&quot;/, "\"", text)
    gsub(/&apos;/, "'", text)
    gsub(/&amp;/, "\\&", text)
    return text
}

# The value of an attribute of the tag in this line.
function attribute(name) {
    if (!match($0, " " name "=\"[^\"]*\""))
        return ""
    return plain(substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4))
}

FILENAME == ARGV[1] {
    if (!/^#/ && NF) {
        n = split($0, column, /\t+/)
        if (n != 3) {
            printf "skips: %s:%d: %d columns: expected three, with tabs between them\n", FILENAME, FNR, n >"/dev/stderr"
            bad = 1
        }
        ++rows
        allowed[rows] = column[1]
        says[rows] = column[2]
        why[rows] = column[3]
    }
    next
}

/<testcase / {
    ++tests
    test = attribute("name")
    status = attribute("status")
    reason = ""
    said = ""
}

/<skipped / { said = attribute("message") }

/<system-out>/, /<\/system-out>/ {
    line = $0
    gsub(/^.*<system-out>|<\/system-out>.*$/, "", line)
    line = plain(line)
    for (i = 1; i <= rows && reason == ""; ++i)
        if (allowed[i] == test && index(line, says[i]))
            reason = why[i]
    if (line ~ /skipped|^prove: no /)
        said = line
}

/<\/testcase>/ && (status == "notrun" || status == "disabled") {
    if (reason != "") {
        printf "skips: %s: allowed: %s\n", test, reason
    } else {
        printf "skips: %s: NOT RUN: %s: expected it to run, or a line in %s\n", test, said, ARGV[1]
        not_allowed = 1
    }
}

/<\/testsuite>/ { whole = 1 }

END {
    if (!tests || !whole) {
        printf "skips: %s: expected a report of ctest with the tests of a run\n", ARGV[2] >"/dev/stderr"
        bad = 1
    }
    exit bad ? 2 : not_allowed
}
