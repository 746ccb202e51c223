"""Prints tests/viewer/compute/contours.vectors.json: the contours that contourpy, with which matplotlib draws, finds, and astropy's
statistics without outliers.

    pip install numpy==2.4.6 astropy==8.0.2 contourpy==1.3.3
    python tests/viewer/compute/contours.vectors.py > tests/viewer/compute/contours.vectors.json
    npx biome format --write tests/viewer/compute/contours.vectors.json
"""

import json

import numpy
from astropy.stats import sigma_clipped_stats
from contourpy import contour_generator

random = numpy.random.default_rng(5)
y, x = numpy.mgrid[:14, :19]
smooth = 40 * numpy.exp(-((x - 8) ** 2 + (y - 6) ** 2) / 20) + 25 * numpy.exp(-((x - 17) ** 2 + (y - 12) ** 2) / 9)
values = (smooth + random.normal(0, 4, smooth.shape)).round(2)
values[6, 12] = numpy.nan
values[0, 3:5] = numpy.nan
generator = contour_generator(z=numpy.ma.masked_invalid(values), name="serial", corner_mask=False, line_type="Separate")


def lines(level):
    return [line.ravel().round(9).tolist() for line in generator.lines(level)]


crowd = numpy.concatenate([random.normal(10, 2, 500), [100, 200, -300, numpy.nan, 40]]).round(4)
_, median, sigma = sigma_clipped_stats(crowd, sigma=3, maxiters=5)
print(
    json.dumps(
        {
            "width": 19,
            "values": [None if numpy.isnan(v) else v for v in values.ravel()],
            "levels": [{"level": level, "lines": lines(level)} for level in [2, 5.5, 17, 33]],
            "crowd": {
                "values": [None if numpy.isnan(v) else v for v in crowd],
                "median": median,
                "sigma": sigma,
            },
        }
    )
)
