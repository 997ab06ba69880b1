# layers.awk - the includes of the C and C++ sources against the table of layers; and no two headers have the
# same include guard, as only one of them would be read.
#
#     find model tb regress -name '*.[ch]' -o -name '*.cpp' | awk -v page=.github/CONTRIBUTING.md -f layers.awk
#
# in the folder of the tree, the sources' names on standard input. An include is found as the compiler does:
# beside the file, then in model/, model/type/, tb/ and the tree; in an example of an attached block also in the
# folders that its block.yaml names, and NAME_model.h is written from that. Prints what is wrong, FILE:LINE first.
# Exit status: 0 nothing, 1 something, 2 no table or no sources.

BEGIN {
    roots = split("model/ model/type/ tb/", root, " ")
    root[++roots] = ""
    # What no source of the tree is: written by the build, or a simulator's.
    split("assay_version.h dut_pins.h verilated.h verilated_fst_c.h verilated_cov.h Vdpas.h Vdut_assay_mutant.h", name, " ")
    for (i in name)
        elsewhere[name[i]] = 1
    read_table()
    while ((getline source_name < "/dev/stdin") > 0)
        source[++sources] = source_name
    for (i = 1; i <= sources; ++i)
        there[source[i]] = 1
    if (!sources || !rows) {
        print "layers: " (rows ? "no sources" : page ": no table of layers") >"/dev/stderr"
        exit 2
    }
    for (i = 1; i <= sources; ++i)
        read_source(source[i])
    if (!includes) {
        print "layers: no include in any source" >"/dev/stderr"
        exit 2
    }
    loops(folder_edge, "folders")
    loops(file_edge, "files")
    loops(unit_edge, "sources")
    printf "%d sources, %d includes, %d layers, %d wrong\n", sources, includes, rows, wrong
    exit wrong > 0
}

function say(text) {
    print text
    ++wrong
}

# --- the table ---

function read_table(   line, cell, n, in_table) {
    while ((getline line < page) > 0) {
        if (line ~ /^\| *layer *\|/) {
            in_table = 1
        } else if (line !~ /^\|/) {
            in_table = 0
        } else if (in_table && line !~ /^\|[-| ]*$/) {
            n = split(line, cell, /\|/)
            if (n >= 4)
                add_row(trimmed(cell[2]), cell[3])
        }
    }
}

function trimmed(text) {
    gsub(/^ +| +$/, "", text)
    return text
}

function add_row(layer, folders,   word, n, k) {
    ++rows
    n = split(folders, word, /[` ]+/)
    for (k = 1; k <= n; ++k)
        if (word[k] != "") {
            pattern[++patterns] = word[k]
            layer_of_pattern[patterns] = layer
        }
}

# The layer of a folder: by its own name, as a block's, or by a pattern with one `*`. "": none.
function layer_of(folder,   k, best, at, head, tail) {
    if (folder in known)
        return known[folder]
    best = ""
    for (k = 1; k <= patterns && best == ""; ++k)
        if (pattern[k] == folder)
            best = layer_of_pattern[k]
    for (k = 1; k <= patterns && best == ""; ++k)
        if (pattern[k] == "tb/<block>" && folder ~ /^tb\/[^\/]*$/ && exists("model" substr(folder, 3) "/block.yaml"))
            best = layer_of_pattern[k]
    for (k = 1; k <= patterns && best == ""; ++k) {
        at = index(pattern[k], "*")
        head = substr(pattern[k], 1, at - 1)
        tail = substr(pattern[k], at + 1)
        if (at && length(folder) >= length(head) + length(tail) && index(folder, head) == 1 &&
            substr(folder, length(folder) - length(tail) + 1) == tail)
            best = layer_of_pattern[k]
        else if (at && tail == "" && folder "/" == head)
            best = layer_of_pattern[k]
    }
    # Below a folder of the examples or the tests: theirs.
    if (best == "" && folder ~ /^tb\/(examples|unit)\//)
        best = layer_of(substr(folder, 1, match(substr(folder, 4), /\//) + 2))
    known[folder] = best
    return best
}

# --- the sources ---

function exists(path,   line, found) {
    if (!(path in on_disk)) {
        found = (getline line < path) >= 0
        close(path)
        on_disk[path] = found
    }
    return on_disk[path]
}

function folder_of(path) {
    return match(path, /\/[^\/]*$/) ? substr(path, 1, RSTART - 1) : "."
}

# Without `x/../`.
function plain(path) {
    while (match(path, /[^\/.][^\/]*\/\.\.\//))
        path = substr(path, 1, RSTART - 1) substr(path, RSTART + RLENGTH)
    return path
}

function read_source(file,   line, number, at, folder, name) {
    folder = folder_of(file)
    if (layer_of(folder) == "" && !(folder in told)) {
        told[folder] = 1
        say(file ": folder " folder ": expected it in a row of the layers in " page)
    }
    while ((getline line < file) > 0) {
        ++number
        if (line ~ /^[ \t]*#[ \t]*include[ \t]*"/) {
            match(line, /"[^"]*"/)
            if (RSTART)
                read_include(file, folder, number, substr(line, RSTART + 1, RLENGTH - 2))
        } else if (name == "" && file ~ /\.h$/ && sub(/^[ \t]*#[ \t]*ifndef[ \t]+/, "", line)) {
            name = line
            sub(/[^A-Za-z0-9_].*/, "", name)
            check_guard(file, number, name)
        }
    }
    close(file)
}

# The first #ifndef of a header is its include guard.
function check_guard(file, number, name) {
    if (name in guard_of)
        say(file ":" number ": include guard " name " is that of " guard_of[name] ": expected one of its own")
    else
        guard_of[name] = file
}

function read_include(file, folder, number, path,   k, target, others, here) {
    ++includes
    here = plain(folder "/" path)
    if (exists(here))
        target = here
    for (k = 1; k <= roots; ++k) {
        if (!exists(root[k] path) || root[k] path == target)
            continue
        if (target == "")
            target = root[k] path
        else
            others = others " and " root[k] path
    }
    if (target == "") {
        if (!(path in elsewhere) && !is_generated(path) && !of_attached(folder, path))
            say(file ":" number ": \"" path "\" is nowhere: expected it beside the file, in model/, tb/ or the tree")
        return
    }
    if (others != "")
        say(file ":" number ": \"" path "\" is " target others ": expected one file of this name")
    judge(file, folder, number, target)
}

# <block>/<block>_pins.h and the like, which the build writes from model/<block>/block.yaml.
function is_generated(path,   part) {
    return split(path, part, "/") == 2 && path ~ /_(pins|block|systemc)\.h$/ && index(part[2], part[1] "_") == 1 &&
        length(part[2]) - length(part[1]) <= length("_systemc.h") && exists("model/" part[1] "/block.yaml")
}

# Whether an example of an attached block gets it from its block.yaml.
function of_attached(folder, path,   name, line, found, word, n) {
    if (folder !~ /^tb\/examples\//)
        return 0
    name = folder
    sub(/.*\//, "", name)
    while ((getline line < (folder "/block.yaml")) > 0) {
        found = found || path == name "_model.h"
        if (sub(/^ *include: *\[/, "", line))
            for (n = split(line, word, /[], ]+/); n > 0; --n)
                found = found || (word[n] != "" && exists(folder "/" word[n] "/" path))
    }
    close(folder "/block.yaml")
    return found
}

function judge(file, folder, number, target,   to, from_layer, to_layer, what) {
    to = folder_of(target)
    from_layer = layer_of(folder)
    to_layer = layer_of(to)
    what = file ":" number ": includes " target
    if (to_layer == "" && !(to in told)) {
        told[to] = 1
        say(what ", of no layer: expected it in a row of the layers in " page)
    }
    if (folder == to) {
        add(file_edge, file, target, file ":" number)
        if (unit_of(file) != unit_of(target) && is_unit(file) && is_unit(target))
            add(unit_edge, unit_of(file), unit_of(target), file ":" number)
        return
    }
    add(folder_edge, folder, to, file ":" number)
    if (from_layer == "" || to_layer == "" || from_layer == "on all")
        return
    if (to_layer == "on all" || (to_layer ~ /^on / && to_layer != from_layer))
        say(what ": expected nothing to include " to)
    else if (from_layer ~ /^on / && to_layer != from_layer && to_layer != substr(from_layer, 4))
        say(what ", of layer " to_layer ": expected " folder " to stand on layer " substr(from_layer, 4) " alone")
    else if (from_layer !~ /^on / && to_layer + 0 > from_layer + 0)
        say(what ": up from layer " from_layer " to " to_layer ": expected an include down or within a layer")
    else if ((folder == "regress" && to == "tb/cli") || (folder == "tb/cli" && to == "regress"))
        say(what ": expected regress and tb/cli not to include each other")
}

# A source with its header: x.c and x.h. A header alone is none.
function unit_of(path) {
    sub(/\.[a-z]+$/, "", path)
    return path
}

function is_unit(path) {
    path = unit_of(path)
    return (path ".c") in there || (path ".cpp") in there
}

# --- loops ---

function add(edge, from, to, where) {
    if (from == to)
        return
    if (!((from SUBSEP to) in edge))
        edge[from] = edge[from] SUBSEP to
    edge[from, to] = where
}

# Every loop once, by the first edge that closes it in a walk that goes deep first.
function loops(edge, what,   key, state, order, n, i, k, swap) {
    for (key in edge)
        if (index(key, SUBSEP) == 0)
            order[++n] = key
    for (i = 2; i <= n; ++i) # by name, so that the message is the same every time
        for (k = i; k > 1 && order[k - 1] > order[k]; --k) {
            swap = order[k]
            order[k] = order[k - 1]
            order[k - 1] = swap
        }
    for (i = 1; i <= n; ++i)
        if (!(order[i] in state))
            walk(edge, what, order[i], state, order[i])
}

function walk(edge, what, node, state, trail,   next_node, n, i) {
    state[node] = 1 # on the trail
    n = split(substr(edge[node], 2), next_node, SUBSEP)
    for (i = 1; i <= n; ++i) {
        if (!(next_node[i] in state))
            walk(edge, what, next_node[i], state, trail " " next_node[i])
        else if (state[next_node[i]] == 1)
            say("a loop of " what ": " tail_from(trail, next_node[i]) " " next_node[i] " (the last by " edge[node, next_node[i]] ")")
    }
    state[node] = 2
}

function tail_from(trail, node,   word, n, i, out) {
    n = split(trail, word, " ")
    for (i = n; i >= 1; --i) {
        out = word[i] (out == "" ? "" : " ") out
        if (word[i] == node)
            break
    }
    return out
}
