"""Tables as VOTable, ECSV and CSV by astropy, and what astropy reads from them, in truth.json.

pip install astropy==8.0.2 numpy==2.4.6 pyyaml==6.0.3; python truth.py
"""

import json
import warnings
from pathlib import Path

import astropy.units as u
import numpy as np
from astropy.coordinates import EarthLocation, SkyCoord
from astropy.io.votable import parse
from astropy.io.votable.tree import Field, Info, CooSys, Param, Resource, TableElement, TimeSys, VOTableFile
from astropy.table import Column, MaskedColumn, QTable, Table
from astropy.time import Time, TimeDelta

warnings.simplefilter("ignore")
HERE = Path(__file__).parent
TEXTS = ["plain", 'a "quote", comma', "söurce ∞ 𝛼", " spaces ", "two\nlines", "", "x"]
N = len(TEXTS)
INTEGERS = {
    "int8": [-128, -1, 0, 1, 2, 3, 127], "uint8": [0, 1, 2, 3, 128, 254, 255],
    "int16": [-32768, -1, 0, 1, 2, 3, 32767], "uint16": [0, 1, 2, 3, 4, 32768, 65535],
    "int32": [-2**31, -1, 0, 1, 2, 3, 2**31 - 1], "uint32": [0, 1, 2, 3, 4, 2**31, 2**32 - 1],
    "int64": [-2**63, -1, 0, 2**53 + 1, 2, 3, 2**63 - 1], "uint64": [0, 1, 2, 2**53 + 1, 4, 2**63, 2**64 - 1],
}
FLOATS = [0.1, -0.0, np.nan, np.inf, -np.inf, 1e-40, 3.4e38]
COMPLEX = [1 + 2j, -1.5 - 0.25j, 0j, 1e10 + 1j, complex(np.nan, 1), complex(0, np.inf), -0.5j]


def columns(masked):
    """A column of each type."""
    mask = [False, True, False, False, True, False, False]
    for name, values in INTEGERS.items():
        yield name, np.array(values, name), mask
    for name in ("float16", "float32", "float64"):
        yield name, np.array(FLOATS, "float64").astype(name), mask
    for name in ("complex64", "complex128"):
        yield name, np.array(COMPLEX, name), mask
    yield "bool", np.arange(N) % 3 == 0, mask
    yield "text", np.array(TEXTS), mask


def table(masked, left=()):
    result = Table(meta={"title": "matrix", "nested": {"a": [1, None, 2.5]}})
    for name, values, mask in columns(masked):
        if name not in left:
            args = {"unit": "Jy" if name == "float32" else None, "description": f"of {name}"}
            result[name] = MaskedColumn(values, mask=mask, **args) if masked else Column(values, **args)
    return result


def cell(value):
    if value is np.ma.masked or value is None:
        return None
    if isinstance(value, np.ma.MaskedArray):
        return [cell(item) for item in value]
    if isinstance(value, (np.ndarray, list, tuple)):
        return [cell(item) for item in value]
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (complex, np.complexfloating)):
        return {"re": cell(value.real), "im": cell(value.imag)}
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    if isinstance(value, bytes):
        return value.decode()
    return str(value)


def dump(read, names=None):
    said = []
    for name in names or read.colnames:
        column = read[name]
        said.append({
            "name": name, "dtype": str(column.dtype), "unit": str(column.unit or ""), "description": column.description or "",
            "values": [cell(value) for value in column],
        })
    return said


TRUTH = {}


def ecsv(name, made, **options):
    made.write(HERE / "data" / name, format="ascii.ecsv", overwrite=True, **options)
    TRUTH[name] = dump(Table.read(HERE / "data" / name, format="ascii.ecsv"))


(HERE / "data").mkdir(exist_ok=True)
for delimiter, label in ((" ", "space"), (",", "comma")):
    ecsv(f"types-{label}.ecsv", table(False), delimiter=delimiter)
    ecsv(f"masked-{label}.ecsv", table(True), delimiter=delimiter)
    ecsv(f"mask-columns-{label}.ecsv", table(True), delimiter=delimiter, serialize_method="data_mask")
arrays = Table()
for name in ("float32", "float64", "int16", "int64", "uint64"):
    arrays[name] = (np.arange(N * 6).reshape(N, 6) * (2**57 if name.endswith("int64") else 1)).astype(name)
    arrays[f"{name}_2d"] = arrays[name].reshape(N, 2, 3)
    masked = np.ma.MaskedArray(np.array(arrays[name]), mask=np.arange(N * 6).reshape(N, 6) % 5 == 0)
    arrays[f"{name}_masked"] = MaskedColumn(masked)
arrays["bools"] = np.arange(N * 2).reshape(N, 2) % 3 == 0
arrays["texts"] = np.array([[text, f"{i}"] for i, text in enumerate(TEXTS)])
arrays["ragged"] = Column([np.arange(i, dtype="float64") for i in range(N)], dtype=object)
ecsv("arrays.ecsv", arrays)
# A column of objects is JSON, which stays text.
objects = Table({"json": Column([{"a": i, "b": [1, None]} for i in range(N)], dtype=object)})
objects.write(HERE / "data" / "objects.ecsv", format="ascii.ecsv", overwrite=True)

mixins = QTable()
i = np.arange(N)
mixins["q"] = i * 1.5 * u.nJy
mixins["mjd"] = Time(60000 + i / 7, format="mjd", scale="tai")
mixins["iso"] = Time(60000.25 + i, format="mjd").isot
mixins["icrs"] = SkyCoord(i * 10, -i * 5, unit="deg")
mixins["gal"] = SkyCoord(i * 10, -i * 5, unit="deg", frame="galactic")
mixins["delta"] = TimeDelta(i * 60.0, format="sec")
mixins.write(HERE / "data" / "mixins.ecsv", overwrite=True)
mixins.write(HERE / "data" / "mixins-exact.ecsv", overwrite=True, serialize_method={Time: "jd1_jd2"})

# CSV, as astropy writes it.
plain = table(False, left=("float16", "complex64", "complex128"))
plain.write(HERE / "data" / "types.csv", format="ascii.csv", overwrite=True)
TRUTH["types.csv"] = dump(Table.read(HERE / "data" / "types.csv", format="ascii.csv"))
with_nulls = table(True, left=("float16", "complex64", "complex128"))
with_nulls.write(HERE / "data" / "masked.csv", format="ascii.csv", overwrite=True)
TRUTH["masked.csv"] = dump(Table.read(HERE / "data" / "masked.csv", format="ascii.csv"))
# Without a line that begins with an empty cell: astropy leaves such lines out.
with_nulls.add_column(np.arange(N), name="n", index=0)
with_nulls.write(HERE / "data" / "masked.tsv", format="ascii.csv", delimiter="\t", overwrite=True)
TRUTH["masked.tsv"] = dump(Table.read(HERE / "data" / "masked.tsv", format="ascii.tab"))

# VOTables of every datatype and array size.
NUMBERS = {
    "unsignedByte": INTEGERS["uint8"], "short": INTEGERS["int16"], "int": INTEGERS["int32"], "long": INTEGERS["int64"],
    "float": [float(np.float32(value)) for value in FLOATS], "double": FLOATS, "floatComplex": COMPLEX, "doubleComplex": COMPLEX,
    "boolean": [True, False, True, True, False, False, True], "bit": [True, False, True, True, False, False, True],
}
# Arrays of any length are written as they are in memory: they need the type of their field.
MEMORY = {"unsignedByte": "u1", "short": "i2", "int": "i4", "long": "i8", "float": "f4", "double": "f8", "floatComplex": "c8", "doubleComplex": "c16", "boolean": "?", "bit": "?"}


def votable(name, sizes, forms):
    file = VOTableFile(version="1.4")
    resource = Resource(name="result", type="results")
    file.resources.append(resource)
    file.coordinate_systems.append(CooSys(ID="sys", system="ICRS", epoch="J2015.5"))
    file.time_systems.append(TimeSys(ID="time", timeorigin=2455197.5, timescale="TCB", refposition="BARYCENTER"))
    resource.infos.append(Info(name="QUERY_STATUS", value="OVERFLOW"))
    resource.params.append(Param(file, name="limit", datatype="int", value=5))
    made = TableElement(file, name="sources", ID="first")
    resource.tables.append(made)
    fields = []
    for datatype, values in NUMBERS.items():
        for size in sizes:
            # Of bits of any length astropy writes bytes, and others bits.
            if size == "*" and datatype == "bit":
                continue
            label = f"{datatype}{size.replace('*', 'v')}"
            extra = {"arraysize": size} if size else {}
            field = Field(file, ID=f"i_{label}", name=label, datatype=datatype, **extra)
            if datatype in ("short", "int", "long", "unsignedByte"):
                field.values.null = 99
            if datatype == "double" and not size:
                field.unit, field.ucd, field.description = u.deg, "pos.eq.ra;meta.main", "right ascension"
            fields.append((field, values, size))
    for datatype in ("char", "unicodeChar"):
        for size in ("", "24", "*", "24*"):
            label = f"{datatype}{size.replace('*', 'v')}"
            extra = {"arraysize": size} if size else {}
            texts = ["a", "b", "c", "d", "e", "f", "g"] if not size else ["plain", 'a "q", & <c>', "söurce" if datatype == "unicodeChar" else "source", " spaces ", "two\nlines", "", "x"]
            fields.append((Field(file, name=label, datatype=datatype, **extra), texts, "text"))
    made.fields.extend(field for field, _, _ in fields)
    made.create_arrays(N)
    for field, values, size in fields:
        for row in range(N):
            value = values[row]
            if size in ("", "text"):
                made.array[field.ID][row] = value
                continue
            count = {"3": 3, "2x3": 6, "*": row, "2x*": 2 * (row % 3)}[size]
            several = [values[(row + k) % N] for k in range(count)]
            if size == "2x3":
                several = np.array(several).reshape(3, 2)
            elif size == "2x*":
                several = np.array(several).reshape(-1, 2)
            made.array.data[field.ID][row] = np.ma.array(several, MEMORY[field.datatype], mask=np.zeros(np.shape(several), bool))
    for datatype in ("short", "int", "long", "unsignedByte", "float", "double", "boolean") if "" in sizes else ():
        made.array.mask[f"i_{datatype}"][2] = True
    second = TableElement(file, name="other")
    resource.tables.append(second)
    second.fields.append(Field(file, name="n", datatype="int"))
    second.create_arrays(2)
    second.array["n"] = [1, 2]
    for form in forms:
        path = HERE / "data" / f"{name}-{form}.xml"
        for one in (made, second):
            one.format = form
        file.to_xml(str(path), tabledata_format=form)
        read = parse(path, verify="ignore").get_first_table()
        TRUTH[path.name] = [
            {"name": field.name, "dtype": field.datatype, "unit": str(field.unit or ""), "description": (field.description or "").strip(),
             "values": [cell(value) for value in read.array[field.ID]]}
            for field in read.fields
        ]


votable("types", ("", "3", "*", "2x3"), ("tabledata", "binary", "binary2"))
# Of such arrays writers of bytes count either rows or elements.
votable("rows", ("2x*",), ("tabledata", "binary2"))
del TRUTH["rows-binary2.xml"]
(HERE / "truth.json").write_text(json.dumps(TRUTH, indent=0, ensure_ascii=False) + "\n")
