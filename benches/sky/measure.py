"""What `run.mjs` measures, with reproject and matplotlib: python measure.py FOLDER

Puts the eighteen images of a folder on one tangent plane as large as the picture of the page, and draws it; then again with the plane moved, as
after a drag. By `reproject_interp`, of every pixel, and of means of 8 × 8 as the page has them. Prints seconds, wall and processor, and
the greatest memory.
"""

import resource
import sys
import time
import warnings
from pathlib import Path

import asdf
import gwcs
import matplotlib
import numpy as np
from astropy.modeling import models
from astropy.wcs import WCS
from reproject import reproject_interp
from reproject.mosaicking import find_optimal_celestial_wcs, reproject_and_coadd

matplotlib.use("agg")
import matplotlib.pyplot as plt  # noqa: E402

warnings.simplefilter("ignore")
WIDTH, STEP = 1000, 8
files = sorted(Path(sys.argv[1]).glob("*.asdf"))


def sip_of(wcs, step):
    """Of means of step × step pixels. gwcs has no inverse that reproject can use: SIP is fitted to it."""
    middle = (step - 1) / 2
    transform = models.Scale(step) & models.Scale(step) | models.Shift(middle) & models.Shift(middle) | wcs.forward_transform
    (low, high), _ = wcs.bounding_box.bounding_box()
    transform.bounding_box = (((low - middle) / step, (high - middle) / step),) * 2
    binned = gwcs.WCS([(wcs.input_frame, transform), (wcs.output_frame, None)])
    return WCS(binned.to_fits_sip(max_pix_error=0.01, max_inv_pix_error=0.01))


def opened():
    images = []
    for name in files:
        with asdf.open(name, memmap=False, lazy_load=False) as file:
            images.append((np.asarray(file["roman"]["data"]), file["roman"]["meta"]["wcs"]))
    return images


def fitted(step):
    return [
        (data.reshape(data.shape[0] // step, step, -1, step).mean(axis=(1, 3)) if step > 1 else data, sip_of(wcs, step))
        for data, wcs in images
    ]


def drawn(images, plane, shape):
    picture, _ = reproject_and_coadd(images, plane, shape_out=shape, reproject_function=reproject_interp, combine_function="first")
    figure = plt.figure(figsize=(shape[1] / 100, shape[0] / 100), dpi=100)
    low, high = np.nanpercentile(picture, [0.5, 99.5])
    figure.add_axes((0, 0, 1, 1)).imshow(picture, origin="lower", vmin=low, vmax=high, cmap="gray", interpolation="nearest")
    figure.canvas.draw()
    plt.close(figure)


def timed(what, work):
    wall, processor = time.perf_counter(), time.process_time()
    result = work()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{what}: {time.perf_counter() - wall:.1f} s, processor {time.process_time() - processor:.1f} s, peak {peak} MB", flush=True)
    return result


images = timed("opened", opened)
small = timed("means, and SIP", lambda: fitted(STEP))
large = timed("SIP of every pixel", lambda: fitted(1))
plane, (height, width) = find_optimal_celestial_wcs([(data.shape, wcs) for data, wcs in large])
step = width / WIDTH
shape = (int(height / step), WIDTH)
header = plane.to_header()
for axis in "12":
    header[f"CRPIX{axis}"] = (header[f"CRPIX{axis}"] - 0.5) / step + 0.5
    header[f"CDELT{axis}"] *= step
plane = WCS(header)
header["CRPIX1"] += 30
panned = WCS(header)
timed("drawn, means", lambda: drawn(small, plane, shape))
timed("panned, means", lambda: drawn(small, panned, shape))
timed("drawn, every pixel", lambda: drawn(large, plane, shape))
timed("panned, every pixel", lambda: drawn(large, panned, shape))
