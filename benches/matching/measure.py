"""astropy's side: catalogues matched on request, so that the two sides can take turns.

The first line on standard input is `LEFT RIGHT`: files of float64, longitude and latitude in degrees by turns. Then each line is
`nearest` or `around ARCSECONDS`; the answer is a list of the milliseconds that it took, the processor's milliseconds, the number of
pairs, and the sums of their rows. The first answer is the versions.
"""

import platform
import sys
import time

import astropy
import numpy as np
import scipy
from astropy import units as u
from astropy.coordinates import SkyCoord, search_around_sky


def main():
    print(f"Python {platform.python_version()}, astropy {astropy.__version__}, scipy {scipy.__version__}", flush=True)
    left, right = (np.fromfile(name, np.float64).reshape(-1, 2) for name in sys.stdin.readline().split())
    for line in sys.stdin:
        what, *radius = line.split()
        wall, used = time.perf_counter(), time.process_time()
        # Anew each time: astropy keeps the tree of a catalogue with its coordinates.
        one, other = (SkyCoord(*positions.T, unit="deg") for positions in (left, right))
        if what == "nearest":
            second, separation, _ = one.match_to_catalog_sky(other)
            first = np.arange(len(second))
        else:
            first, second, separation, _ = search_around_sky(one, other, float(radius[0]) * u.arcsec)
        times = [time.perf_counter() - wall, time.process_time() - used]
        print([*(1000 * t for t in times), len(first), int(first.sum()), int(second.sum())], flush=True)


if __name__ == "__main__":
    main()
