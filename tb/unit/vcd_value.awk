# vcd_value.awk - value of signals of a VCD at a time.
#
#     fst2vcd w.fst | awk -v names="ref.dst_data dpas.dst_data" -v at=280 -f vcd_value.awk
#
# prints NAME VALUE for each, the value as it stands after all changes at times up to `at`.
BEGIN {
    n = split(names, list, " ")
    for (i = 1; i <= n; ++i) wanted[list[i]] = 1
}
$1 == "$scope" { depth++; scope[depth] = $3 }
$1 == "$upscope" { depth-- }
$1 == "$var" {
    path = ""
    for (i = 1; i <= depth; ++i) path = path scope[i] "."
    path = path $5
    if (path in wanted) { id[path] = $4 }
}
/^#/ { if (substr($1, 2) + 0 > at + 0) exit }
/^[01xz]/ { value[substr($1, 2)] = substr($1, 1, 1) }
/^b/ { value[$2] = substr($1, 2) }
END {
    for (i = 1; i <= n; ++i) print list[i], (list[i] in id) ? value[id[list[i]]] : "absent"
}
