"""Arrays of Zarr in ASDF files, in blocks and in folders beside, and what asdf-zarr reads of them.

    pip install asdf-zarr==0.0.4 zarr==2.18.7 numcodecs==0.15.1 asdf==6.0.0 numpy==2.4.6
    python make.py
"""
import hashlib
import json
import os
import shutil
from pathlib import Path

import asdf
import numcodecs
import numpy as np
import zarr

HERE = Path(__file__).parent
COMPRESSORS = {
    "none": None,
    "zlib": numcodecs.Zlib(6),
    "gzip": numcodecs.GZip(6),
    "bz2": numcodecs.BZ2(9),
    "lzma": numcodecs.LZMA(),
    "zstd": numcodecs.Zstd(3),
    "lz4": numcodecs.LZ4(),
    **{f"blosc-{name}": numcodecs.Blosc(name, 5, shuffle) for name, shuffle in zip(["lz4", "lz4hc", "blosclz", "zlib", "zstd"], [1, 2, 0, 1, 2])},
}
values = np.arange(7 * 10, dtype="<i4").reshape(7, 10) * 3 - 50
arrays = {name: zarr.array(values, chunks=(3, 4), compressor=its) for name, its in COMPRESSORS.items()}
for dtype in ["|b1", "|i1", "|u1", "<i2", ">u2", ">i4", "<u4", "<i8", ">u8", "<f2", ">f4", "<f8", ">c8", "<c16"]:
    arrays[dtype.strip("|")] = zarr.array(values.astype(dtype), chunks=(4, 10), compressor=numcodecs.Zlib(1))
arrays["fortran"] = zarr.array(values, chunks=(3, 4), order="F")
arrays["shuffle"] = zarr.array(values, chunks=(3, 4), filters=[numcodecs.Shuffle(4)])
arrays["delta"] = zarr.array(values, chunks=(3, 4), filters=[numcodecs.Delta("<i4")])
arrays["delta-f4"] = zarr.array(values.astype("<f4"), chunks=(3, 4), filters=[numcodecs.Delta("<f4"), numcodecs.Shuffle(4)], compressor=numcodecs.Zstd(1))
arrays["cube"] = zarr.array(np.arange(4 * 5 * 6, dtype="<u2").reshape(4, 5, 6), chunks=(2, 2, 4))
arrays["line"] = zarr.array(np.arange(100, dtype="<f8") / 7, chunks=(30,))
part = zarr.create((7, 10), chunks=(3, 4), dtype="<i4", fill_value=-9)
part[:3, 4:8] = 5
arrays["part"] = part
gaps = zarr.create((5, 6), chunks=(2, 3), dtype="<f4", fill_value=np.nan)
gaps[4, 0] = 1
arrays["gaps"] = gaps
arrays["crc"] = zarr.array(values, chunks=(3, 4), filters=[numcodecs.CRC32()])
arrays["text"] = zarr.array(np.array(["a", "bc"]), chunks=(1,))
os.chdir(HERE)
shutil.rmtree("stores", ignore_errors=True)
nested = zarr.storage.NestedDirectoryStore("stores/nested")
beside = {
    "directory": zarr.array(values, chunks=(4, 5), store=zarr.storage.DirectoryStore("stores/directory")),
    "nested": zarr.array(values.astype(">f4"), chunks=(4, 5), store=nested, dimension_separator="/"),
}
asdf.AsdfFile(arrays).write_to("blocks.asdf")
asdf.AsdfFile(beside).write_to("beside.asdf")


def entry(array):
    read = array[...]
    little = np.ascontiguousarray(read).astype(read.dtype.newbyteorder("<"))
    return {"dtype": read.dtype.str, "shape": list(read.shape), "sha256": hashlib.sha256(little.tobytes()).hexdigest()}


expected = {}
for name in ["blocks", "beside"]:
    with asdf.open(f"{name}.asdf") as file:
        expected[name] = {key: entry(file[key]) for key in arrays | beside if key in file.tree}
# asdf-zarr writes absolute paths.
text = Path("beside.asdf").read_text()
Path("beside.asdf").write_text(text.replace(f"{HERE.resolve()}/", ""))
Path("expected.json").write_text(json.dumps(expected, indent=1) + "\n")
