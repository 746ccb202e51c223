"""Makes the viewer's sample, www/public/sample.asdf: a synthetic Roman L2 product of a field that does not exist.

The file is committed; this script makes the same bytes again, given the versions of requirements.txt:

    pip install -r requirements.txt && python make.py

Then it reads the file back with Python asdf, digests checked, and fails when an array differs.
"""

from io import BytesIO
from pathlib import Path

import asdf
import numpy as np
from asdf.tags.core import HistoryEntry, Software
from astropy import units
from roman_datamodels import datamodels
from roman_datamodels.dqflags import pixel as flag

from product import SECONDS, START, metadata, world_coordinates
from scene import scene

PATH = Path(__file__).parents[3] / "www" / "public" / "sample.asdf"
SHAPE = (512, 512)
FULL_WELL = 1100.0  # e/s that saturate a pixel within the exposure
READ_NOISE = 0.055  # e/s
BORDER = 4
ARRAYS = ("data", "dq", "err", "var_poisson", "var_rnoise", "amp33")


def cosmic_rays(rng, count):
    """Tracks of charged particles: for each, the pixels that it crosses."""
    for _ in range(count):
        x, y = rng.uniform(0, SHAPE[1]), rng.uniform(0, SHAPE[0])
        angle, length = rng.uniform(0, 2 * np.pi), 1 + rng.gamma(1.1, 4.5)
        steps = np.arange(0, length, 0.5)
        columns, rows = (x + steps * np.cos(angle)).astype(int), (y + steps * np.sin(angle)).astype(int)
        inside = (columns >= 0) & (columns < SHAPE[1]) & (rows >= 0) & (rows < SHAPE[0])
        yield np.unique(np.stack([rows[inside], columns[inside]]), axis=1)


def scattered(rng, count):
    return rng.integers(0, SHAPE[0], count), rng.integers(0, SHAPE[1], count)


def grown(mask):
    """The mask and its four neighbours."""
    padded = np.pad(mask, 1)
    return padded[1:-1, 1:-1] | padded[:-2, 1:-1] | padded[2:, 1:-1] | padded[1:-1, :-2] | padded[1:-1, 2:]


def expose(rng):
    """The arrays of the product: rates, quality flags, variances."""
    rate = scene(SHAPE, rng)
    saturated = rate > FULL_WELL
    rate = np.minimum(rate, FULL_WELL)
    # Neighbouring columns share an amplifier's noise.
    noise = READ_NOISE * (1 + 0.08 * np.repeat(rng.normal(size=SHAPE[1] // 16), 16)) * np.ones(SHAPE)
    dq = np.zeros(SHAPE, np.uint32)
    dq[saturated] |= flag.SATURATED
    dq[grown(grown(saturated)) & ~saturated] |= flag.PERSISTENCE
    for track in cosmic_rays(rng, 90):
        dq[tuple(track)] |= flag.JUMP_DET
        noise[tuple(track)] *= 2.2
    # What lies beyond the reach of jump detection stays in the image.
    extra = np.zeros(SHAPE)
    for track in cosmic_rays(rng, 7):
        extra[tuple(track)] += rng.uniform(1.5, 9)

    hot, warm, dead, unstable = (scattered(rng, count) for count in (70, 160, 60, 40))
    dq[hot] |= flag.HOT | flag.DO_NOT_USE
    dq[warm] |= flag.WARM
    dq[unstable] |= flag.TELEGRAPH
    dq[dead] |= flag.DEAD | flag.DO_NOT_USE
    dq[387:395, 441:452] |= flag.LOW_QE
    dq[14:31, :] |= flag.GW_AFFECTED_DATA
    rate[387:395, 441:452] *= 0.86

    var_poisson = rate / SECONDS
    var_rnoise = noise**2
    data = rate + extra + rng.normal(size=SHAPE) * np.sqrt(var_poisson + var_rnoise)
    data[warm] += rng.uniform(0.1, 0.5, warm[0].size)
    # The fit gives steps of its own; they are far below the noise.
    data = np.round(data * 256) / 256
    data[(dq & flag.DO_NOT_USE) != 0] = np.nan
    var_poisson = coarse(var_poisson)
    return dict(
        data=data.astype("f4"),
        dq=dq,
        err=coarse(np.sqrt(var_poisson.astype("f8") + var_rnoise)),
        var_poisson=var_poisson,
        var_rnoise=coarse(var_rnoise),
    )


def coarse(values):
    """float16 of six significant bits: a variance is not known better, and the file stays small."""
    bits = values.astype("f2").view("u2")
    return ((bits + 8) & 0xFFF0).astype("u2").view("f2")


def reference_pixels(rng):
    """What the detector's edges and its reference amplifier saw, in the first two resultants."""
    height, width = SHAPE[0] + 2 * BORDER, SHAPE[1] + 2 * BORDER
    level = lambda *shape: rng.normal(5210, 6, shape).round()
    arrays = dict(amp33=level(2, height, 32).astype("u2"))
    for side, shape in dict(left=(height, BORDER), right=(height, BORDER), top=(BORDER, width), bottom=(BORDER, width)).items():
        arrays[f"border_ref_pix_{side}"] = level(2, *shape).astype("f4")
        arrays[f"dq_border_ref_pix_{side}"] = np.full(shape, int(flag.REFERENCE_PIXEL), np.uint32)
    return arrays


def fill(node, values):
    for key, value in values.items():
        if isinstance(value, dict):
            fill(node[key], value)
        else:
            node[key] = value


def product(rng):
    model = datamodels.ImageModel.create_fake_data(shape=(1, 1))
    arrays = expose(rng)
    for name, array in {**arrays, **reference_pixels(rng)}.items():
        model[name] = array
    wcs = world_coordinates(SHAPE)
    fill(model.meta, metadata(wcs, rng))
    model.meta.wcs = wcs
    return model


def written(file):
    buffer = BytesIO()
    file.write_to(buffer, all_array_compression="lz4")
    buffer.seek(0)
    return buffer


def write(model):
    file = asdf.AsdfFile({"roman": model._instance})
    software = Software(name="make.py", homepage="https://github.com/asdf-wasm/asdf-wasm", version="1.0.0")
    entries = {
        START + SECONDS * units.s: "exposed a field that does not exist",
        START + 4000 * units.s: "calibrated to rates by the steps of a pipeline that was not run",
    }
    file.tree["history"] = {
        "entries": [
            HistoryEntry(description=text, time=time.to_datetime(), software=software) for time, text in entries.items()
        ]
    }
    # Python asdf lists the extensions in the order of a set the first time, and in place from then on.
    with asdf.open(written(file)) as first:
        extensions = first["history"]["extensions"]
    file["history"]["extensions"] = sorted(extensions, key=lambda extension: extension["extension_uri"])
    PATH.write_bytes(written(file).getvalue())


def main():
    model = product(np.random.default_rng(1610))
    write(model)
    with asdf.open(PATH, validate_checksums=True, lazy_load=False) as file:
        for name in ARRAYS:
            np.testing.assert_array_equal(file["roman"][name], model[name])
    print(f"{PATH.name}: {PATH.stat().st_size} bytes")


if __name__ == "__main__":
    main()
