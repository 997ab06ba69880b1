#!/usr/bin/env bash
# test_patches.sh - every known bug and every planted one is a patch to the RTL as it stands: it applies
# at its lines and without fuzz.
. "$(dirname "$0")/check.bash"
cd "$source_dir" || exit 1

count=0
for patch in tb/*/faults/*.patch tb/*/formal/cells/*.patch; do
    count=$((count + 1))
    output=$(patch -p1 -t -F0 --dry-run -i "$patch" 2>&1)
    status=$?
    case $status$output in
    *"(offset "* | *"with fuzz "* | [!0]*) fail "$patch does not apply as it is" ;;
    *) pass ;;
    esac
done
[ "$count" -ge 100 ] && pass || fail "$count patches"

done_checking
