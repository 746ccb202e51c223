"""A synthetic patch of sky as the Roman Wide Field Instrument might see it in F158, in electrons a second.

Stars of a falling luminosity function, a cluster of galaxies with a giant elliptical and its halo, spirals, an edge-on disc
with a dust lane and a sprinkle of faint galaxies, all through a telescope with a central obscuration and six struts.
"""

import numpy as np

PIXEL = 0.11  # arcseconds
DIAMETER = 2.36  # metres
OBSCURATION = 0.31  # of the diameter
WAVELENGTHS = np.linspace(1.38e-6, 1.77e-6, 9)  # the F158 band
SKY = 0.35  # e/s in a pixel


def psf(size=256):
    """The point spread function of the band, centred on (size // 2, size // 2), summing to one."""
    total = np.zeros((size, size))
    oversample = 2
    n = size * oversample
    y, x = np.mgrid[:n, :n] - n // 2
    for wavelength in WAVELENGTHS:
        # The pupil's diameter in samples that makes one sample of the image a pixel / oversample.
        radius = n * DIAMETER * np.deg2rad(PIXEL / 3600) / oversample / wavelength / 2
        distance = np.hypot(x, y) / radius
        pupil = (distance < 1) & (distance > OBSCURATION)
        for strut in range(6):
            angle = np.deg2rad(60 * (strut // 2) * 2 + (12 if strut % 2 else -12) + 30)
            along = x * np.cos(angle) + y * np.sin(angle)
            across = -x * np.sin(angle) + y * np.cos(angle)
            pupil &= ~((along > 0) & (abs(across) < 0.018 * radius))
        image = abs(np.fft.fftshift(np.fft.fft2(np.fft.ifftshift(pupil)))) ** 2
        centre = n // 2
        # A pixel gathers oversample² samples around its centre.
        gathered = sum(np.roll(image, (i, j), (0, 1)) for i in (-1, 0) for j in (-1, 0))
        total += gathered[centre % 2 :: oversample, centre % 2 :: oversample] / image.sum()
    return total / total.sum()


def elliptical_radius(shape, x0, y0, angle, axis_ratio):
    """Radius, in pixels along the major axis, and position angle of each pixel in the plane of a tilted disc."""
    y, x = np.mgrid[: shape[0], : shape[1]]
    c, s = np.cos(angle), np.sin(angle)
    u = (x - x0) * c + (y - y0) * s
    v = (-(x - x0) * s + (y - y0) * c) / axis_ratio
    return np.hypot(u, v), np.arctan2(v, u)


def sersic(shape, x0, y0, flux, radius, n, angle=0.0, axis_ratio=1.0):
    """A Sérsic profile of that total flux and effective radius."""
    b = 2 * n - 1 / 3 + 4 / (405 * n)
    r, _ = elliptical_radius(shape, x0, y0, angle, axis_ratio)
    profile = np.exp(-b * (np.hypot(r, 0.3) / radius) ** (1 / n))
    return flux * profile / profile.sum()


def spiral(shape, rng, x0, y0, flux, scale, angle, axis_ratio, arms=2, pitch=17.0, turn=0.0):
    """A disc with logarithmic arms, star-forming knots along them, a bulge and a short bar."""
    r, theta = elliptical_radius(shape, x0, y0, angle, axis_ratio)
    winding = np.log(np.maximum(r, 0.5) / scale) / np.tan(np.deg2rad(pitch))
    phase = arms * (theta - winding - turn)
    arm = np.exp(3.2 * (np.cos(phase) - 1)) + 0.25 * np.exp(2 * (np.cos(2 * phase + 0.9) - 1))
    fade = 1 / (1 + np.exp(-(r - 0.45 * scale) / (0.12 * scale)))
    disc = np.exp(-r / scale) * (0.28 + 1.5 * arm * fade)
    dust = 1 - 0.45 * fade * np.exp(6 * (np.cos(phase + 0.75) - 1))
    disc *= dust
    knots = np.zeros(shape)
    y, x = np.mgrid[: shape[0], : shape[1]]
    c, s = np.cos(angle), np.sin(angle)
    for _ in range(90):
        radius = scale * rng.uniform(0.6, 3.2)
        at = np.log(radius / scale) / np.tan(np.deg2rad(pitch)) + turn
        at += 2 * np.pi * rng.integers(arms) / arms + rng.normal(0, 0.09)
        u, v = radius * np.cos(at), radius * np.sin(at) * axis_ratio
        px, py = x0 + u * c - v * s, y0 + u * s + v * c
        width = rng.uniform(0.7, 1.6)
        strength = rng.pareto(2.0) * np.exp(-radius / (2.2 * scale))
        knots += min(strength, 2.0) * np.exp(-((x - px) ** 2 + (y - py) ** 2) / (2 * width**2))
    bar = sersic(shape, x0, y0, 1, 0.33 * scale, 0.8, angle + 0.7, 0.42)
    bulge = sersic(shape, x0, y0, 1, 0.22 * scale, 2.2, angle, 0.5 + 0.5 * axis_ratio)
    light = 0.72 * disc / disc.sum() + 0.06 * knots / knots.sum() + 0.09 * bar + 0.13 * bulge
    return flux * light


def edge_on(shape, x0, y0, flux, scale, angle):
    """A disc seen from its side: a thin layer of light, a bulge and the dark lane of its dust."""
    y, x = np.mgrid[: shape[0], : shape[1]]
    c, s = np.cos(angle), np.sin(angle)
    u, v = (x - x0) * c + (y - y0) * s, -(x - x0) * s + (y - y0) * c
    disc = np.exp(-np.abs(u) / scale) / np.cosh(v / (0.11 * scale)) ** 2
    light = flux * (0.75 * disc / disc.sum() + sersic(shape, x0, y0, 0.25, 0.4 * scale, 2, angle, 0.6))
    lane = np.exp(-((v - 0.05 * scale) ** 2) / (2 * (0.05 * scale) ** 2) - np.abs(u) / (2.2 * scale))
    return light * (1 - 0.72 * lane)


def arc(shape, x0, y0, flux, radius, start, stop, width=1.1):
    """A background galaxy drawn out by the gravity of the cluster."""
    y, x = np.mgrid[: shape[0], : shape[1]]
    r, theta = np.hypot(x - x0, y - y0), np.arctan2(y - y0, x - x0)
    middle, half = (start + stop) / 2, (stop - start) / 2
    along = np.angle(np.exp(1j * (theta - middle))) / half
    light = np.exp(-((r - radius) ** 2) / (2 * width**2) - along**4)
    return flux * light / light.sum()


def galaxies(shape, rng):
    h, w = shape
    sky = np.zeros(shape)
    sky += spiral(shape, rng, 0.335 * w, 0.60 * h, 9200, 0.070 * w, 0.5, 0.74, turn=0.4)
    sky += spiral(shape, rng, 0.86 * w, 0.88 * h, 1500, 0.022 * w, 2.1, 0.55, pitch=21, turn=1.0)
    sky += spiral(shape, rng, 0.08 * w, 0.13 * h, 900, 0.017 * w, 1.0, 0.9, pitch=24, turn=2.0)
    sky += edge_on(shape, 0.60 * w, 0.865 * h, 2300, 0.044 * w, -0.42)
    # The cluster: a giant elliptical in a halo of stray stars, its family around it, arcs behind.
    cx, cy = 0.735 * w, 0.33 * h
    sky += sersic(shape, cx, cy, 5200, 0.034 * w, 4, 0.8, 0.78)
    sky += sersic(shape, cx, cy, 3600, 0.13 * w, 1, 0.8, 0.7)
    for _ in range(46):
        r, at = 0.11 * w * rng.gamma(1.6, 0.75), rng.uniform(0, 2 * np.pi)
        x, y = cx + r * np.cos(at) * 1.15, cy + r * np.sin(at) * 0.9
        flux = 60 * (1 + min(rng.pareto(1.1), 14))
        size = 1.3 + 0.045 * np.sqrt(flux)
        sky += sersic(shape, x, y, flux, size, rng.uniform(2, 4), rng.uniform(0, np.pi), rng.uniform(0.5, 1))
    sky += arc(shape, cx, cy, 330, 0.083 * w, 2.05, 2.95)
    sky += arc(shape, cx, cy, 160, 0.089 * w, -0.75, -0.25)
    sky += arc(shape, cx, cy, 110, 0.062 * w, 4.0, 4.5)
    for _ in range(230):
        flux = 14 * (1 + min(rng.pareto(1.25), 30))
        size = rng.uniform(0.9, 2.6) * (flux / 40) ** 0.2
        place = rng.uniform(0, w), rng.uniform(0, h)
        sky += sersic(shape, *place, flux, size, rng.choice([1, 1, 1, 2.5]), rng.uniform(0, np.pi), rng.uniform(0.3, 1))
    return sky


def stars(shape, rng):
    h, w = shape
    sky = np.zeros(shape)
    bright = [(0.155, 0.875, 26000), (0.565, 0.10, 15000), (0.945, 0.60, 8000), (0.47, 0.33, 4200), (0.07, 0.40, 2600)]
    placed = [(x * w, y * h, flux) for x, y, flux in bright]
    faint = [(rng.uniform(1, w - 2), rng.uniform(1, h - 2), 22 * (1 + min(rng.pareto(0.75), 70))) for _ in range(150)]
    for x, y, flux in placed + faint:
        i, j = int(y), int(x)
        fy, fx = y - i, x - j
        sky[i : i + 2, j : j + 2] += flux * np.outer([1 - fy, fy], [1 - fx, fx])
    return sky


def observe(sky):
    """The sky through the telescope, by a Fourier transform with room for the wings."""
    kernel = psf()
    shape = [n + 256 for n in sky.shape]
    seen = np.fft.irfft2(np.fft.rfft2(sky, shape) * np.fft.rfft2(kernel, shape), shape)
    return np.maximum(seen[128 : 128 + sky.shape[0], 128 : 128 + sky.shape[1]], 0)


def scene(shape, rng):
    """The rate in e/s that falls on each pixel, sky included."""
    h, w = shape
    y, x = np.mgrid[:h, :w]
    background = SKY * (1 + 0.02 * (x / w - 0.5) + 0.015 * (y / h - 0.5))
    return observe(galaxies(shape, rng) + stars(shape, rng)) + background
