"""Parquet files of every type, encoding, codec, kind of page, nesting and number of row groups that pyarrow writes, with and without nulls;
expected.json is what pyarrow reads of them: numbers, and texts in the form in which they are shown. pip install pyarrow==26.0.1 numpy==2.4.6 astropy==8.0.2"""
import datetime as dt, decimal, json, math, os
import numpy as np, pyarrow as pa, pyarrow.parquet as pq
from astropy.coordinates import SkyCoord
from astropy.table import MaskedColumn, Table

os.chdir(os.path.dirname(os.path.abspath(__file__)))
for name in os.listdir("."):
    if name.endswith(".parquet"):
        os.remove(name)


def nulls(values, wanted):
    return [None if wanted and i % 5 == 2 else value for i, value in enumerate(values)]


def integers(name, n):
    info = np.iinfo(name)
    return [int(x) for x in ([info.min, info.max, 0, 1] * n)[:n]]


def types(wanted):
    n, r = 16, range(16)
    day = dt.datetime(2020, 2, 29, 12, 30, 15, 123456)
    return pa.table({
        "bool": pa.array(nulls([i % 3 == 0 for i in r], wanted)),
        **{f"{s}int{b}": pa.array(nulls(integers(f"{s}int{b}", n), wanted), getattr(pa, f"{s}int{b}")()) for s in ("", "u") for b in (8, 16, 32, 64)},
        "float16": pa.array(nulls([np.float16(x) for x in ([0, -1.5, 6e-8, 65504, np.inf, np.nan, 0.333, -0.0] * 2)], wanted), pa.float16()),
        "float32": pa.array(nulls([np.float32(i / 3 - 2) for i in r], wanted), pa.float32()),
        "float64": pa.array(nulls([[math.nan, math.inf, -math.inf, 5e-324][i] if i < 4 else i / 7 for i in r], wanted)),
        "string": pa.array(nulls([["", "a,b", 'é"🚀', "line\nbreak"][i % 4] for i in r], wanted)),
        "large_string": pa.array(nulls([f"s{i}" for i in r], wanted), pa.large_string()),
        "string_view": pa.array(nulls([f"longer than twelve {i}" for i in r], wanted), pa.string_view()),
        "binary": pa.array(nulls([bytes([i, 255, 0]) for i in r], wanted)),
        "fixed_binary": pa.array(nulls([bytes([i] * 5) for i in r], wanted), pa.binary(5)),
        "dictionary": pa.array(nulls([f"d{i % 3}" for i in r], wanted)).dictionary_encode(),
        "dictionary_int": pa.array(nulls([2**60 + i % 3 for i in r], wanted)).dictionary_encode(),
        "date32": pa.array(nulls([dt.date(1969 - i, 12, 31) for i in r], wanted)),
        "date64": pa.array(nulls([dt.date(2020, 2, 29)] * n, wanted), pa.date64()),
        **{f"timestamp_{u}{'_utc' if z else ''}": pa.array(nulls([(day - dt.timedelta(days=8000 * i)).replace(microsecond=0 if u == "s" else 123000) for i in r], wanted), pa.timestamp(u, z)) for u in ("s", "ms", "us", "ns") for z in (None, "UTC")},
        "timestamp_zone": pa.array(nulls([day] * n, wanted), pa.timestamp("us", "Europe/Paris")),
        "timestamp_exact": pa.array(nulls([1582934400123456789 + i for i in r], wanted), pa.timestamp("ns")),
        "time32_s": pa.array(nulls([dt.time(i, 59, 58) for i in r], wanted), pa.time32("s")),
        "time32_ms": pa.array(nulls([dt.time(i, 59, 58, 7000) for i in r], wanted), pa.time32("ms")),
        "time64_us": pa.array(nulls([dt.time(i, 59, 58, 7) for i in r], wanted), pa.time64("us")),
        "time64_ns": pa.array(nulls([i * 3599000000007 for i in r], wanted), pa.time64("ns")),
        "duration": pa.array(nulls([i - 3 for i in r], wanted), pa.duration("us")),
        "decimal_small": pa.array(nulls([decimal.Decimal(i * 1111 - 500) / 1000 for i in r], wanted), pa.decimal128(10, 3)),
        "decimal_large": pa.array(nulls([decimal.Decimal(10) ** 28 * (-1) ** i + i for i in r], wanted), pa.decimal128(33, 3)),
        "decimal_256": pa.array(nulls([decimal.Decimal(i) for i in r], wanted), pa.decimal256(60, 5)),
        "null": pa.array([None] * n),
    })


def numbers(wanted):
    n = 400
    r = np.arange(n)
    return pa.table({
        "i": pa.array(nulls([int(x) for x in (r * 7919) % 1000 - 500], wanted), pa.int32()),
        "l": pa.array(nulls([int(x) * 2**45 - 2**53 for x in r % 37], wanted), pa.int64()),
        "f": pa.array(nulls([float(x) / 7 for x in r], wanted), pa.float32()),
        "d": pa.array(nulls([float(x) / 7 for x in r % 50], wanted)),
        "s": pa.array(nulls([f"source-{x % 90:05d}" for x in r], wanted)),
        "b": pa.array(nulls([bool(x % 5 == 0) for x in r], wanted)),
        "x": pa.array(nulls([bytes([x % 256, x // 256, 9]) for x in r.tolist()], wanted), pa.binary(3)),
    })


def nested(wanted):
    r = range(11)
    inner = pa.struct([("name", pa.string()), ("flux", pa.float32())])
    return pa.table({
        "list": pa.array(nulls([[2**60 + j for j in range(i % 4)] for i in r], wanted)),
        "list_null": pa.array(nulls([[None, i, None][: i % 4] for i in r], wanted), pa.list_(pa.int32())),
        "fixed": pa.array(nulls([[i + 0.5, i + 0.25] for i in r], wanted), pa.list_(pa.float32(), 2)),
        "large_list": pa.array(nulls([[f"t{i}", 'quoted "'][: i % 3] for i in r], wanted), pa.large_list(pa.string())),
        "lists": pa.array(nulls([[[i, j][: j + 1] for j in range(i % 3)] for i in r], wanted), pa.list_(pa.list_(pa.int16()))),
        "structs": pa.array(nulls([[{"name": f"n{j}", "flux": j + 0.1} for j in range(i % 3)] for i in r], wanted), pa.list_(inner)),
        "struct": pa.array(nulls([{"a": i, "b": {"c": f"c{i}", "d": None if i % 3 == 0 else i / 4 + 0.1}, "light": [i + 0.5] * (i % 3)} for i in r], wanted),
                           pa.struct([("a", pa.int64()), ("b", pa.struct([("c", pa.string()), ("d", pa.float64())])), ("light", pa.list_(pa.float64()))])),
        "map": pa.array(nulls([[("z", i), ("a", None)][: i % 3] for i in r], wanted), pa.map_(pa.string(), pa.int32())),
        "map_int": pa.array(nulls([[(9, [i]), (1, [])][: i % 3] for i in r], wanted), pa.map_(pa.int32(), pa.list_(pa.int32()))),
        "list_time": pa.array(nulls([[i * 10**6] * (i % 2) for i in r], wanted), pa.list_(pa.timestamp("us"))),
    })


def edges(wanted):
    """Decimals of all widths, extremes of differences, times of zones, structures in lists in structures."""
    r = range(40)
    decimal.getcontext().prec = 100
    digits = lambda p, s: [decimal.Decimal(int(x)).scaleb(-s) for x in [0, 1, -1, 10**p - 1, 1 - 10**p] * 8]
    inner = pa.struct([("x", pa.int32()), ("m", pa.map_(pa.string(), pa.list_(pa.int16()))), ("s", pa.struct([("y", pa.float64()), ("z", pa.list_(pa.string()))]))])
    rows = [{"x": i, "m": [("k", [1, None]), ("j", None), ("e", [])][: i % 4], "s": {"y": i / 3 if i % 2 else None, "z": ["a", None][: i % 3]} if i % 5 else None} if i % 7 else None for i in r]
    return pa.table({
        **{f"decimal_{p}_{s}": pa.array(nulls(digits(p, s), wanted), (pa.decimal128 if p < 39 else pa.decimal256)(p, s)) for p in (1, 4, 9, 10, 15, 16, 18, 19, 38, 39, 76) for s in {0, p // 2, p}},
        **{f"timestamp_{u}_{i}": pa.array(nulls([0, -1, 1, 2**30] * 10, wanted), pa.timestamp(u, z)) for u in ("s", "ms", "us", "ns") for i, z in enumerate((None, "Europe/Paris", "+02:00"))},
        "int32": pa.array(nulls([-(2**31), 2**31 - 1] * 20, wanted), pa.int32()),
        "int64": pa.array(nulls([-(2**63), 2**63 - 1] * 20, wanted), pa.int64()),
        "long": pa.array(nulls([f"{'x' * 300}{i}" for i in r], wanted)),
        "repeated": pa.array(nulls([f"{'pre' * (i % 9)}{i}" for i in r], wanted)),
        "structs": pa.array(rows, inner),
        "lists": pa.array([rows[: i % 4] for i in r], pa.list_(inner)),
        "deep": pa.array([[[[1]], []], None, [[None, [2, None]]], []] * 10, pa.list_(pa.list_(pa.list_(pa.int64())))),
    })


def cell(value, kind):
    if value is None:
        return None
    if pa.types.is_dictionary(kind):
        return cell(value, kind.value_type)
    if pa.types.is_integer(kind) or pa.types.is_duration(kind):
        return str(value)
    if pa.types.is_boolean(kind):
        return int(value)
    if pa.types.is_floating(kind):
        return float(value) if math.isfinite(value) else repr(float(value))
    if pa.types.is_decimal(kind):
        return float(value) if kind.precision <= 15 else f"{value:f}"
    if pa.types.is_binary(kind) or pa.types.is_fixed_size_binary(kind):
        return "0x" + value.hex()
    if pa.types.is_timestamp(kind):
        unit = "ms" if kind.unit == "s" else kind.unit
        return str(np.datetime_as_string(np.datetime64(value * (1000 if kind.unit == "s" else 1), unit))) + ("Z" if kind.tz else "")
    if pa.types.is_time(kind):
        return time(value, "ms" if kind.unit == "s" else kind.unit, 1000 if kind.unit == "s" else 1)
    return str(value)


def time(value, unit, factor):
    digits = {"ms": 3, "us": 6, "ns": 9}[unit]
    seconds, part = divmod(value * factor, 10**digits)
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}.{part:0{digits}d}"


def shown(value, kind):
    """Of lists and maps: JSON."""
    if value is None:
        return "null"
    if pa.types.is_map(kind):
        return "{" + ", ".join(f"{json.dumps(str(k), ensure_ascii=False)}: {shown(v, kind.item_type)}" for k, v in value) + "}"
    if pa.types.is_nested(kind) and not pa.types.is_struct(kind):
        return "[" + ", ".join(shown(v, kind.value_type) for v in value) + "]"
    if pa.types.is_struct(kind):
        return "{" + ", ".join(f"{json.dumps(f.name)}: {shown(value[f.name], f.type)}" for f in kind) + "}"
    if pa.types.is_timestamp(kind):
        return json.dumps(str(np.datetime_as_string(np.datetime64(value, "us"))))
    if pa.types.is_floating(kind):
        return str(np.float32(value)) if kind == pa.float32() else repr(value)
    return json.dumps(value, ensure_ascii=False)


def plain(array):
    kind = array.type
    if pa.types.is_timestamp(kind) or pa.types.is_duration(kind) or kind == pa.time64("us") or kind == pa.time64("ns"):
        return array.cast(pa.int64()).to_pylist()
    if pa.types.is_time32(kind):
        return array.cast(pa.int32()).to_pylist()
    if pa.types.is_list(kind) and pa.types.is_timestamp(kind.value_type):
        return array.cast(pa.list_(pa.int64())).to_pylist()
    return array.to_pylist()


def columns(name, array, out):
    kind = array.type
    if pa.types.is_struct(kind):
        for i, field in enumerate(kind):
            columns(f"{name}.{field.name}", pa.chunked_array([c.flatten()[i] for c in array.chunks]), out)
    elif pa.types.is_nested(kind):
        out[name] = [None if v is None else shown(v, kind) for v in plain(array)]
    else:
        out[name] = [cell(v, kind) for v in plain(array)]


tables = {f"{make.__name__}{'-nulls' if wanted else ''}": make(wanted) for make in (types, numbers, nested, edges) for wanted in (False, True)}
files, cells = {}, 0


def put(table, name, **options):
    pq.write_table(tables[table], f"{name}.parquet", **options)
    # What is read, not what was written.
    read = pq.read_table(f"{name}.parquet")
    out = {}
    for column in read.column_names:
        columns(column, read[column], out)
    key = json.dumps(out, sort_keys=True)
    files[name] = key
    return sum(len(v) for v in out.values())


for codec in ("none", "snappy", "gzip", "brotli", "zstd", "lz4"):
    for version in ("1.0", "2.0"):
        cells += put("types-nulls", f"types-nulls-{codec}-{version[0]}", compression=codec, data_page_version=version, row_group_size=9, store_schema=False)
cells += put("types", "types-whole", compression="snappy")
cells += put("types", "types-no-statistics", write_statistics=False, row_group_size=5)
cells += put("types-nulls", "types-int96", use_deprecated_int96_timestamps=True, row_group_size=9)
cells += put("types-nulls", "types-version-1", version="1.0", coerce_timestamps="us", allow_truncated_timestamps=True)
DIFFERENCES = {"int32": "DELTA_BINARY_PACKED", "int64": "DELTA_BINARY_PACKED", "repeated": "DELTA_BYTE_ARRAY", "long": "DELTA_LENGTH_BYTE_ARRAY"}
for wanted in ("", "-nulls"):
    # A dictionary that is given up because it is too large, and integers in place of bytes.
    cells += put(f"edges{wanted}", f"edges-fallback{wanted}", dictionary_pagesize_limit=500, write_batch_size=5, store_decimal_as_integer=True, write_page_checksum=True)
    cells += put(f"edges{wanted}", f"edges-delta{wanted}", use_dictionary=False, column_encoding=DIFFERENCES, data_page_version="2.0", compression="none", row_group_size=17, data_page_size=100)
ENCODINGS = {
    "plain": {}, "dictionary": None,
    "delta": {"i": "DELTA_BINARY_PACKED", "l": "DELTA_BINARY_PACKED", "s": "DELTA_BYTE_ARRAY", "x": "DELTA_BYTE_ARRAY"},
    "delta-length": {"s": "DELTA_LENGTH_BYTE_ARRAY"},
    "split": {name: "BYTE_STREAM_SPLIT" for name in "ilfdx"},
    "rle": {"b": "RLE"},
}
for name, encoding in ENCODINGS.items():
    for table in ("numbers", "numbers-nulls"):
        for version, size in (("1.0", 400), ("2.0", 150)):
            options = {"use_dictionary": encoding is None, **({"column_encoding": encoding} if encoding else {})}
            suffix = f"{name}-{version[0]}{'-nulls' if table.endswith('s-nulls') else ''}"
            cells += put(table, f"encoding-{suffix}", compression="zstd", data_page_version=version, row_group_size=size, data_page_size=700, write_page_index=version[0] == "2", **options)
for table in ("nested", "nested-nulls"):
    for version, size in (("1.0", 11), ("2.0", 4)):
        cells += put(table, f"{table}-{version[0]}", compression="zstd", data_page_version=version, row_group_size=size, data_page_size=40)

# Metadata of fields and of the file.
t = pa.table({"ra": pa.array([1.5, 2.5]), "name": pa.array([b"a", b"b"]), "plain": pa.array([1, 2])})
t = t.replace_schema_metadata({"roman.meta.instrument.detector": "WFI01", "roman.meta.exposure.type": "WFI_IMAGE", "pandas": json.dumps({"columns": []}),
                               "table_meta_yaml": "datatype:\n- {name: ra, unit: deg, datatype: float64, description: right ascension}\n- {name: name, datatype: string}\nmeta: {title: made}\n"})
t = t.set_column(2, pa.field("plain", pa.int64(), metadata={"unit": "mJy", "description": "flux"}), t["plain"])
pq.write_table(t, "described.parquet", compression="none")

# As astropy writes masked columns and positions: in several columns, of which its metadata tell.
t = Table({"id": MaskedColumn(np.array([1, 2, 2**63 - 1]), mask=[0, 1, 0], description="number"), "name": MaskedColumn(["a", "b", ""], mask=[1, 0, 0]),
           "at": SkyCoord([1, 2, 3], [4, 5, 6], unit="deg")}, meta={"title": "masked"})
t.write("astropy.parquet")

# Row groups without rows.
tables["empty"] = pa.table({"a": pa.array([1, None, 3] * 4, pa.int32()), "s": ["x", None, "y"] * 4, "l": [[1], [], None] * 4})
with pq.ParquetWriter("edges-groups.parquet", tables["empty"].schema) as writer:
    for offset, length in ((0, 0), (0, 5), (5, 0), (5, 7), (12, 0)):
        writer.write_table(tables["empty"].slice(offset, length))
files["edges-groups"] = json.dumps({"a": ["1", None, "3"] * 4, "s": ["x", None, "y"] * 4, "l": ["[1]", "[]", None] * 4}, sort_keys=True)

unique = sorted(set(files.values()))
json.dump({"tables": [json.loads(text) for text in unique], "files": {name: unique.index(key) for name, key in files.items()}}, open("expected.json", "w"), ensure_ascii=False)
print(len(files), "files,", cells, "cells")

# Columns and row groups far apart, for requests to be counted: ids ascend, each row group has its own.
rng = np.random.default_rng(1)
n = 2500
columns = {"id": np.arange(n, dtype=np.int64) + 2**60, "ra": np.sort(rng.uniform(0, 360, n)), **{f"flux_{i:02d}": rng.normal(size=n) for i in range(16)}}
pq.write_table(pa.table(columns), "spread.parquet", compression="none", use_dictionary=False, row_group_size=500)
