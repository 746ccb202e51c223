"""Writes files.tsv and arrays.tsv, the right answers for the fixtures in this folder (README.md, "The tables").

The answers come from TRUTH.json and roman/*.json, which numpy wrote from what Python asdf read or, where it reads
nothing, from a reader of its own. Arrays that Python turns into something else (the coefficients of a transform) are
added here by reading with the core types alone; where both speak of an array, they must agree.
What this project is expected to do differently from the reference is in EXPECTED below.

    pip install -r requirements.txt && python truth.py
"""

import json
import warnings
from pathlib import Path

import asdf
import numpy as np
from asdf.tags.core.ndarray import NDArrayType

from tables import array_rows, write_tables

HERE = Path(__file__).parent
FOLDERS = ["asdf-standard", "libasdf", "roman", "asdf-jl", "legacy"]

# file → what differs from "opens without a word": error, warnings, note
NO_REFERENCE = "the reference refuses it: "
EXPECTED = {
    "libasdf/malformed-yaml.asdf": dict(error="bad-tree", offset=187, note="no end of the document, and not YAML"),
    "libasdf/custom-tag-handle.asdf": dict(warnings="bad-directive", note=NO_REFERENCE + "%TAG !foo without closing !"),
    "libasdf/parse-unsupported-directive.asdf": dict(warnings="unknown-directive", note=NO_REFERENCE + "%FOO"),
    "libasdf/255-no-tree-padding-after-header.asdf": dict(note=NO_REFERENCE + "padding, then blocks without a tree"),
    "asdf-jl/blue_upchan_gain.00000000.asdf": dict(warnings="block-index-ignored", note="the index is of a longer file"),
    "libasdf/255-invalid-checksum.asdf": dict(note="the digest is deadbeef; the data are right"),
}

# file and path → what differs for an array
ARRAYS = {
    ("libasdf/255-invalid-checksum.asdf", "data"): dict(warning="checksum"),
}


def core_arrays(path):
    """Every core/ndarray of the file by its path in the tree, everything else left as plain values."""
    found = {}

    def walk(node, keys):
        if isinstance(node, NDArrayType):
            found["/".join(keys)] = node._make_array()
        elif isinstance(node, dict):
            for key, value in node.items():
                walk(value, [*keys, str(key)])
        elif isinstance(node, (list, tuple)):
            for index, value in enumerate(node):
                walk(value, [*keys, str(index)])

    with warnings.catch_warnings(), asdf.config_context() as config:
        warnings.simplefilter("ignore")
        for extension in list(config.extensions):
            if extension.package_name != "asdf":
                config.remove_extension(extension)
        with asdf.open(path) as file:
            walk(file.tree, [])
            return [row for at, array in found.items() for row in array_rows(at, array)]


def chunked_arrays(path):
    """Every core/chunked-ndarray at the top of the file, put together; the reference leaves them as they are."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with asdf.open(path) as file:
            for key, node in file.tree.items():
                if isinstance(node, dict) and "chunks" in node:
                    whole = np.zeros(node["shape"], node["datatype"])
                    for chunk in node["chunks"]:
                        part = chunk["ndarray"]._make_array()
                        box = zip(chunk["start"], part.shape)
                        whole[tuple(slice(start, start + length) for start, length in box)] = part
                    yield from array_rows(key, whole)


def told_rows(path, told):
    """The rows of one array of TRUTH.json."""
    row = dict(path=path, kind=told["kind"], shape=told["shape"])
    if "values" in told:
        row["content"] = told["values"]
    elif "sha256" in told:
        row["content"] = told["sha256"]
        row["widened"] = told.get("sha256_f4")
    rows = [row]
    for name, field in told.get("fields", {}).items():
        rows += [{**inner, "field": name} for inner in told_rows(path, field)]
    return rows


def truth():
    told = json.loads((HERE / "TRUTH.json").read_text())
    for folder in (HERE / "legacy").iterdir():
        # The reference opens none of these; exploded.asdf is basic.asdf in two files.
        basic, block = (folder / name for name in ("basic.asdf", "exploded0000.asdf"))
        assert basic.read_bytes().endswith(block.read_bytes().removeprefix(b"#ASDF 0.1.0\n"))
        told[f"legacy/{folder.name}/exploded.asdf"] = told[f"legacy/{folder.name}/basic.asdf"]
    for path in sorted(HERE.glob("roman/*.json")):
        told[f"roman/{path.stem}.asdf"] = json.loads(path.read_text())
    for folder in FOLDERS:
        for path in sorted((HERE / folder).rglob("*.asdf")):
            name = path.relative_to(HERE).as_posix()
            yield path, name, told[name]


def main():
    files, arrays = [], []
    for path, name, told in truth():
        file = dict(file=name, **EXPECTED.get(name, {}))
        files.append(file)
        rows = {}
        for at, array in told.get("arrays", {}).items():
            rows.update({(row["path"], row.get("field")): row for row in told_rows(at, array)})
        if name == "asdf-jl/chunking.asdf":
            rows.update({(row["path"], None): row for row in chunked_arrays(path)})
        if "python_asdf_6.0.0" not in told and not name.startswith(("asdf-jl/", "legacy/")):
            for row in core_arrays(path):
                known = rows.setdefault((row["path"], row.get("field")), row)
                assert known == row, (name, known, row)
        arrays += [dict(file=name, **row, **ARRAYS.get((name, row["path"]), {})) for row in rows.values()]
    write_tables(HERE, files, arrays)


if __name__ == "__main__":
    main()
