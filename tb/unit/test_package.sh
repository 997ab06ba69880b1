#!/usr/bin/env bash
# test_package.sh - the Debian package: what it depends on, what it holds, and that it works when it is unpacked: the
# program by a run of the model, the library in C and in Python.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

build=$(dirname "$assay")
for tool in cpack dpkg-deb dpkg-shlibdeps; do
    if [ -z "$(type -P $tool)" ]; then
        echo "skipped: no $tool here"
        exit 77
    fi
done
if grep -q '^CMAKE_BUILD_TYPE:.*=\(Sanitize\|Coverage\)$' "$build/CMakeCache.txt"; then
    echo 'skipped: a package is made of a release'
    exit 77
fi

# What is built is packed; cpack sees that all is.
mkdir packed
check 'cpack' cpack --config "$build/CPackConfig.cmake" -B "$work/packed"
deb=$(echo packed/*.deb)
version=$("$assay" --version | sed -n '1s/^assay \([0-9.]*\).*/\1/p')
check 'its name' test "$deb" = "packed/assay_${version}_$(dpkg --print-architecture).deb"
control=$(dpkg-deb --field "$deb")
holds() { case $control in *"$1"*) pass ;; *) output=$control; fail "the package has no $1" ;; esac; }
holds 'Package: assay'
for package in 'verilator (>= 5)' g++ binutils zlib1g-dev patch libcjson1 libpng16-16 libsqlite3-0 libssl3 libyaml-0-2 libc6; do
    case $(dpkg-deb --field "$deb" Depends), in *"$package"[\ ,]*) pass ;; *) fail "it does not depend on $package" ;; esac
done
check 'it does not depend on itself' bash -c '! dpkg-deb --field "$0" Depends | grep -q assay' "$deb"
check 'ldconfig runs' bash -c 'dpkg-deb --info "$0" triggers | grep -qx "activate-noawait ldconfig"' "$deb"

dpkg-deb --contents "$deb" >contents
for file in usr/bin/assay usr/lib/libassay_model.so usr/lib/libassay_model.a usr/include/assay/model.h usr/lib/pkgconfig/assay.pc \
    usr/lib/cmake/assay/assay-config.cmake usr/share/man/man1/assay.1 usr/share/bash-completion/completions/assay \
    usr/share/doc/assay/copyright usr/share/assay/rtl/dotmul/dotmul.f usr/share/assay/regress/smoke.yaml \
    usr/lib/python3/dist-packages/assay.py usr/share/assay/tb/examples/python_bench/compare.py; do
    check "it holds $file" grep -Eq " \./$file( ->|\$)" contents
done
output=$(grep -E '/(build|unit|__pycache__|\.git[^/]*)/' contents)
if [ -z "$output" ]; then pass; else fail 'it holds what is not to be installed'; fi
output=$(awk '$2 != "root/root"' contents)
if [ -z "$output" ]; then pass; else fail 'a file is not of root'; fi

# Unpacked, as dpkg would.
check 'it unpacks' dpkg-deb --extract "$deb" unpacked
unset ASSAY_HOME ASSAY_CACHE ASSAY_VPI ASSAY_PROGRAM
export HOME=$work/home XDG_CACHE_HOME=$work/cache
mkdir home
expect 0 "files $work/unpacked/usr/share/assay" -- unpacked/usr/bin/assay --version
expect 0 'backend model' -- unpacked/usr/bin/assay run dotmul --backend model --cycles 1000
expect 0 '2 jobs: 2 passed' -- bash -c '
    printf "entries:\n  - {block: dotmul, backend: model, cycles: 100}\n" >list.yaml
    printf "  - {block: fp, backend: model, cycles: 100}\n" >>list.yaml
    unpacked/usr/bin/assay regress list.yaml --out out'
if [ -n "$(type -P python3)" ]; then
    expect 0 "$work/unpacked/usr/lib/libassay_model.so" '[[19, 22], [43, 50]]' -- env PYTHONDONTWRITEBYTECODE=1 \
        PYTHONPATH=unpacked/usr/lib/python3/dist-packages python3 -c '
import assay
print(assay.library, assay.gemm([[1, 2], [3, 4]], [[5, 6], [7, 8]]))'
fi
cp "$source_dir/tb/examples/link_model/mean.c" .
check 'a program compiles' gcc mean.c -o mean -Iunpacked/usr/include -Lunpacked/usr/lib -lassay_model -Wl,-rpath,"$work/unpacked/usr/lib"
expect 0 'mean 5' -- ./mean

done_checking
