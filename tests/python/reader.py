"""What Python asdf reads of files: each line of standard input is a path, each line of standard output what is in that file, as JSON.

`error` is why it cannot be opened; `leaves` says what is at each path of the tree: a scalar, a map's keys, or an array's rows. It has
the form that reading.ts gives to what asdf-wasm reads.
"""

import json
import resource
import struct
import sys
import warnings
from pathlib import Path

import asdf
import yaml
from asdf.tags.core.ndarray import NDArrayType

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT / "tests" / "data"), str(ROOT / "benches" / "python")]
import compressors  # noqa: E402, F401: registers what it has
from tables import array_rows  # noqa: E402

# As JavaScript writes JSON.
SHORT = (",", ":")
# The packages whose extensions read arrays; those of others make objects of maps.
PACKAGES = {"asdf", "asdf_compression"}
KINDS = {"struct", "string"}
DEEPEST = 60
MOST = 20_000
# A shape may claim any size.
MEMORY = 4 << 30


def leaf(value):
    """A scalar, or None for what has no counterpart."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int):
        return leaf(float(value)) if abs(value) <= 2**53 else f"integer {value}"
    if isinstance(value, float):
        return "nan" if value != value else struct.pack(">d", value + 0.0).hex()
    return f"text {value}" if isinstance(value, str) else None


def told(row):
    kind = row["kind"] if row["kind"] in KINDS else "number"
    kept = ("shape", "mask" if "mask" in row else "content")
    return {"kind": kind} | {key: row[key] for key in kept if key in row}


def array(node):
    try:
        values = node._make_array()
        # Any byte but 0 is true.
        values = values.view("u1") != 0 if values.dtype == bool else values
        return [told(row) for row in array_rows("", values)]
    except MemoryError:
        return "MemoryError"
    except Exception as error:
        return type(error).__name__


def leaves(tree):
    found = {}

    def walk(node, keys):
        if len(keys) > DEEPEST or len(found) > MOST:
            raise OverflowError("the tree is too large")
        path = json.dumps(keys, separators=SHORT, ensure_ascii=False)
        if isinstance(node, NDArrayType):
            found[path] = array(node)
        elif isinstance(node, dict):
            if all(isinstance(key, str) for key in node):
                found[path] = "map " + json.dumps(sorted(node), separators=SHORT, ensure_ascii=False)
                for key, value in node.items():
                    walk(value, [*keys, key])
        elif isinstance(node, (list, tuple)):
            found[path] = f"list {len(node)}"
            for index, value in enumerate(node):
                walk(value, [*keys, str(index)])
        elif (text := leaf(node)) is not None:
            found[path] = text

    walk(tree, [])
    return found


def read(path):
    try:
        with asdf.open(path, memmap=False, validate_checksums=True) as file:
            return {"leaves": leaves(file.tree)}
    except Exception as error:
        return {"error": f"{type(error).__module__}.{type(error).__name__}: {error}"[:300]}


def main():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    warnings.simplefilter("ignore")
    # Its own has a sign, which is another NaN.
    yaml.constructor.SafeConstructor.nan_value = float("nan")
    with asdf.config_context() as config:
        config.validate_on_read = False
        for extension in list(config.extensions):
            if extension.package_name not in PACKAGES | {None}:
                config.remove_extension(extension)
        for line in sys.stdin:
            print(json.dumps(read(line.rstrip("\n"))), flush=True)


main()
