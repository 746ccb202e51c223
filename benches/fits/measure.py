"""astropy's side: writes the file, then reads an HDU of it on request, so that the two sides can take turns.

The first line on standard input is `FILE SIDE`. The answer is the versions and the names of the HDUs, once the file is
written. Then each line is the name of an HDU; the answer is the milliseconds that it took to have all its numbers in the
machine's byte order, the processor's milliseconds, and the sum of the numbers.
"""

import io
import json
import platform
import sys
import time
import warnings

import astropy
import numpy as np
from astropy.io import fits

warnings.simplefilter("ignore")
ROWS = 200_000


def write(name, side):
    random = np.random.default_rng(1)
    sky = random.normal(100, 5, (side, side)).astype("f4")
    counts = sky.astype("i2")
    compressed = {
        "RICE_1": counts,
        "RICE_1-F4": sky,
        "GZIP_1": counts,
        "GZIP_2": counts,
        "HCOMPRESS_1": counts,
        "PLIO_1": (counts > 100).astype("i2"),
    }
    columns = [
        fits.Column("FLUX", "D", array=random.random(ROWS)),
        fits.Column("NULL", "I", array=np.arange(ROWS) % 100, null=5),
        fits.Column("VECTOR", "3E", array=random.random((ROWS, 3))),
        fits.Column("SCALED", "I", array=np.arange(ROWS) % 1000),
    ]
    hdus = [fits.PrimaryHDU(), fits.ImageHDU(sky, name="F4"), fits.ImageHDU((300 * sky).astype("u2"), name="U2")]
    hdus.append(fits.ImageHDU(counts, name="SCALED"))
    for kind, values in compressed.items():
        hdus.append(fits.CompImageHDU(values, name=kind, compression_type=kind.split("-")[0]))
    hdus.append(fits.BinTableHDU.from_columns(columns, name="TABLE"))
    hdus = fits.HDUList(hdus)
    hdus.writeto(name)
    # The numbers stay, and mean others.
    with fits.open(name, mode="update", do_not_scale_image_data=True, disable_image_compression=True) as file:
        file["SCALED"].header.update(BSCALE=0.5, BZERO=3.0)
        file["TABLE"].header.update(TSCAL4=0.5, TZERO4=3.0)
    return [hdu.name for hdu in hdus[1:]]


def numbers(data):
    if isinstance(data, fits.FITS_rec):
        columns = (data[name] for name in data.columns.names)
    else:
        columns = [data]
    return [np.asarray(column, dtype=column.dtype.newbyteorder("=")) for column in columns]


def main():
    name, side = sys.stdin.readline().split()
    names = write(name, int(side))
    versions = f"Python {platform.python_version()}, astropy {astropy.__version__}, numpy {np.__version__}"
    print(json.dumps([versions, names]), flush=True)
    with open(name, "rb") as file:
        content = file.read()
    for line in sys.stdin:
        with fits.open(io.BytesIO(content)) as file:
            hdu = file[line.strip()]
            wall, used = time.perf_counter(), time.process_time()
            arrays = numbers(hdu.data)
            times = [1000 * (time.perf_counter() - wall), 1000 * (time.process_time() - used)]
        total = sum(float(array.sum(dtype="f8")) for array in arrays)
        print(json.dumps([*times, total]), flush=True)


main()
