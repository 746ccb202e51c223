"""numpy's side: the statistics of a box on request, so that the two sides can take turns.

The first line on standard input is `FILE SIDE`: float32 values of a square image. Then each line is `plain FROM SIDE` or
`clipped FROM SIDE`, a box on the diagonal; the answer is a list of the milliseconds that it took, the processor's
milliseconds, and for `clipped` mean, median, standard deviation, and median and standard deviation clipped as by astropy.
The first answer is the versions.
"""

import platform
import sys
import time

import numpy as np


def plain(values):
    good = values[np.isfinite(values)]
    np.unravel_index(np.argmin(values), values.shape)
    np.unravel_index(np.argmax(values), values.shape)
    good.min(), good.max(), good.sum(dtype=np.float64)
    return good, good.mean(dtype=np.float64), np.median(good), good.std(dtype=np.float64)


def clipped(values):
    for _ in range(5):
        median, std = np.median(values), values.std(dtype=np.float64)
        kept = values[(values >= median - 3 * std) & (values <= median + 3 * std)]
        if kept.size == values.size:
            break
        values = kept
    return np.median(values), values.std(dtype=np.float64)


def main():
    print(f"Python {platform.python_version()}, numpy {np.__version__}", flush=True)
    name, side = sys.stdin.readline().split()
    image = np.fromfile(name, np.float32).reshape(int(side), int(side))
    for line in sys.stdin:
        what, start, side = line.split()
        box = image[int(start) : int(start) + int(side), int(start) : int(start) + int(side)]
        wall, used = time.perf_counter(), time.process_time()
        good, *moments = plain(box)
        if what == "clipped":
            moments += clipped(good)
        times = [time.perf_counter() - wall, time.process_time() - used]
        print([float(x) for x in [*(1000 * t for t in times), *(moments if what == "clipped" else [])]], flush=True)


if __name__ == "__main__":
    main()
