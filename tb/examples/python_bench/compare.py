#!/usr/bin/env python3
"""compare.py - compare what a bench printed with a golden model, cycle by cycle.

    vvp bench | compare.py BLOCK [PARAMS]

The first line has the names of pins, each other line their values in one cycle, in hexadecimal. Inputs are set, outputs
are compared: a valid and a ready in each cycle, payload while its valid is high. Outputs in the reset cycles at the
beginning do not count. Exit status: 0 equal, 1 a difference, 2 bad usage or bad input.
"""

import pathlib
import sys

sys.dont_write_bytecode = True  # the module's folder may belong to another user
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
import assay


def compared(model, port):
    """Whether the pin is compared in this cycle."""
    if port.role != "payload":
        return True
    return bool(model[port.stream + "_valid"])


def compare(model, lines):
    """The number of cycles and of values compared; raises SystemExit at the first difference."""
    names = next(lines, "").split()
    cycle = values = 0
    in_reset = True
    for cycle, line in enumerate(lines):
        texts = line.split()
        if len(texts) != len(names):
            raise ValueError(f"cycle {cycle} has {len(texts)} values for {len(names)} names")
        row = dict(zip(names, texts))
        for name, text in row.items():
            if model.ports[name].is_input:
                model[name] = int(text, 16)
        model.step()
        in_reset = in_reset and model["rst"] == 1
        for name, text in row.items():
            port = model.ports[name]
            if port.is_input or in_reset or not compared(model, port):
                continue
            values += 1
            expected = f"{model[name]:0{len(text)}x}"
            if text != expected:
                print(f"cycle {cycle}: {name}: expected {expected}, actual {text}")
                raise SystemExit(1)
    return cycle + 1, values


def main():
    if not 2 <= len(sys.argv) <= 3:
        print(__doc__, file=sys.stderr)
        raise SystemExit(2)
    try:
        with assay.Model(*sys.argv[1:]) as model:
            cycles, values = compare(model, iter(sys.stdin))
    except assay.Error as problem:
        print(f"compare.py: {problem}", file=sys.stderr)
        raise SystemExit(2)
    except (KeyError, ValueError) as problem:
        print(f"compare.py: {problem}: expected a line of names of pins, then their values", file=sys.stderr)
        raise SystemExit(2)
    if values == 0:
        print("compare.py: nothing was compared: expected cycles with outputs", file=sys.stderr)
        raise SystemExit(2)
    print(f"{cycles} cycles, {values} values: all equal")


if __name__ == "__main__":
    main()
