"""gwcs's side: converts the same pixels on request, so that the two sides can take turns.

The first line on standard input is `FILE PATH COUNT`: the file, the path of its WCS, and how many pixels the square has along
each axis. Then each line is `forward` or `backward`; the answer is the milliseconds that it took. The first answer is the
versions.
"""

import platform
import sys
import time
import warnings

import asdf
import gwcs
import numpy as np

warnings.filterwarnings("ignore")


def main():
    print(f"Python {platform.python_version()}, gwcs {gwcs.__version__}", flush=True)
    name, path, count = sys.stdin.readline().split()
    with asdf.open(name) as file:
        wcs = file.tree
        for key in path.split("/"):
            wcs = wcs[key]
    axis = np.arange(int(count)) * (4088 / int(count))
    x, y = (grid.ravel() for grid in np.meshgrid(axis, axis))
    sky = wcs(x, y)
    for line in sys.stdin:
        start = time.perf_counter()
        result = wcs(x, y) if line.strip() == "forward" else wcs.invert(*sky)
        elapsed = (time.perf_counter() - start) * 1000
        assert len(result) == 2
        print(elapsed, flush=True)


if __name__ == "__main__":
    main()
