"""The form of files.tsv and arrays.tsv, described in README.md, and how an array becomes rows of them."""

import hashlib

import numpy as np

FILE_COLUMNS = ["file", "error", "offset", "warnings", "note"]
ARRAY_COLUMNS = ["file", "path", "field", "kind", "shape", "content", "widened", "mask", "error", "offset", "warning"]


def digest(data):
    return hashlib.sha256(data).hexdigest()


def little(array):
    """The bytes in C order, little-endian."""
    return np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<")).tobytes()


def array_rows(path, array, field=None):
    """The row of `array`, and one for each field of a structured one."""
    row = dict(path=path, kind=f"{array.dtype.kind}{array.dtype.itemsize}", shape=list(array.shape))
    rows = [row]
    if field:
        row["field"] = field
    if isinstance(array, np.ma.MaskedArray) and not array.dtype.names:
        row["mask"] = digest(np.ma.getmaskarray(array).astype("u1").tobytes())
        array = array.data
    if array.dtype.names:
        row["kind"] = "struct"
        for name in array.dtype.names:
            rows += array_rows(path, array[name], f"{field}.{name}" if field else name)
    elif array.dtype.kind in "SU":
        row["kind"] = "string"
        texts = array.astype("U") if array.dtype.kind == "S" else array
        row["content"] = [str(text) for text in texts.ravel()]
    else:
        row["content"] = digest(little(array))
        row["widened"] = digest(little(array.astype("f4"))) if row["kind"] == "f2" else None
    return rows


def cell(value):
    if value is None:
        return "-"
    if isinstance(value, list):
        if all(isinstance(item, int) for item in value) and value:
            return "[" + ",".join(map(str, value)) + "]"
        assert not any('"' in item for item in value)
        return " ".join(f'"{item}"' for item in value) or "[]"
    text = str(value)
    assert text and not any(char in text for char in "\t\n"), text
    return text


def write_table(path, columns, rows):
    lines = ["\t".join(columns)]
    for row in rows:
        assert not set(row) - set(columns), row
        lines.append("\t".join(cell(row.get(column)) for column in columns))
    path.write_text("\n".join(lines) + "\n")


def write_tables(folder, files, arrays):
    """Writes both tables, sorted, so that a change is a readable difference."""
    key = lambda row: (row["file"], row.get("path", ""), row.get("field") or "")
    write_table(folder / "files.tsv", FILE_COLUMNS, sorted(files, key=key))
    write_table(folder / "arrays.tsv", ARRAY_COLUMNS, sorted(arrays, key=key))


def write_cases(folder, cases):
    """Writes the files of a folder in which all are made, and the tables of what is to come of them."""
    for path in folder.glob("*.asdf"):
        path.unlink()
    files, arrays = [], []
    for case in cases:
        name = f"{case.name}.asdf"
        (folder / name).write_bytes(case.content)
        files.append(dict(file=name, **case.opens))
        for path, told in case.arrays.items():
            array, extra = told if isinstance(told, tuple) else (told, {})
            found = [dict(path=path)] if array is None else array_rows(path, array)
            arrays += [dict(file=name, **row, **extra) for row in found]
    write_tables(folder, files, arrays)
