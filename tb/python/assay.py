"""assay - the golden models in Python: one file over the shared library libassay_model, by ctypes.

    import assay

    with assay.Model("fp", div=1) as fp:            any block, by name and parameters
        fp.reset()
        fp["op_code"], fp["op_a"], fp["op_b"] = 4, 0x3F800000, 0x40400000
        fp["op_valid"] = fp["res_ready"] = 1
        fp.step()                                   one clock cycle
        fp["res_valid"]                             what the block drove in it

    assay.gemm([[1, 2], [3, 4]], [[5, 6], [7, 8]])  [[19, 22], [43, 50]]
    assay.fdot([1.0, 2.0], [0.5, 0.25])             0x3F800000, with the arithmetic of a matrix unit

Nothing has to be compiled. The environment variable ASSAY_LIBRARY names the library. Without it, this module searches
its own folder, the build folder of the tree or the prefix of the installation that contains it, and the system's
library folders.

Elements. An integer type takes Python's integers, as values. A floating-point type takes floats, which are rounded to
nearest even, or integers, which are patterns. Results of floating-point types are patterns: `number` converts them.

Errors. Whatever the library rejects, or cannot be passed to it, raises Error, a ValueError. Its `status` is the
library's, or None. A call that raises it changes nothing.

The headers assay_model.h, assay_gemm.h and assay_fdot.h describe what the functions compute.
"""

import ctypes
import os
import pathlib
from fractions import Fraction
from operator import index

__all__ = ["Error", "Model", "Port", "blocks", "fdot", "gemm", "library", "number", "params", "pattern", "version"]

VERSION = "0.1"  # of the library: before 1.0 a minor version may change the interface

TYPES = ("u2", "s2", "u4", "s4", "u8", "s8", "bf16", "f16", "f32")
ACC_TYPES = ("s32", "u32", "f32")
PROFILES = ("volta", "turing", "ampere", "ada", "hopper", "blackwell", "blackwell_scaled", "cdna1", "cdna2", "cdna3")
FORMATS = ("f16", "bf16", "tf32", "e4m3", "e5m2", "e2m1", "bf16_1k")
OUTPUTS = ("f32", "f16", "e8m13", "f32_c16")
ROLES = ("plain", "valid", "ready", "payload")

_FORMAT_BITS = {"f16": 16, "bf16": 16, "tf32": 32, "e4m3": 8, "e5m2": 8, "e2m1": 4, "bf16_1k": 16}
# Bits of the exponent and of the fraction, for the formats that have infinities as in IEEE 754.
_FLOATS = {"f16": (5, 10), "bf16": (8, 7), "bf16_1k": (8, 7), "f32": (8, 23), "tf32": (8, 23), "e5m2": (5, 2)}


class Error(ValueError):
    """A call that failed. `status` is the library's enum assay_model_status, or None."""

    def __init__(self, message, status=None):
        super().__init__(message)
        self.status = status


# --- the library ---


class _Port(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("stream", ctypes.c_char_p),
        ("width", ctypes.c_uint),
        ("direction", ctypes.c_int),
        ("role", ctypes.c_int),
    ]


class _Param(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("verilog", ctypes.c_char_p),
        ("meaning", ctypes.c_char_p),
        ("default_value", ctypes.c_uint32),
    ]


class _Fdot(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in ("profile", "a_format", "b_format", "output")]


class _Shape(ctypes.Structure):
    _fields_ = [("group", ctypes.c_uint), ("fraction", ctypes.c_uint), ("scaled", ctypes.c_int)]


class _Product(ctypes.Structure):
    _fields_ = (
        [(name, ctypes.c_size_t) for name in ("m", "k", "n")]
        + [(name, ctypes.c_int) for name in ("a_type", "b_type", "acc_type")]
        + [(name, ctypes.c_void_p) for name in ("a", "b", "c", "d")]
        + [(name, ctypes.c_size_t) for name in ("lda", "ldb", "ldc", "ldd")]
        + [("saturate", ctypes.c_int), ("systolic_depth", ctypes.c_uint), ("threads", ctypes.c_uint)]
        + [("numerics", ctypes.POINTER(_Fdot)), ("a_scales", ctypes.c_void_p), ("b_scales", ctypes.c_void_p)]
    )


_FILE = "libassay_model.so"


def _places():
    """Where the library may be, the most likely place first."""
    if "ASSAY_LIBRARY" in os.environ:
        yield os.environ["ASSAY_LIBRARY"]
        return
    here = pathlib.Path(__file__).resolve().parent
    yield here / _FILE
    for above in here.parents:
        yield above / "build" / _FILE
        for lib in ("lib", "lib64"):
            yield above / lib / _FILE
            yield from sorted((above / lib).glob("*-linux-gnu*/" + _FILE))
    yield f"{_FILE}.{VERSION}"
    yield _FILE


def _load():
    tried = []
    for place in _places():
        if os.sep in str(place) and not os.path.exists(place):
            continue
        try:
            return ctypes.CDLL(str(place)), str(place)
        except OSError as problem:
            tried.append(str(problem))
    raise ImportError(
        f"{_FILE}: {'; '.join(tried) or os.environ.get('ASSAY_LIBRARY', '') + ': no such file'}: "
        "expected the library of Assay there, or ASSAY_LIBRARY to name it"
    )


def _declare(lib):
    """Declares the arguments of each function, so that ctypes checks them."""
    model, port, words = ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_uint32)
    text, size = ctypes.c_char_p, ctypes.c_size_t
    functions = {
        "assay_model_version": (text,),
        "assay_model_strerror": (text, port),
        "assay_model_block_count": (size,),
        "assay_model_block_name": (text, size),
        "assay_model_param_count": (port, text, ctypes.POINTER(size)),
        "assay_model_param_info": (port, text, size, ctypes.POINTER(_Param)),
        "assay_model_create": (port, text, text, ctypes.POINTER(model), text, size),
        "assay_model_clone": (port, model, ctypes.POINTER(model)),
        "assay_model_free": (None, model),
        "assay_model_param": (port, model, text, ctypes.POINTER(ctypes.c_uint32)),
        "assay_model_port_count": (port, model, ctypes.POINTER(port)),
        "assay_model_port_info": (port, model, port, ctypes.POINTER(_Port)),
        "assay_model_set": (port, model, port, words, size),
        "assay_model_get": (port, model, port, words, size),
        "assay_model_eval": (port, model),
        "assay_model_step": (port, model),
        "assay_model_reset": (port, model),
        "assay_model_snapshot_size": (port, model, ctypes.POINTER(size)),
        "assay_model_save": (port, model, ctypes.c_void_p, size),
        "assay_model_load": (port, model, ctypes.c_void_p, size),
        "assay_gemm": (port, ctypes.POINTER(_Product)),
        "assay_fdot_measure": (port, ctypes.POINTER(_Fdot), ctypes.POINTER(_Shape)),
        "assay_fdot": (port, ctypes.POINTER(_Fdot), size, words, words, text, text, ctypes.c_uint32, words),
    }
    for name, (result, *arguments) in functions.items():
        try:
            function = getattr(lib, name)
        except AttributeError:
            raise ImportError(f"{lib._name}: has no {name}: expected version {VERSION} of the library") from None
        function.restype, function.argtypes = result, arguments


_lib, library = _load()
_declare(_lib)
version = _lib.assay_model_version().decode()
if version.split(".")[:2] != VERSION.split("."):
    raise ImportError(f"{library}: is version {version}: expected {VERSION}, that of this file")


def _check(status, what):
    if status:
        raise Error(f"{what}: {_lib.assay_model_strerror(status).decode()}", status)


def _choice(what, name, names):
    if name not in names:
        raise Error(f"{what} {name!r}: expected one of {', '.join(names)}")
    return names.index(name)


def _integer(value, what):
    try:
        return index(value)
    except TypeError:
        raise Error(f"{what} = {value!r}: expected an integer") from None


def _count(value, what):
    """An unsigned int of C."""
    value = _integer(value, what)
    if value < 0 or value >> 32:
        raise Error(f"{what} = {value}: expected 0 to 2^32 - 1")
    return value


def _name(value, what):
    """A name, encoded for the library."""
    if not isinstance(value, str) or "\0" in value:
        raise Error(f"{what} {value!r}: expected a name")
    try:
        return value.encode()
    except UnicodeEncodeError:
        raise Error(f"{what} {value!r}: expected a name") from None


def _list(values, what):
    try:
        return list(values)
    except TypeError:
        raise Error(f"{what} is {values!r}: expected a list") from None


# --- blocks ---


def blocks():
    """The names of all blocks."""
    return [_lib.assay_model_block_name(i).decode() for i in range(_lib.assay_model_block_count())]


def params(block):
    """The parameters of a block and their default values."""
    count, info, name = ctypes.c_size_t(), _Param(), _name(block, "block")
    _check(_lib.assay_model_param_count(name, count), f"block {block!r}")
    found = {}
    for i in range(count.value):
        _check(_lib.assay_model_param_info(name, i, info), f"block {block!r}")
        found[info.name.decode()] = info.default_value
    return found


class Port:
    """A pin: name, width in bits, is_input, stream (None: a plain pin), role."""

    __slots__ = ("name", "width", "is_input", "stream", "role", "_number", "_words")

    def __init__(self, number, info):
        self.name = info.name.decode()
        self.width = info.width
        self.is_input = info.direction == 0
        self.stream = info.stream.decode() if info.stream else None
        self.role = ROLES[info.role]
        self._number = number
        self._words = (ctypes.c_uint32 * ((info.width + 31) // 32))()

    def __repr__(self):
        return f"<{'input' if self.is_input else 'output'} {self.name}, {self.width} bits>"


class Model:
    """A golden model as an object: Model("dpas", lanes=8), or Model("dpas", "lanes=8,depth=4").

    For each cycle: set the inputs, step, read the outputs, which are those before the clock edge. `eval` computes them
    without an edge. Pins are read and set by name, as integers of any width; inputs keep their values. `ports` holds
    the pins by name. After `close`, or the end of a `with`, the model can't be used.
    """

    def __init__(self, block, text=None, **values):
        name = _name(block, "block")
        given = [_name(text, "parameters").decode()] if text is not None and text != "" else []
        given += [f"{param}={_integer(value, param)}" for param, value in values.items()]
        given = _name(",".join(given), "parameters")
        self._model, why = ctypes.c_void_p(), ctypes.create_string_buffer(512)
        status = _lib.assay_model_create(name, given, self._model, why, len(why))
        if status:
            raise Error(why.value.decode() or _lib.assay_model_strerror(status).decode(), status)
        self._describe(block)

    def _describe(self, block):
        count, info = ctypes.c_int(), _Port()
        self.block, self.ports = block, {}
        _check(_lib.assay_model_port_count(self._model, count), block)
        for i in range(count.value):
            _check(_lib.assay_model_port_info(self._model, i, info), block)
            port = Port(i, info)
            self.ports[port.name] = port

    def _alive(self):
        if not self._model:
            raise Error(f"{self.block}: is closed: expected a model that is not")
        return self._model

    def _port(self, name):
        try:
            return self.ports[name]
        except (KeyError, TypeError):
            raise Error(f"{self.block} has no pin {name!r}: expected one of {', '.join(self.ports)}") from None

    def __setitem__(self, name, value):
        model, port, value = self._alive(), self._port(name), _integer(value, name)
        if not port.is_input:
            raise Error(f"{self.block}: {name} is an output: expected an input")
        if value < 0 or value >> port.width:
            raise Error(f"{self.block}: {name} = {value}: expected 0 to 2^{port.width} - 1")
        for i in range(len(port._words)):
            port._words[i] = value >> 32 * i & 0xFFFFFFFF
        _check(_lib.assay_model_set(model, port._number, port._words, len(port._words)), name)

    def __getitem__(self, name):
        model, port = self._alive(), self._port(name)
        _check(_lib.assay_model_get(model, port._number, port._words, len(port._words)), name)
        return sum(word << 32 * i for i, word in enumerate(port._words))

    def set(self, **pins):
        """Set several pins: set(op_valid=1, op_a=3)."""
        for name, value in pins.items():
            self[name] = value

    def step(self, cycles=1):
        """Compute the outputs, then take the clock edge; `cycles` times."""
        model, cycles = self._alive(), _integer(cycles, "cycles")
        if cycles < 0:
            raise Error(f"{self.block}: cycles = {cycles}: expected 0 or more")
        for _ in range(cycles):
            _check(_lib.assay_model_step(model), self.block)

    def eval(self):
        """Compute the outputs from the state and the inputs, without an edge."""
        _check(_lib.assay_model_eval(self._alive()), self.block)

    def reset(self):
        """Step one cycle with rst = 1."""
        _check(_lib.assay_model_reset(self._alive()), self.block)

    def param(self, name):
        """The value of a parameter."""
        value = ctypes.c_uint32()
        text = _name(name, "parameter")
        _check(_lib.assay_model_param(self._alive(), text, value), f"{self.block}: parameter {name!r}")
        return value.value

    def copy(self):
        """A second model in the same state, pins included."""
        other = Model.__new__(Model)
        other._model = ctypes.c_void_p()
        _check(_lib.assay_model_clone(self._alive(), other._model), self.block)
        other._describe(self.block)
        return other

    def save(self):
        """State and pins as bytes, which `load` of a model of the same block and parameters takes."""
        size = ctypes.c_size_t()
        _check(_lib.assay_model_snapshot_size(self._alive(), size), self.block)
        snapshot = ctypes.create_string_buffer(size.value)
        _check(_lib.assay_model_save(self._model, snapshot, size), self.block)
        return snapshot.raw

    def load(self, snapshot):
        """Go back to what `save` returned."""
        try:
            snapshot = bytes(memoryview(snapshot))
        except TypeError:
            raise Error(f"{self.block}: {type(snapshot).__name__}: expected the bytes of a snapshot") from None
        _check(_lib.assay_model_load(self._alive(), snapshot, len(snapshot)), self.block)

    def close(self):
        """Free the model. Closing it twice does no harm."""
        if self._model:
            _lib.assay_model_free(self._model)
            self._model = ctypes.c_void_p()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        if getattr(self, "_model", None):
            self.close()


# --- numbers ---


def pattern(value, kind="f32"):
    """The pattern of a float as f16, bf16, f32 or e5m2, rounded to nearest even; for tf32 the pattern as f32."""
    if kind not in tuple(_FLOATS):
        raise Error(f"pattern of {kind}: expected one of {', '.join(_FLOATS)}")
    exponent_bits, fraction_bits = _FLOATS[kind]
    try:
        value = float(value)
    except (TypeError, ValueError, OverflowError):
        raise Error(f"pattern of {value!r}: expected a number that is a float") from None
    sign = 1 if str(value)[0] == "-" else 0
    infinity = ((1 << exponent_bits) - 1) << fraction_bits
    if value != value:
        return infinity | 1 << (fraction_bits - 1)
    if value in (float("inf"), float("-inf")):
        bits = infinity
    else:
        least = 2 - (1 << (exponent_bits - 1))  # the exponent of subnormals
        exact = Fraction(abs(value))
        exponent = _exponent(exact, least)
        units = round(exact / Fraction(2) ** (exponent - fraction_bits))
        bits = min(units + ((exponent - least) << fraction_bits), infinity)
    return sign << (exponent_bits + fraction_bits) | bits


def _exponent(value, least):
    """floor(log2(value)), but at least `least`."""
    if not value:
        return least
    guess = value.numerator.bit_length() - value.denominator.bit_length()
    return max(guess if Fraction(2) ** guess <= value else guess - 1, least)


def number(bits, kind="f32"):
    """The value of a pattern, as a float; for tf32 without the low 13 bits, which matrix units ignore."""
    if kind not in tuple(_FLOATS):
        raise Error(f"number of {kind}: expected one of {', '.join(_FLOATS)}")
    exponent_bits, fraction_bits = _FLOATS[kind]
    bits = _integer(bits, "pattern")
    if bits < 0 or bits >> (1 + exponent_bits + fraction_bits):
        raise Error(f"{bits:#x}: expected a pattern of {kind}")
    if kind == "tf32":
        bits &= ~0x1FFF
    exponent = bits >> fraction_bits & ((1 << exponent_bits) - 1)
    fraction = bits & ((1 << fraction_bits) - 1)
    sign = -1.0 if bits >> (exponent_bits + fraction_bits) else 1.0
    if exponent == (1 << exponent_bits) - 1:
        return float("nan") if fraction else sign * float("inf")
    least = 2 - (1 << (exponent_bits - 1))
    if exponent:
        fraction |= 1 << fraction_bits
        exponent -= 1
    return sign * float(Fraction(fraction) * Fraction(2) ** (exponent + least - fraction_bits))


def _element(value, kind, bits):
    """An element's pattern."""
    try:
        value = index(value)
    except TypeError:
        if kind not in _FLOATS:
            raise Error(f"element {value!r} of {kind}: expected an integer") from None
        try:
            return pattern(value, kind)
        except Error:
            raise Error(f"element {value!r} of {kind}: expected a number") from None
    least, most = (-(1 << bits - 1), (1 << bits - 1) - 1) if kind[0] == "s" else (0, (1 << bits) - 1)
    if not least <= value <= most:
        raise Error(f"element {value} of {kind}: expected {least} to {most}")
    return value & ((1 << bits) - 1)


def _vector(values, kind, bits, what):
    return [_element(value, kind, bits) for value in _list(values, what)]


# --- whole operations ---


def _operation(profile, a_format, b_format, output):
    return _Fdot(
        _choice("profile", profile, PROFILES),
        _choice("format", a_format, FORMATS),
        _choice("format", b_format or a_format, FORMATS),
        _choice("output", output, OUTPUTS),
    )


def _c_kind(output):
    return "f16" if output in ("f16", "f32_c16") else "f32"


def _scales(scales, groups, what):
    if scales is None:
        return None
    scales = _list(scales, what)
    try:
        scales = bytes(scales)
    except (TypeError, ValueError):
        raise Error(f"{what}: {scales!r}: expected integers from 0 to 255") from None
    if len(scales) != groups:
        raise Error(f"{what}: {len(scales)} scales: expected {groups}, one for each group")
    return scales


def fdot(a, b, c=0, *, profile="hopper", a_format="f16", b_format=None, output="f32", a_scales=None, b_scales=None):
    """c + the sum of a[i] * b[i] with the arithmetic of a matrix unit, as a pattern of f32, or of f16 with output f16.

    `b_format` is `a_format` unless it is given. Scales are patterns of e8m0, one for each group.
    """
    op, shape = _operation(profile, a_format, b_format, output), _Shape()
    _check(_lib.assay_fdot_measure(op, shape), f"{profile}, {a_format}, {b_format or a_format}, {output}")
    a = _vector(a, a_format, _FORMAT_BITS[a_format], "a")
    b = _vector(b, b_format or a_format, _FORMAT_BITS[b_format or a_format], "b")
    if len(a) != len(b):
        raise Error(f"{len(a)} elements of a, {len(b)} of b: expected as many")
    groups = -(-len(a) // shape.group)
    a_scales, b_scales = _scales(a_scales, groups, "a_scales"), _scales(b_scales, groups, "b_scales")
    if shape.scaled and (a_scales is None or b_scales is None):
        raise Error(f"{profile} without scales: expected a_scales and b_scales")
    kind = _c_kind(output)
    c = _element(c, kind, 16 if kind == "f16" else 32)
    d, words = ctypes.c_uint32(), ctypes.c_uint32 * max(len(a), 1)
    _check(_lib.assay_fdot(op, len(a), words(*a), words(*b), a_scales, b_scales, c, d), "fdot")
    return d.value


def _numerics(numerics):
    """Profile and output of a product."""
    pair = [numerics, "f32"] if isinstance(numerics, str) else _list(numerics, "numerics")
    if len(pair) != 2:
        raise Error(f"numerics is {numerics!r}: expected a profile, or a profile and an output")
    return pair


def _matrix(rows, kind, bits, what):
    """The numbers of rows and columns of a matrix, and its elements as the library takes them."""
    rows = [_vector(row, kind, bits, f"a row of {what}") for row in _list(rows, what)]
    columns = len(rows[0]) if rows else 0
    if any(len(row) != columns for row in rows):
        raise Error(f"{what}: rows of different lengths: expected a matrix")
    word = ctypes.c_uint8 if bits <= 8 else ctypes.c_uint16 if bits <= 16 else ctypes.c_uint32
    return len(rows), columns, (word * max(len(rows) * columns, 1))(*(x for row in rows for x in row))


def gemm(
    a, b, c=None, *, a_type="s8", b_type=None, acc_type=None, saturate=False, systolic_depth=0, threads=1, numerics=None
):
    """C + A * B as rows: the product of dpas, or with `numerics` that of a matrix unit.

    Matrices are rows of elements. `b_type` is `a_type` unless it is given, `acc_type` f32 for floating point and s32
    for integers. With `numerics`, a profile of fdot or (profile, output), the types are formats of fdot; profiles
    with scales are for fdot. Integers of the result are values, others patterns.
    """
    b_type = b_type or a_type
    product = _Product(saturate=bool(saturate), systolic_depth=_count(systolic_depth, "systolic_depth"))
    product.threads = _count(threads, "threads")
    if numerics is None:
        bits = {name: 32 if name == "f32" else 16 if name[-2:] == "16" else int(name[1:]) for name in TYPES}
        product.a_type, product.b_type = _choice("a_type", a_type, TYPES), _choice("b_type", b_type, TYPES)
        out = acc_type or ("f32" if a_type in _FLOATS else "s32")
        product.acc_type = _choice("acc_type", out, ACC_TYPES)
        c_kind = out
    else:
        if acc_type or saturate or systolic_depth:
            raise Error("numerics with acc_type, saturate or systolic_depth: expected none of these")
        profile, output = _numerics(numerics)
        bits = _FORMAT_BITS
        op = _operation(profile, a_type, b_type, output)
        product.numerics = ctypes.pointer(op)
        c_kind, out = _c_kind(output), "f16" if output == "f16" else "f32"
        if profile == "blackwell_scaled":
            raise Error("gemm with blackwell_scaled: expected a profile without scales")
    m, k, a_words = _matrix(a, a_type, bits[a_type], "a")
    rows, n, b_words = _matrix(b, b_type, bits[b_type], "b")
    if rows != k:
        raise Error(f"a has {k} columns, b {rows} rows: expected as many")
    product.m, product.k, product.n = m, k, n
    product.a, product.b = ctypes.addressof(a_words), ctypes.addressof(b_words)
    if c is not None:
        c_bits = 16 if c_kind == "f16" else 32
        c_rows, c_columns, c_words = _matrix(
            [_vector(row, c_kind, c_bits, "a row of c") for row in _list(c, "c")], "u32", 32, "c")
        if (c_rows, c_columns) != (m, n):
            raise Error(f"c is {c_rows} x {c_columns}: expected {m} x {n}")
        product.c = ctypes.addressof(c_words)
    d = (ctypes.c_uint32 * max(m * n, 1))()
    product.d = ctypes.addressof(d)
    _check(_lib.assay_gemm(product), "gemm")
    signed = out == "s32"
    values = [x - (x >> 31 << 32) if signed else x for x in d[: m * n]]
    return [values[i * n : (i + 1) * n] for i in range(m)]
