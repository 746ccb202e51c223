"""Compares tables that were written as Parquet with those they were made from, by pyarrow and by astropy: see parquet.mjs.

    python tests/written/parquet.py FOLDER
"""

import datetime
import decimal
import math
import sys
import warnings
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from astropy.table import Table

root = Path(__file__).parents[2]
cells = 0


def told(value, kind):
    """A value of pyarrow in the form in which the copy has it."""
    if value is None:
        return None
    if isinstance(value, decimal.Decimal):
        return float(value) if kind.precision <= 15 else f"{value:f}"
    return value


def plain(column):
    """Times as the numbers that are stored: Python's have no nanoseconds."""
    kind = column.type
    if pa.types.is_dictionary(kind):
        return plain(column.cast(kind.value_type))
    if pa.types.is_timestamp(kind):
        return column.cast(pa.timestamp("ns", kind.tz), safe=False).cast(pa.int64()).to_pylist() if kind.unit != "us" else [v and v * 1000 for v in column.cast(pa.int64()).to_pylist()]
    if pa.types.is_time(kind):
        scale = {"s": 10**9, "ms": 10**6, "us": 1000, "ns": 1}[kind.unit]
        return [v if v is None else v * scale for v in column.cast(pa.int32() if pa.types.is_time32(kind) else pa.int64()).to_pylist()]
    if pa.types.is_duration(kind):
        return column.cast(pa.int64()).to_pylist()
    if pa.types.is_date(kind):
        return [v and datetime.date(v.year, v.month, v.day) for v in column.to_pylist()]
    return [told(v, kind) for v in column.to_pylist()]


def same(one, other):
    if isinstance(one, bytes):
        return other in ("0x" + one.hex(), one.decode(errors="replace"))
    if isinstance(one, float) and isinstance(other, float):
        return one == other and math.copysign(1, one) == math.copysign(1, other) or (math.isnan(one) and math.isnan(other))
    return one == other


def by_pyarrow(original, copy):
    global cells
    one, other = pq.read_table(original), pq.read_table(copy)
    for name in one.column_names:
        if pa.types.is_nested(one[name].type) or name.endswith(".mask") or f"{name}.mask" in one.column_names:
            continue
        a, b = plain(one[name]), plain(other[name])
        if pa.types.is_timestamp(one[name].type) and pa.types.is_string(other[name].type):
            # INT96 has more times than fit into the integers of other timestamps: they become text.
            b = [v and int(np.datetime64(v).astype("M8[ns]").astype(int)) for v in b]
        cells += len(a)
        wrong = [i for i in range(len(a)) if not same(a[i], b[i])]
        if len(a) != len(b) or wrong:
            yield f"{name} ({one[name].type}, {other[name].type}), row {wrong[:1]}: {[a[i] for i in wrong[:1]]}, not {[b[i] for i in wrong[:1]]}"


def missing(value):
    return value is None or value is np.ma.masked or (isinstance(value, (float, np.floating)) and np.isnan(value))


def by_astropy(original, copy):
    global cells
    one, other = Table.read(original, format="ascii.ecsv"), Table.read(copy)
    for name in one.colnames:
        if name not in other.colnames or getattr(one[name], "dtype", object) == object or not hasattr(one[name], "description"):
            continue
        a, b = one[name], other[name]
        if a.dtype.kind == "c":
            yield f"{name} is there"
        for what in ("unit", "description"):
            if str(getattr(a, what)) != str(getattr(b, what)):
                yield f"{name}: {what} {getattr(b, what)}, not {getattr(a, what)}"
        for row, (x, y) in enumerate(zip(a, b)):
            for p, q in zip(np.ma.ravel(x), np.ma.ravel(y)) if np.ndim(x) else [(x, y)]:
                cells += 1
                if missing(p) and missing(q):
                    continue
                # Integers beside null are read as numbers of 64 bits.
                if missing(p) != missing(q) or (float(p) != float(q) if isinstance(q, (float, np.floating)) else p != q):
                    yield f"{name}, row {row}: {q!r}, not {p!r}"
    for key, value in one.meta.items():
        if other.meta.get(key) != value:
            yield f"metadata {key}: {other.meta.get(key)}, not {value}"


warnings.simplefilter("ignore")
failed = 0
for copy in sorted(Path(sys.argv[1]).glob("*.parquet")):
    text = root / "tests/js/catalogues/text/data" / copy.stem
    original = text if text.exists() else root / "tests/data/catalogues/parquet" / copy.name
    judged = by_astropy if text.exists() else by_pyarrow
    for difference in judged(original, copy):
        failed += 1
        print(f"{copy.name}: {difference}")
print(f"{cells} cells, {failed} differences")
sys.exit(failed > 0)
