"""Prints tests/viewer/image/lupton.vectors.json: colours that astropy makes of three bands as Lupton et al. 2004 have it.

    pip install numpy==2.4.6 astropy==8.0.2
    python tests/viewer/image/lupton.vectors.py > tests/viewer/image/lupton.vectors.json
    npx biome format --write tests/viewer/image/lupton.vectors.json
"""

import json

import numpy
from astropy.visualization import make_lupton_rgb

SIZE = 60

noise = (numpy.arange(3 * SIZE, dtype=numpy.uint64) * 2654435761 + 12345) % 2**32 / 2**32
# Some below black, most faint, some far beyond white.
bands = (numpy.exp(8 * noise) / 40 - 0.2).reshape(3, 1, SIZE)
bands[1, 0, 7] = numpy.nan

# The planes of the cube in rgb.test.ts.
planes = numpy.array(
    [[[0, 10, 20], [30, 40, 50]], [[50, 40, 30], [20, 10, 0]], [[0, 50, 0], [50, 0, 50]]], dtype=float
)


def colors(bands, minimum, stretch, q):
    with numpy.errstate(invalid="ignore"):
        return make_lupton_rgb(*bands, minimum=minimum, stretch=stretch, Q=q)


cases = []
for minimum, stretch, q in [([0, 0, 0], 5, 8), ([0.1, 0.2, -0.3], 0.5, 20), ([0, 1, 0], 2, 0), ([0, 0, 0], 60, 1)]:
    pixels = colors(bands, minimum, stretch, q).reshape(-1).tolist()
    cases.append({"minimum": minimum, "stretch": stretch, "q": q, "pixels": pixels})
print(
    json.dumps(
        {
            "bands": [[None if numpy.isnan(v) else v for v in band.reshape(-1).tolist()] for band in bands],
            "cases": cases,
            "planes": {"stretch": 50, "q": 8, "colors": colors(planes, [0, 0, 0], 50, 8).tolist()},
            "typed": {"stretch": 5, "q": 3, "colors": colors(planes, [0, 20, 0], 5, 3).tolist()},
        }
    )
)
