"""Prints tests/viewer/compute/reductions.vectors.json: a cube collapsed as numpy and spectral-cube do it, a plane smoothed as astropy
and scipy do it, and binned as numpy does it.

    pip install numpy==2.4.6 astropy==8.0.2 spectral-cube==0.7.0 scipy==1.17.1
    python tests/viewer/compute/reductions.vectors.py > tests/viewer/compute/reductions.vectors.json
    npx biome format --write tests/viewer/compute/reductions.vectors.json
"""

import json
import warnings

import numpy
from astropy import units
from astropy.convolution import Box2DKernel, Gaussian2DKernel, convolve
from astropy.wcs import WCS
from scipy.ndimage import generic_filter
from spectral_cube import SpectralCube

warnings.simplefilter("ignore")
NAN = float("nan")


def plain(values):
    """As JSON has it: NaN is null."""
    return [None if numpy.isnan(value) else float(value) for value in numpy.ravel(values)]


def cube():
    random = numpy.random.default_rng(19)
    values = random.normal(40, 3, (7, 4, 5)).round(3)
    values[2, 1, 3] = NAN
    values[:, 0, 0] = NAN
    values[:5, 3, 4] = NAN
    return values


def collapsed(values):
    wcs = WCS(naxis=3)
    wcs.wcs.ctype = ["RA---TAN", "DEC--TAN", "WAVE"]
    wcs.wcs.cunit = ["deg", "deg", "um"]
    wcs.wcs.cdelt = [0.001, 0.001, 0.02]
    wcs.wcs.crval = [10, 20, 4.9]
    wcs.wcs.crpix = [1, 1, 1]
    spectral = SpectralCube(data=values * units.Jy, wcs=wcs)
    axis = spectral.spectral_axis.to_value("um")
    moments = [spectral.moment(order=order) for order in range(3)]
    zeroth, first, second = [m.to_value(u) for m, u in zip(moments, ["Jy um", "um", "um2"])]
    return {
        "shape": list(values.shape),
        "values": plain(values),
        "x": plain(axis),
        "results": {
            "mean": plain(numpy.nanmean(values, 0)),
            "sum": plain(numpy.where(numpy.isfinite(values).any(0), numpy.nansum(values, 0), NAN)),
            "median": plain(numpy.nanmedian(values, 0)),
            "min": plain(numpy.nanmin(values, 0)),
            "max": plain(numpy.nanmax(values, 0)),
            "std": plain(numpy.nanstd(values, 0)),
            "moment0": plain(zeroth),
            "moment1": plain(first),
            "moment2": plain(second),
            "width": plain(numpy.sqrt(second)),
        },
        "other": {
            "mean, axis 1, 1 to 3": plain(numpy.nanmean(values[:, 1:3], 1)),
            "median, axis 2": plain(numpy.nanmedian(values, 2)),
        },
    }


def plane():
    random = numpy.random.default_rng(7)
    values = random.normal(5, 2, (13, 17)).astype(numpy.float32)
    values[4:6, 7] = NAN
    values[0, 0] = NAN
    values[12, 3:9] = NAN
    return values


def filtered(values):
    def by(kernel):
        return plain(
            convolve(
                values,
                kernel,
                boundary="fill",
                fill_value=NAN,
                nan_treatment="interpolate",
                preserve_nan=True,
            )
        )

    def median(side):
        found = generic_filter(
            values.astype(float), numpy.nanmedian, side, mode="constant", cval=NAN
        )
        return plain(numpy.where(numpy.isnan(values), NAN, found))

    def binned(side, by):
        found = numpy.empty(values.shape)
        for y in range(0, values.shape[0], side):
            for x in range(0, values.shape[1], side):
                square = values[y : y + side, x : x + side].astype(float)
                found[y : y + side, x : x + side] = (
                    by(square) if numpy.isfinite(square).any() else NAN
                )
        return plain(found)

    return {
        "width": values.shape[1],
        "values": plain(values),
        "cases": [
            *[{"smooth": {"kind": "gaussian", "size": s}, "result": by(Gaussian2DKernel(s))} for s in [0.7, 1.5, 4]],
            *[{"smooth": {"kind": "box", "size": s}, "result": by(Box2DKernel(s))} for s in [3, 4, 7]],
            *[{"smooth": {"kind": "median", "size": s}, "result": median(s)} for s in [3, 5]],
            {"bin": {"by": "mean", "size": 4}, "result": binned(4, numpy.nanmean)},
            {"bin": {"by": "sum", "size": 3}, "result": binned(3, numpy.nansum)},
        ],
    }


print(json.dumps({"cube": collapsed(cube()), "plane": filtered(plane())}))
