"""Makes and verifies what exports are compared with: python exports.vectors.py [FOLDER]

Without a folder: a file of arrays of every datatype that numpy has, and the `.npy` files that numpy writes of them.
With the folder into which `EXPORTS=FOLDER npx vitest run tests/viewer/export` has written what the viewer exports: reads every FITS file with
astropy, verifies it, compares it with the arrays, and writes the digests of what was found right.
numpy 2.4.6, astropy 8.0.2, asdf 5.2.0, gwcs 1.0.3
"""

import base64
import hashlib
import io
import json
import sys
from pathlib import Path

import asdf
import numpy as np
from astropy.io import fits

HERE = Path(__file__).parent
rng = np.random.default_rng(19)

SCALARS = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16", "?"]


def numbers(dtype, shape):
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return rng.integers(0, 2, shape).astype(dtype)
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        values = rng.integers(info.min, info.max, shape, dtype=dtype.newbyteorder("="), endpoint=True)
        values.flat[0], values.flat[-1] = info.min, info.max
        return values.astype(dtype)
    values = rng.normal(0, 100, shape)
    if dtype.kind == "c":
        values = values + 1j * rng.normal(0, 100, shape)
    values = values.astype(dtype)
    values.flat[1] = np.nan
    values.flat[2] = np.inf
    return values


def arrays():
    made = {}
    for code in SCALARS:
        made[f"a_{np.dtype(code).name}"] = numbers(code, (2, 3, 4))
    for code in [">i2", ">u4", ">i8", ">f4", ">f8", ">c16"]:
        made[f"big_{np.dtype(code).name}"] = numbers(code, (3, 4))
    made["scalar"] = np.array(3.5, "f4")
    made["empty"] = np.zeros((0, 3), "i4")
    made["line"] = numbers("f4", (13,))
    made["ascii"] = np.array([b"one", b"two, or", b""], "S7")
    made["wide"] = np.array(["\u03b1\u03b2", "\U0001f52d", "abc"], "U3")
    made["records"] = np.array(
        [(1, 2.5, b"ab", [1, 2, 3], True, 7), (-5, -0.25, b"", [4, 5, 6], False, 2**63 + 1)],
        [("id", "<i2"), ("flux", ">f8"), ("name", "S4"), ("xyz", "<u2", (3,)), ("good", "?"), ("big", "<u8")],
    )
    return made


def npy(array):
    buffer = io.BytesIO()
    np.save(buffer, array)
    return base64.b64encode(buffer.getvalue()).decode()


def native(array):
    """As the exporter writes it: little-endian."""
    return array.astype(array.dtype.newbyteorder("<"))


def make():
    made = arrays()
    tree = dict(made)
    masked = np.ma.masked_array(numbers("f4", (3, 4)), mask=np.arange(12).reshape(3, 4) % 5 == 0)
    masked_integers = np.ma.masked_array(numbers("i2", (3, 4)), mask=np.arange(12).reshape(3, 4) % 4 == 1)
    tree["masked"], tree["masked_integers"] = masked, masked_integers
    buffer = io.BytesIO()
    asdf.AsdfFile(tree).write_to(buffer)
    files = {name: npy(native(array)) for name, array in made.items()}
    files["masked"] = npy(masked.filled(np.nan))
    vectors = {"asdf": base64.b64encode(buffer.getvalue()).decode(), "npy": files}
    (HERE / "exports.vectors.json").write_text(json.dumps(vectors, indent=1) + "\n")


def verify(folder):
    vectors = json.loads((HERE / "exports.vectors.json").read_text())
    found = {}
    with asdf.open(io.BytesIO(base64.b64decode(vectors["asdf"]))) as file:
        for path in sorted(folder.glob("*.fits")):
            with fits.open(path) as hdus:
                hdus.verify("exception")
                check(path.stem, file[path.stem], hdus)
            found[path.stem] = hashlib.sha256(path.read_bytes()).hexdigest()
    (HERE / "exports.verified.json").write_text(json.dumps(found, indent=1) + "\n")
    print(f"{len(found)} files verified")


def check(name, array, hdus):
    expected = array._make_array() if hasattr(array, "_make_array") else np.asarray(array)
    if expected.dtype.names:
        table = hdus[1].data
        for column in expected.dtype.names:
            wanted, got = expected[column], table[column]
            if wanted.dtype.kind == "S":
                wanted, got = wanted.astype("U"), np.char.rstrip(got)
            np.testing.assert_array_equal(got, wanted, err_msg=f"{name}.{column}")
        return
    data = hdus[0].data
    if expected.dtype.kind == "c":
        data = data[0] + 1j * data[1]
    if expected.dtype.kind == "b":
        data = data.astype(bool)
    if expected.size == 0:
        assert data is None or data.size == 0
        return
    if expected.shape == ():
        data = data[0]
    if isinstance(expected, np.ma.MaskedArray):
        known = ~expected.mask
        np.testing.assert_array_equal(data[known], expected.data[known], err_msg=name)
        assert np.isnan(data[expected.mask]).all(), name
        return
    np.testing.assert_array_equal(data, expected, err_msg=name)
    if expected.dtype.kind in "iu":
        assert data.dtype.newbyteorder("=") == expected.dtype.newbyteorder("="), (name, data.dtype, expected.dtype)


if __name__ == "__main__":
    verify(Path(sys.argv[1])) if len(sys.argv) > 1 else make()
