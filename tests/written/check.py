"""Reads what make.mjs wrote with Python's asdf, checksums and schemas validated, and holds it against the originals.

    python tests/written/check.py FOLDER
"""

import hashlib
import json
import re
import sys
import warnings
from pathlib import Path

import asdf
import numpy as np

warnings.simplefilter("ignore")


def same(one, other, path, seen):
    """Raises AssertionError where two trees differ."""
    if (id(one), id(other)) in seen:
        return
    seen.add((id(one), id(other)))
    if isinstance(one, dict):
        # JavaScript has keys such as "10" in an order of its own, and names itself where no library is named.
        added = {"asdf_library"} if path == "" else set()
        assert isinstance(other, dict) and set(one) <= set(other) <= set(one) | added, f"{path}: other keys"
        assert tag(one) == tag(other), f"{path}: {tag(one)} became {tag(other)}"
        for key in one:
            same(one[key], other[key], f"{path}/{key}", seen)
    elif isinstance(one, (list, tuple)):
        assert isinstance(other, (list, tuple)) and len(one) == len(other), f"{path}: another length"
        assert tag(one) == tag(other), f"{path}: {tag(one)} became {tag(other)}"
        for index, (was, now) in enumerate(zip(one, other)):
            same(was, now, f"{path}/{index}", seen)
    elif hasattr(one, "__array__") and not np.isscalar(one):
        same_arrays(one, other, path)
    elif isinstance(one, float) and np.isnan(one):
        assert np.isnan(other), f"{path}: {one!r} became {other!r}"
    elif hasattr(one, "__dict__") and type(one).__eq__ is object.__eq__:
        assert type(one) is type(other), f"{path}: {one!r} became {other!r}"
        same(vars(one), vars(other), path, seen)
    else:
        assert one == other, f"{path}: {one!r} became {other!r}"


def tag(node):
    """Without the version: that goes with the standard."""
    found = getattr(node, "_tag", None)
    return found.rsplit("-", 1)[0] if found else None


def same_arrays(one, other, path):
    was, now = np.ma.asarray(one), np.ma.asarray(other)
    assert was.shape == now.shape, f"{path}: {was.shape} became {now.shape}"
    assert was.dtype.newbyteorder("=") == now.dtype.newbyteorder("="), f"{path}: {was.dtype} became {now.dtype}"
    assert np.array_equal(np.ma.getmaskarray(was), np.ma.getmaskarray(now)), f"{path}: another mask"
    one, other = was.astype(was.dtype.newbyteorder("=")).filled(), now.astype(was.dtype.newbyteorder("=")).filled()
    assert one.tobytes() == other.tobytes(), f"{path}: other elements"


def read(path):
    file = asdf.open(path, validate_checksums=True, lazy_load=False, memmap=False)
    file.validate()
    return file


def main(folder):
    described = json.loads((folder / "written.json").read_text())
    equal, kept, unreadable, wrong = 0, 0, {}, []
    for row in described["written"]:
        name, original = row["file"], row.get("original")
        before = None
        if original is not None:
            try:
                before = read(Path(described["root"]) / original)
                load(before.tree, set())
            except Exception as error:
                # What the reference cannot read, make.mjs has described.
                unreadable[original] = reason(error)
        try:
            with read(folder / name) as after:
                if before is None:
                    load(after.tree, set())
                    as_described(after.tree, row.get("arrays", []))
                else:
                    same(dict(before.tree), dict(after.tree), "", set())
            equal += 1
        except Exception as error:
            if reason(error) == unreadable.get(original):
                # A block is copied as it is stored, be it damaged or of a compression that the reference does not know.
                kept += 1
                continue
            wrong.append(f"{name}: {type(error).__name__}: {str(error)[:300]}")
        finally:
            if before is not None:
                before.close()
    print(f"{equal} files are equal. {len(unreadable)} originals are none that the reference reads: of what was made of")
    print("those, arrays of numbers were compared with what this package reads from the original.")
    print(f"{kept} files keep a block as it is stored that the reference does not read either.")
    print("\n".join(wrong))
    return 1 if wrong else 0


def reason(error):
    """What went wrong, wherever in the file."""
    return re.sub(r"\d+", "", f"{type(error).__name__}: {error}")


def as_described(tree, arrays):
    """Raises AssertionError where an array is not the one described."""
    for array in arrays:
        node = tree
        for key in array["path"]:
            node = node[key]
        if isinstance(node, dict) and "chunks" in node:
            # The reference does not put these together.
            continue
        elements = np.asarray(node)
        assert list(elements.shape) == array["shape"], f"{array['path']}: {elements.shape}"
        stored = np.ascontiguousarray(elements).astype(elements.dtype.newbyteorder("<"))
        assert hashlib.sha256(stored.tobytes()).hexdigest() == array["sha256"], f"{array['path']}: other elements"


def load(node, seen):
    """Reads every array, so that what cannot be is known."""
    if id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, dict):
        for value in node.values():
            load(value, seen)
    elif isinstance(node, (list, tuple)):
        for value in node:
            load(value, seen)
    elif hasattr(node, "__array__"):
        np.ma.asarray(node)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
