"""Prints tests/viewer/measure/flux.vectors.json: sums in an aperture as flux densities, by astropy and photutils.

    pip install numpy==2.4.6 astropy==8.0.2 photutils==3.0.0
    python tests/viewer/measure/flux.vectors.py > tests/viewer/measure/flux.vectors.json
    npx biome format --write tests/viewer/measure/flux.vectors.json
"""

import json

import numpy
from astropy import units as u
from photutils.aperture import CircularAnnulus, CircularAperture, ApertureStats, aperture_photometry


def noise(size):
    """The same numbers between 0 and 1 as `noise` in flux.test.ts."""
    return ((numpy.arange(size, dtype=numpy.uint64) * 2654435761 + 12345) % 2**32 + 0.5) / 2**32


data = noise(32 * 40).reshape(32, 40)
y, x = numpy.indices(data.shape)
data += 50 * numpy.exp(-((x - 20) ** 2 + (y - 15) ** 2) / 8)
err = 0.1 + noise(32 * 40).reshape(32, 40)
aperture = CircularAperture((20.3, 15.2), 4.5)
ring = CircularAnnulus((20.3, 15.2), 4.5 + 3, 4.5 + 3 + 4)
background = ApertureStats(data, ring).median
table = aperture_photometry(data - background, aperture, error=err)
net, error = float(table["aperture_sum"][0]), float(table["aperture_sum_err"][0])
PIXEL = 2.844e-13


def of(unit, **more):
    """Of a sum in a unit that astropy makes Jy."""
    flux, sigma = (net * unit).to(u.Jy), (error * unit).to(u.Jy)
    return {"jansky": flux.value, "error": sigma.value, "magnitude": flux.to(u.ABmag).value, **more}


def hubble(flam, plam, seconds=1):
    unit = flam / seconds * u.erg / u.s / u.cm**2 / u.AA
    flux = (net * unit).to(u.Jy, u.spectral_density(plam * u.AA))
    sigma = (error * unit).to(u.Jy, u.spectral_density(plam * u.AA))
    zero = -2.5 * numpy.log10(flam) - 5 * numpy.log10(plam) - 2.408
    return {"jansky": flux.value, "error": sigma.value, "magnitude": zero - 2.5 * numpy.log10(net / seconds)}


print(
    json.dumps(
        {
            "net": net,
            "sigma": error,
            "MJy/sr": of(u.MJy / u.sr * PIXEL * u.sr),
            "uJy/arcsec2": of(u.uJy / u.arcsec**2 * PIXEL * u.sr),
            "nJy": of(u.nJy),
            "DN/s": of(0.3324 * u.MJy / u.sr * PIXEL * u.sr),
            "electrons/s": hubble(1.5305e-20, 15369.176),
            "electrons": hubble(1.5305e-20, 15369.176, 339.0),
        }
    )
)
