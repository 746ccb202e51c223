"""Makes all.fits, a table with every kind of column, and copies of it that say how fpack of CFITSIO is to pack them.

`fpack -table` of each copy is the file of its name in this folder.
"""

import shutil
from pathlib import Path

import numpy as np
from astropy.io import fits

HERE = Path(__file__).parent
COPIES = Path("/tmp")
RANDOM = np.random.default_rng(1)
ROWS = 23


def lists(dtype):
    lengths = [RANDOM.integers(0, 40) if row % 5 else 0 for row in range(ROWS)]
    return np.array([RANDOM.integers(0, 50, size=int(length)).astype(dtype) for length in lengths], dtype=object)


def normal(*shape):
    return RANDOM.normal(size=(ROWS, *shape))


def integers(low, high, dtype, *shape):
    return RANDOM.integers(low, high, (ROWS, *shape)).astype(dtype)


texts = [[("wxyz" * 2)[row % 3 : row % 3 + number + 1] for number in range(3)] for row in range(ROWS)]
columns = [
    fits.Column("logical", "L", array=integers(0, 2, bool)),
    fits.Column("bits", "11X", array=integers(0, 2, bool, 11)),
    fits.Column("byte", "B", array=integers(0, 256, "u1")),
    fits.Column("short", "I", array=integers(-30000, 30000, "i2"), null=-99),
    fits.Column("int", "J", array=integers(-(2**31), 2**31, "i4")),
    fits.Column("long", "K", array=integers(-(2**62), 2**62, "i8")),
    fits.Column("float", "E", array=normal().astype("f4"), unit="Jy"),
    fits.Column("double", "D", array=normal()),
    fits.Column("complex", "C", array=(normal() + 1j * normal()).astype("c8")),
    fits.Column("wide", "M", array=normal() + 1j * normal()),
    fits.Column("text", "7A", array=np.array([("abcdefg" * 3)[row % 5 : row % 5 + row % 8] for row in range(ROWS)])),
    fits.Column("texts", "12A", dim="(4,3)", array=np.array(texts)),
    fits.Column("cube", "6I", dim="(3,2)", array=integers(-5, 5, "i2", 2, 3)),
    fits.Column("nothing", "0J", array=np.zeros((ROWS, 0), "i4")),
    fits.Column("unsigned", "J", bzero=2**31, array=integers(0, 2**32, "u4")),
    fits.Column("scaled", "I", array=integers(-500, 500, "i2")),
    fits.Column("vector", "5E", array=normal(5).astype("f4")),
    fits.Column("ints", "PJ()", array=lists("i4")),
    fits.Column("shorts", "PI()", array=lists("i2")),
    fits.Column("bytes", "QB()", array=lists("u1")),
    fits.Column("floats", "PE()", array=lists("f4")),
    fits.Column("doubles", "QD()", array=lists("f8")),
    fits.Column("longs", "PK()", array=lists("i8")),
]
table = fits.BinTableHDU.from_columns(columns, name="ALL")
table.data["short"][3] = -99
whole = HERE / "all.fits"
fits.HDUList([fits.PrimaryHDU(), table]).writeto(whole, overwrite=True)
fits.setval(whole, "TSCAL16", value=0.25, ext=1)
fits.setval(whole, "TZERO16", value=3.0, ext=1)
for name, tile, algorithm in [("gzip1", 23, "GZIP_1"), ("gzip2", 10, "GZIP_2"), ("rice", 7, "RICE_1"), ("default", 10, None)]:
    copy = COPIES / f"{name}.fits"
    shutil.copy(whole, copy)
    fits.setval(copy, "FZTILELN", value=tile, ext=1)
    if algorithm:
        fits.setval(copy, "FZALGOR", value=algorithm, ext=1)
