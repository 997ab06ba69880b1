#!/usr/bin/env bash
# test_python.sh - the models in Python: whole operations, a model by the names of its pins, what is refused; and the
# example beside a bench, with RTL that is right and with a known bug.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

if [ -z "$(type -P python3)" ]; then
    echo 'skipped: no python3 here'
    exit 77
fi
library=$(dirname "$assay")/libassay_model.so
if nm "$library" | grep -q __asan_; then
    echo 'skipped: a library with sanitizers is not for other programs'
    exit 77
fi
export ASSAY_LIBRARY=$library PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$source_dir/tb/python

check 'what the module computes' python3 - <<'END'
import math, random, struct
import assay

def refused(call, words):
    try:
        call()
    except assay.Error as problem:
        assert words in str(problem), problem
        return problem
    raise AssertionError("not refused: " + words)

assert "dpas" in assay.blocks() and assay.params("fp") == {"div": 1}
refused(lambda: assay.params("none"), "block 'none': ")

# --- numbers, against the host's conversions ---
rng = random.Random(20)
for i in range(3000):
    bits = rng.getrandbits(32)
    value = struct.unpack("<f", struct.pack("<I", bits))[0]
    if not math.isnan(value):
        assert assay.pattern(value) == bits and assay.number(bits) == value
    value = rng.uniform(-70000, 70000) * 2.0 ** rng.randint(-30, 0)
    try:
        half = struct.unpack("<H", struct.pack("<e", value))[0]
    except OverflowError:
        half = 0x7C00 | (0x8000 if value < 0 else 0)
    assert assay.pattern(value, "f16") == half, value
assert assay.pattern(0.1, "tf32") == assay.pattern(0.1) == 0x3DCCCCCD and assay.number(0x3F803FFF, "tf32") == 1 + 2.0**-10
assert assay.number(0x7F800001, "tf32") == math.inf and math.isnan(assay.number(0x7F802000, "tf32"))
assert assay.pattern(float("-inf"), "bf16") == 0xFF80 and math.isnan(assay.number(0x7FC0, "bf16"))
assert assay.pattern(-0.0, "f16") == 0x8000

# --- gemm, against sums in Python ---
for a_type, b_type, low, high in (("s8", "s8", -128, 127), ("u8", "s4", 0, 255), ("u4", "u4", 0, 15)):
    other = {"s8": (-128, 127), "s4": (-8, 7), "u4": (0, 15)}[b_type]
    m, k, n = 5, 37, 4
    a = [[rng.randint(low, high) for _ in range(k)] for _ in range(m)]
    b = [[rng.randint(*other) for _ in range(n)] for _ in range(k)]
    c = [[rng.randint(-9999, 9999) for _ in range(n)] for _ in range(m)]
    exact = [[c[i][j] + sum(a[i][x] * b[x][j] for x in range(k)) for j in range(n)] for i in range(m)]
    assert assay.gemm(a, b, c, a_type=a_type, b_type=b_type) == exact
assert assay.gemm([[127] * 2], [[127]] * 2, [[2**31 - 1]], saturate=True) == [[2**31 - 1]]
assert assay.gemm([[1.5, 2.0]], [[2.0], [0.25]], a_type="bf16") == [[assay.pattern(3.5)]]
assert assay.gemm([], []) == [] and assay.gemm([[], []], [], a_type="u8") == [[], []]
a = [[rng.uniform(-4, 4) for _ in range(40)] for _ in range(3)]
b = [[rng.uniform(-4, 4) for _ in range(2)] for _ in range(40)]
for profile in ("volta", "hopper", "cdna3"):
    d = assay.gemm(a, b, a_type="f16", numerics=profile)
    assert d == [[assay.fdot(row, [x[j] for x in b], profile=profile) for j in range(2)] for row in a]
    assert all(abs(assay.number(d[i][j]) - sum(x * y[j] for x, y in zip(a[i], b))) < 0.2 for i in range(3) for j in range(2))
assert assay.fdot([1.0, 2.0], [0.5, 0.25]) == 0x3F800000
assert assay.fdot([0x38] * 32, [0x38] * 32, profile="blackwell_scaled", a_format="e4m3", a_scales=[128], b_scales=[127]) == assay.pattern(64.0)
refused(lambda: assay.gemm([[128]], [[1]]), "element 128 of s8: expected -128 to 127")
refused(lambda: assay.gemm([[0.5]], [[1]]), "element 0.5 of s8: expected an integer")
refused(lambda: assay.gemm([[1, 2]], [[1]]), "a has 2 columns, b 1 rows")
refused(lambda: assay.gemm([[1], [1, 2]], [[1]]), "rows of different lengths")
refused(lambda: assay.gemm([[1]], [[1]], [[1, 2]]), "c is 1 x 2: expected 1 x 1")
refused(lambda: assay.gemm([[1]], [[1]], a_type="s9"), "a_type 's9': expected one of u2")
assert refused(lambda: assay.gemm([[1.0]], [[1.0]], a_type="f16", saturate=True), "gemm: ").status
refused(lambda: assay.gemm([[1.0]], [[1.0]], a_type="f16", numerics="hoper"), "profile 'hoper'")
refused(lambda: assay.fdot([1.0], []), "1 elements of a, 0 of b")
refused(lambda: assay.fdot([1.0], [1.0], profile="volta", a_format="bf16"), "volta, bf16, bf16, f32: ")
refused(lambda: assay.fdot([1.0], [1.0], a_scales=[1]), "fdot: ")
refused(lambda: assay.fdot([0x38], [0x38], profile="blackwell_scaled", a_format="e4m3"), "without scales")

# --- a model ---
with assay.Model("fp", div=1) as fp:
    assert fp.param("div") == 1 and fp.ports["op_a"].width == 32 and fp.ports["res_value"].role == "payload"
    fp.reset()
    fp.set(op_code=4, op_a=0x3F800000, op_b=0x40400000, op_valid=1, res_ready=1)
    saved, second = fp.save(), fp.copy()
    def divide(m):
        cycles = 0
        while True:
            m.step()
            cycles += 1
            if m["op_ready"]:
                m["op_valid"] = 0
            if m["res_valid"]:
                return m["res_value"], cycles
    first = divide(fp)
    assert first[0] == 0x3EAAAAAB and divide(second) == first
    fp.load(saved)
    assert divide(fp) == first
    refused(lambda: fp["none"], "fp has no pin 'none'")
    refused(lambda: fp.set(res_value=1), "res_value is an output")
    refused(lambda: fp.set(op_valid=2), "op_valid = 2: expected 0 to 2^1 - 1")
    refused(lambda: fp.set(op_a=-1), "op_a = -1")
    refused(lambda: fp.load(saved[:-1]), "fp: ")
    refused(lambda: fp.param("none"), "parameter 'none'")
refused(fp.step, "is closed")
fp.close()
wide = assay.Model("dpas", "lanes=8", depth=4)
name = max(wide.ports, key=lambda pin: wide.ports[pin].is_input * wide.ports[pin].width)
assert wide.ports[name].width > 64
wide[name] = value = rng.getrandbits(wide.ports[name].width)
assert wide[name] == value
refused(lambda: assay.Model("dpass"), "dpass")
refused(lambda: assay.Model("dpas", lanes=5), "lanes")

# --- arguments of another kind ---
with assay.Model("fp") as fp:
    refused(lambda: fp.set(op_a=1.5), "op_a = 1.5: expected an integer")
    refused(lambda: fp.set(op_a=None), "op_a = None: expected an integer")
    refused(lambda: fp[[]], "fp has no pin []")
    refused(lambda: fp.step(1.5), "cycles = 1.5: expected an integer")
    refused(lambda: fp.step(-1), "cycles = -1: expected 0 or more")
    refused(lambda: fp.param(None), "parameter None: expected a name")
    for what in (None, 5, "text", [300]):
        refused(lambda: fp.load(what), "expected the bytes of a snapshot")
    fp.step(0)
    fp.load(bytearray(fp.save()))
refused(lambda: assay.params(None), "block None: expected a name")
refused(lambda: assay.Model(None), "block None: expected a name")
refused(lambda: assay.Model("fp\0"), "expected a name")
refused(lambda: assay.Model("dpas", 5), "parameters 5: expected a name")
refused(lambda: assay.Model("dpas", lanes="8"), "lanes = '8': expected an integer")
for value in ("x", None, 10**400):
    refused(lambda: assay.pattern(value, "f16"), "expected a number that is a float")
refused(lambda: assay.pattern(1.0, []), "pattern of []: expected one of")
refused(lambda: assay.number(1.5), "pattern = 1.5: expected an integer")
refused(lambda: assay.gemm(5, 6), "a is 5: expected a list")
refused(lambda: assay.gemm([5], [[6]]), "a row of a is 5: expected a list")
refused(lambda: assay.gemm([[5]], [[6]], 7), "c is 7: expected a list")
refused(lambda: assay.gemm([[5]], [["6"]]), "element '6' of s8: expected an integer")
refused(lambda: assay.gemm([[5]], [[6]], threads=1.5), "threads = 1.5: expected an integer")
refused(lambda: assay.gemm([[5]], [[6]], threads=-1), "threads = -1: expected 0 to 2^32 - 1")
refused(lambda: assay.gemm([[5]], [[6]], systolic_depth=2**32), "expected 0 to 2^32 - 1")
refused(lambda: assay.gemm([[5]], [[6]], a_type=[]), "a_type []: expected one of u2")
refused(lambda: assay.gemm([[1.0]], [[1.0]], a_type="f16", numerics=5), "numerics is 5: expected a list")
refused(lambda: assay.gemm([[1.0]], [[1.0]], a_type="f16", numerics=("volta",)), "expected a profile, or a profile and an output")
refused(lambda: assay.fdot(5, [1.0]), "a is 5: expected a list")
refused(lambda: assay.fdot([1.0], [1.0], "x"), "element 'x' of f32: expected a number")
scaled = {"profile": "blackwell_scaled", "a_format": "e4m3", "b_scales": [127]}
refused(lambda: assay.fdot([0x38], [0x38], a_scales=1, **scaled), "a_scales is 1: expected a list")
refused(lambda: assay.fdot([0x38], [0x38], a_scales=[256], **scaled), "a_scales: [256]: expected integers from 0 to 255")
END

# --- the library is found, and another is not taken ---

expect 0 "$library" -- python3 -c 'import assay; print(assay.library)'
expect 1 'none.so: no such file: expected the library of Assay there' -- env ASSAY_LIBRARY="$work/none.so" python3 -c 'import assay'
echo 'not a library' >text.so
expect 1 'expected the library of Assay there' -- env ASSAY_LIBRARY="$work/text.so" python3 -c 'import assay'
mkdir -p copy
sed 's/^VERSION = .*/VERSION = "9.9"/' "$source_dir/tb/python/assay.py" >copy/assay.py
expect 1 'expected 9.9, that of this file' -- env PYTHONPATH="$work/copy" python3 -c 'import assay'
cp "$source_dir/tb/python/assay.py" copy/
cp -L "$library" copy/
expect 0 "$work/copy/libassay_model.so" -- env -u ASSAY_LIBRARY PYTHONPATH="$work/copy" python3 -c 'import assay; print(assay.library)'

# --- the example ---

if [ -n "$(type -P iverilog)" ]; then
    example=$source_dir/tb/examples/python_bench
    check 'the bench compiles' iverilog -g2005 -o bench "$example/bench.v" "$source_dir"/rtl/dotmul/*.v
    expect 0 '2000 cycles, ' ' values: all equal' -- bash -c 'vvp bench | python3 "$0/compare.py" dotmul' "$example"
    mkdir tree
    cp -r "$source_dir/rtl" tree/
    patch -s -p1 -d tree <"$source_dir/tb/dotmul/faults/carry_dropped.patch"
    check 'the bench compiles with a bug' iverilog -g2005 -o broken "$example/bench.v" tree/rtl/dotmul/*.v
    expect 1 'res_p: expected ' ', actual ' -- bash -c 'vvp broken | python3 "$0/compare.py" dotmul' "$example"
    expect 2 'compare.py: ' -- bash -c 'echo none | python3 "$0/compare.py" dotmul' "$example"
    expect 2 "compare.py: no block 'none': expected one of " -- bash -c 'echo rst | python3 "$0/compare.py" none' "$example"
fi

done_checking
