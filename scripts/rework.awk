# rework.awk - a Verilog source, reworked: the same design with other lines and other names.
#
#     awk -f rework.awk GOOD.v ANY.v        prints ANY.v
#
# Every third variable that GOOD.v declares inside its modules gets another name, and a comment is added before each always block.
# ANY.v is GOOD.v or a version of it with a few changed lines: what is printed for the two differs in the same lines.
function words(line, act,   out, word, before) {
    out = ""
    while (match(line, /[A-Za-z_][A-Za-z0-9_$]*/)) {
        word = substr(line, RSTART, RLENGTH)
        out = out substr(line, 1, RSTART - 1)
        # Not the name of a port, behind a dot; but that of a variable in a block, behind its dot.
        if ((out !~ /[.'0-9`]$/ || out ~ /[]A-Za-z0-9_]\.$/) && (word in other)) word = other[word]
        out = out word
        line = substr(line, RSTART + RLENGTH)
    }
    return out line
}

function declare(line,   n, i, part, name) {
    sub(/\/\/.*/, "", line)
    sub(/^ *(reg|wire) *(signed)? */, "", line)
    sub(/^(\[[^]]*\] *)+/, "", line)
    sub(/=.*/, "", line)
    gsub(/\[[^]]*\]/, "", line)
    n = split(line, part, ",")
    for (i = 1; i <= n; ++i) {
        name = part[i]
        gsub(/[ ;]/, "", name)
        if (name ~ /^[A-Za-z_][A-Za-z0-9_]*$/ && !(name in seen)) {
            seen[name] = 1
            order[++count] = name
        }
    }
}

FNR == NR {
    if ($0 ~ /^ *(input|output)/) {
        part = $0
        sub(/\/\/.*/, "", part)
        while (match(part, /[A-Za-z_][A-Za-z0-9_]*/)) {
            port[substr(part, RSTART, RLENGTH)] = 1
            part = substr(part, RSTART + RLENGTH)
        }
    } else if ($0 ~ /^ *(reg|wire) /) {
        declare($0)
    }
    next
}

FNR == 1 {
    for (i = 3; i <= count; i += 3)
        if (!(order[i] in port)) other[order[i]] = order[i] "_next"
    print "// Reworked: other names, other lines."
    print "//"
}

/^ *always / { print "    // A block that runs." }

/^`/ {
    print
    next
}

{ print words($0) }
