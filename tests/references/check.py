"""What zarr and xarray read by reference files, as JSON on the standard output.

`check.py arrays FILE…`: for each file the arrays in it, each with its shape and the SHA-256 of its elements in C order, little-endian.
`check.py mean FILE NAME AXIS`: the mean of an array along an axis, by xarray and dask.
"""

import hashlib
import json
import sys

import numpy
import xarray
import zarr
from kerchunk.utils import refs_as_store


def digest(array):
    little = array.astype(array.dtype.newbyteorder("<"))
    return [list(array.shape), hashlib.sha256(numpy.ascontiguousarray(little).tobytes()).hexdigest()]


def arrays(path):
    group = zarr.open_group(refs_as_store(path, remote_protocol="file"), mode="r")
    return {name: digest(array[...]) for name, array in group.arrays()}


mode, *arguments = sys.argv[1:]
if mode == "arrays":
    print(json.dumps({path: arrays(path) for path in arguments}))
else:
    path, name, axis = arguments
    kerchunk = xarray.open_dataset(path, engine="kerchunk", chunks={})
    options = {"storage_options": {"fo": path}}
    plain = xarray.open_dataset("reference://", engine="zarr", backend_kwargs=options, chunks={})
    means = [set[name].mean(axis).compute().values.ravel().tolist() for set in (kerchunk, plain)]
    print(json.dumps({"means": means, "chunks": kerchunk[name].chunks}))
