"""A table in folders named after its values; expected.json is what pyarrow reads. pip install pyarrow==26.0.1"""
import json, os, shutil
import pyarrow as pa, pyarrow.dataset as ds

os.chdir(os.path.dirname(os.path.abspath(__file__)))
shutil.rmtree("made", ignore_errors=True)
n = 12
table = pa.table({"id": pa.array([2**60 + i for i in range(n)]), "name": [None if i % 5 == 2 else f"s{i}" for i in range(n)],
                  "night": pa.array([1, 2, 10] * 4, pa.int32()), "band": [["F106", "a/b =", None][i // 4] for i in range(n)]})
ds.write_dataset(table, "made", format="parquet", partitioning=ds.partitioning(pa.schema([("night", pa.int32()), ("band", pa.string())]), flavor="hive"))
open("made/_metadata", "w").close()
read = ds.dataset("made", format="parquet", partitioning="hive").to_table()
paths = sorted(os.path.relpath(os.path.join(folder, name), "made") for folder, _, names in os.walk("made") for name in names)
json.dump({"paths": paths, "types": {name: str(read.schema.field(name).type) for name in read.column_names}, "rows": {name: [None if v is None else str(v) for v in read[name].to_pylist()] for name in read.column_names}}, open("expected.json", "w"), indent=1)
