# drop_resets.awk - guard each assignment in a reset, so that a run can leave one out.
#
#     awk -v first=N -f drop_resets.awk FILE.v >GUARDED.v
#
# Each `X <= ...;` below `if (rst...)` becomes `begin if (assay_drop != K) X <= ...; end`, K counting from N. At time 0 the module
# reads assay_drop from the file `drop` in the working folder, which holds 0 for no fault. On standard error, for each: K,
# the line, and X. Comments are left out.

{ text = text $0 "\n" }

# Of a string with brackets from its first character on: how many characters up to the bracket's end.
function bracketed(s,    i, depth, c) {
    for (i = 1; i <= length(s); ++i) {
        c = substr(s, i, 1)
        depth += (c == "(") - (c == ")")
        if (!depth) return i
    }
    return length(s)
}

# The characters of the statement that s begins with: `begin ... end`, or up to the semicolon.
function statement(s,    at, depth, rest, word) {
    if (s !~ /^[ \n]*begin[^A-Za-z0-9_]/) {
        if (match(s, /^[ \n]*for *\(/)) {
            at = RLENGTH - 1
            at += bracketed(substr(s, RLENGTH))
            return at + statement(substr(s, at + 1))
        }
        return index(s, ";")
    }
    rest = s
    at = 0
    while (match(rest, /[A-Za-z_][A-Za-z0-9_]*/)) {
        word = substr(rest, RSTART, RLENGTH)
        at += RSTART + RLENGTH - 1
        rest = substr(rest, RSTART + RLENGTH)
        if (word == "begin" || word == "case") ++depth
        if (word == "end" || word == "endcase") if (--depth == 0) return at
    }
    return length(s)
}

# A reset's statement with its assignments guarded.
function guarded(s, before,    out, head, left, end, lines) {
    while (match(s, /([A-Za-z_][A-Za-z0-9_]*(\[[^\]]*\])*|\{[^{}]*\})[ \n]*<=/)) {
        head = substr(s, 1, RSTART - 1)
        left = substr(s, RSTART, RLENGTH - 2)
        end = RSTART + index(substr(s, RSTART), ";") - 1
        lines = before out head
        number = number ? number + 1 : first
        out = out head "begin if (assay_drop != " number ") " substr(s, RSTART, end - RSTART + 1) " end"
        gsub(/[ \n]+/, " ", left)
        print number, FILENAME ":" gsub(/\n/, "\n", lines) + 1, left >"/dev/stderr"
        s = substr(s, end + 1)
    }
    return out s
}

END {
    gsub(/\/\/[^\n]*/, "", text)
    rest = text
    while (match(rest, /if *\(rst/)) {
        condition = bracketed(substr(rest, RSTART + RLENGTH - 4))
        at = RSTART + RLENGTH - 5 + condition
        done = done substr(rest, 1, at)
        rest = substr(rest, at + 1)
        n = statement(rest)
        done = done guarded(substr(rest, 1, n), done)
        rest = substr(rest, n + 1)
    }
    done = done rest
    if (number && match(done, /\n *\);/))
        done = substr(done, 1, RSTART + RLENGTH - 1) "\n    integer assay_drop, assay_drop_file, assay_drop_read;\n" \
            "    initial begin\n        assay_drop_file = $fopen(\"drop\", \"r\");\n" \
            "        assay_drop_read = $fscanf(assay_drop_file, \"%d\", assay_drop);\n" \
            "        $fclose(assay_drop_file);\n    end\n" substr(done, RSTART + RLENGTH)
    printf "%s", done
}
