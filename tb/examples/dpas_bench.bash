# dpas_bench.bash - the options of dpi_dpas/run.sh and vpi_dpas/run.sh, which set $here and source this file:
#
#     [-r LIST] [-o FOLDER] [-l LANES] [-d DEPTH] [+seed=N +cycles=N ...]
#
# -r is the file list of other RTL with the same pins; -o keeps the built files in FOLDER. ASSAY_BUILD is the
# folder with the library for the simulator (default: build). Sets root, build, list, out, lanes and depth; the
# remaining arguments are for the bench.
root=$(cd "$here/../../.." && pwd)
build=$(cd "${ASSAY_BUILD:-$root/build}" && pwd) || exit 2
list=$root/rtl/dpas/dpas.f out= lanes=4 depth=2
while getopts r:o:l:d: option; do
    case $option in
    r) list=$OPTARG ;;
    o) out=$OPTARG ;;
    l) lanes=$OPTARG ;;
    d) depth=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))

if [ -z "$out" ]; then
    out=$(mktemp -d)
    trap 'rm -rf "$out"' EXIT
fi
mkdir -p "$out" && out=$(cd "$out" && pwd) || exit 2
