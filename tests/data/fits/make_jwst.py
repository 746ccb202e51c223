"""Makes products of the James Webb Space Telescope as its pipeline does, small: `jwst-*.fits`, and what stdatamodels,
astropy and gwcs read of them: `jwst.json`.

The argument is the folder of the jwst pipeline's sources, or its `tests/data` of tweakreg: the images have the WCS that are
published there. The spectrographs' are built from stdatamodels' transforms in the order of `jwst.assign_wcs`, with parameters
close to those of the reference files. Needs stdatamodels 6.0.0, gwcs 1.0.3, astropy 8.0.2 and asdf 6.0.0; `large FOLDER`
behind the first argument writes files of the usual size there, and no answers.
"""

import copy
import hashlib
import json
import sys
import warnings
from pathlib import Path

import asdf
import numpy as np
from astropy import coordinates, units
from astropy.io import fits
from astropy.modeling.models import (
    AffineTransformation2D,
    Const1D,
    Identity,
    Mapping,
    Pix2Sky_TAN,
    Polynomial2D,
    RotateNative2Celestial,
    Scale,
    Shift,
    Tabular1D,
)
from astropy.modeling.rotations import RotationSequence3D
from astropy.time import Time
from gwcs import coordinate_frames, wcs
from gwcs.geometry import CartesianToSpherical, SphericalToCartesian
from gwcs.spectroscopy import AnglesFromGratingEquation3D, WavelengthFromGratingEquation
from stdatamodels.jwst import datamodels
from stdatamodels.jwst.transforms.models import DirCos2Unitless, Logical, Rotation3DToGWA, Unitless2DirCos

warnings.simplefilter("ignore")
HERE = Path(__file__).parent
RANDOM = np.random.default_rng(21)
TIME = "2026-11-23T12:00:00.000"
# Files say when they were written.
datamodels.model_base.Time = type("Fixed", (), {"now": staticmethod(lambda: Time(TIME))})
FLAGS = {"DO_NOT_USE": 1, "SATURATED": 2, "JUMP_DET": 4, "OUTLIER": 16, "DEAD": 1024, "HOT": 2048}


def published(folder, name):
    found = next(path for path in sorted(Path(folder).rglob(name)))
    with asdf.open(found) as file:
        return copy.deepcopy(file["wcs"])


def sky(shape):
    """A background with stars."""
    y, x = np.mgrid[: shape[0], : shape[1]]
    data = RANDOM.normal(0.35, 0.02, shape)
    for _ in range(max(6, shape[0] * shape[1] // 4000)):
        row, column, flux = RANDOM.uniform(0, shape[0]), RANDOM.uniform(0, shape[1]), 10 ** RANDOM.uniform(-0.5, 2)
        top, left = max(0, int(row) - 12), max(0, int(column) - 12)
        part = slice(top, top + 25), slice(left, left + 25)
        data[part] += flux * np.exp(-((y[part] - row) ** 2 + (x[part] - column) ** 2) / 3)
    return data.astype("f4")


def describe(model, instrument, detector, **more):
    meta = model.meta
    meta.telescope, meta.origin, meta.date = "JWST", "STScI", TIME
    meta.instrument.name, meta.instrument.detector = instrument, detector
    meta.observation.date, meta.observation.time = "2026-11-23", "12:00:00.000"
    meta.observation.program_number, meta.observation.observation_number = "01234", "005"
    meta.program.title = "Stars that are not there: a programme whose title is too long for one card of a header"
    meta.target.catalog_name, meta.target.ra, meta.target.dec = "M-92", 259.28, 43.136
    meta.exposure.start_time, meta.exposure.exposure_time, meta.exposure.nints = 61367.5, 311.366, 1
    meta.calibration_software_version = "3.0.0"
    for key, value in more.items():
        model[f"meta.{key.replace('__', '.')}"] = value


def planes(model, data):
    """The arrays that belong to an image."""
    model.data = data
    model.err = np.sqrt(np.abs(data) / 100 + 1e-4).astype("f4")
    model.var_poisson = (np.abs(data) / 100).astype("f4")
    model.var_rnoise = np.full(data.shape, 1e-4, "f4")
    model.var_flat = (data**2 * 1e-6).astype("f4")
    dq = np.zeros(data.shape, "u4")
    for number, bit in enumerate(FLAGS.values()):
        dq.flat[RANDOM.integers(0, dq.size, 5 + number)] |= bit
    dq.flat[0] |= 1 << 31
    model.dq = dq
    data[(dq & 1) == 1] = np.nan


def calibrated(folder, shape=(24, 30)):
    model = datamodels.ImageModel()
    describe(model, "NIRCAM", "NRCB1", exposure__type="NRC_IMAGE", filename="jwst-cal.fits")
    model.meta.instrument.filter, model.meta.instrument.pupil, model.meta.instrument.channel = "F150W", "CLEAR", "SHORT"
    planes(model, sky(shape))
    model.area = np.linspace(0.98, 1.02, model.data.size, dtype="f4").reshape(shape)
    model.meta.photometry.pixelarea_steradians = 2.29e-14
    model.meta.bunit_data = model.meta.bunit_err = "MJy/sr"
    gwcs = published(folder, "nrcb1-wcs.asdf")
    if shape[0] < 2048:
        # A subarray, as assign_wcs has it: its corner is shifted to that of the detector.
        steps = [(step.frame, step.transform) for step in gwcs.pipeline]
        steps[0] = (steps[0][0], Shift(1000) & Shift(900) | steps[0][1])
        gwcs = wcs.WCS(steps)
        gwcs.bounding_box = ((-0.5, shape[1] - 0.5), (-0.5, shape[0] - 0.5))
        model.meta.subarray.xstart, model.meta.subarray.ystart = 1001, 901
    model.meta.wcs = gwcs
    return model


def mosaic(folder, shape=(24, 30)):
    model = datamodels.ImageModel()
    describe(model, "NIRCAM", "MULTIPLE", exposure__type="NRC_IMAGE", filename="jwst-i2d.fits")
    model.data = sky(shape)
    model.data[:2] = np.nan
    model.err = np.sqrt(np.abs(model.data) / 100 + 1e-4).astype("f4")
    model.wht = np.where(np.isnan(model.data), 0, 4).astype("f4")
    context = np.full((2, *shape), 5, "i4")
    context[1, 3:, 7:] = -(2**31) + 3
    model.con = context
    gwcs = published(folder, "mosaic_long_i2d_gwcs.asdf")
    if shape[0] < 2048:
        steps = [(step.frame, step.transform) for step in gwcs.pipeline]
        steps[0] = (steps[0][0], Shift(1000) & Shift(1000) | steps[0][1])
        gwcs = wcs.WCS(steps)
    gwcs.bounding_box = ((-0.5, shape[1] - 0.5), (-0.5, shape[0] - 0.5))
    model.meta.wcs = gwcs
    model.meta.resample.pixel_scale_ratio, model.meta.resample.weight_type = 0.98, "ivm"
    return model


def ramp():
    model = datamodels.Level1bModel()
    describe(model, "NIRCAM", "NRCB1", exposure__type="NRC_IMAGE", filename="jwst-uncal.fits")
    model.data = RANDOM.integers(0, 2**16, (1, 3, 24, 30)).astype("u2")
    model.zeroframe = RANDOM.integers(0, 2**16, (1, 24, 30)).astype("u2")
    return model


def cube():
    """As cube_build's: linear in wavelength, a tangential projection of the plane."""
    shape = (8, 10, 12)
    model = datamodels.IFUCubeModel()
    describe(model, "MIRI", "MIRIFUSHORT", exposure__type="MIR_MRS", filename="jwst-s3d.fits")
    model.data = np.stack([sky(shape[1:]) for _ in range(shape[0])])
    model.err = np.full(shape, 0.02, "f4")
    model.dq = np.where(RANDOM.uniform(size=shape) < 0.02, 513, 0).astype("u4")
    model.weightmap = np.full(shape, 2.5, "f4")
    step = 0.13 / 3600
    plane = (
        Shift(-4.5) & Shift(-5.5)
        | AffineTransformation2D([[-0.8, 0.6], [0.6, 0.8]])
        | Scale(step) & Scale(step)
        | Pix2Sky_TAN()
        | RotateNative2Celestial(259.28, 43.136, 180)
    )
    wavelength = Scale(0.0008) | Shift(4.9)
    icrs = coordinate_frames.CelestialFrame(name="sky", axes_order=(0, 1), reference_frame=coordinates.ICRS())
    spectral = coordinate_frames.SpectralFrame(
        name="wavelength", axes_order=(2,), unit=(units.micron,), axes_names=("wavelength",)
    )
    detector = coordinate_frames.CoordinateFrame(
        name="detector",
        naxes=3,
        axes_order=(0, 1, 2),
        axes_type=["SPATIAL", "SPATIAL", "SPECTRAL"],
        axes_names=("x", "y", "z"),
        unit=(units.pix,) * 3,
    )
    world = coordinate_frames.CompositeFrame([icrs, spectral], name="world")
    model.meta.wcs = wcs.WCS([(detector, plane & wavelength), (world, None)])
    model.meta.wcs.bounding_box = ((-0.5, 11.5), (-0.5, 9.5), (-0.5, 7.5))
    info = model.meta.wcsinfo
    info.wcsaxes, info.ctype1, info.ctype2, info.ctype3 = 3, "RA---TAN", "DEC--TAN", "WAVE"
    info.cunit1, info.cunit2, info.cunit3 = "deg", "deg", "um"
    info.crpix1, info.crpix2, info.crpix3 = 5.5, 6.5, 1.0
    info.crval1, info.crval2, info.crval3 = 259.28, 43.136, 4.9
    info.cdelt1, info.cdelt2, info.cdelt3 = step, step, 0.0008
    info.pc1_1, info.pc1_2, info.pc1_3 = -0.8, 0.6, 0.0
    info.pc2_1, info.pc2_2, info.pc2_3 = 0.6, 0.8, 0.0
    info.pc3_1, info.pc3_2, info.pc3_3 = 0.0, 0.0, 1.0
    return model


# Of the grating wheel, in degrees; and which part of a slitlet is lit.
ANGLES = [0.03333072666861111, 0.00833, -0.0056, 3.83]
RANGE = (-0.55, 1.7)


def distortion(scale, turn, offset):
    """A distortion as of NIRSpec's optics, and its inverse to first order and beyond."""
    forward = [Polynomial2D(3, c1_0=scale, c0_1=turn, c0_0=offset, c2_0=1e-3, c1_2=2e-3)]
    forward.append(Polynomial2D(3, c0_1=scale, c1_0=-turn, c0_0=-offset, c1_1=2e-3, c0_3=-1e-3))
    size = scale * scale + turn * turn
    backward = [Polynomial2D(1, c1_0=scale / size, c0_1=-turn / size, c0_0=-offset * (scale + turn) / size)]
    backward.append(Polynomial2D(1, c1_0=turn / size, c0_1=scale / size, c0_0=offset * (scale - turn) / size))
    model = Mapping((0, 1, 0, 1)) | forward[0] & forward[1]
    model.inverse = Mapping((0, 1, 0, 1)) | backward[0] & backward[1]
    return model


def to_sky():
    """From V2 and V3 in arcseconds to the sky, with the wavelength."""
    rotation = RotationSequence3D([378.771 / 3600, -428.155 / 3600, 37.5, 43.136, -259.28], "zyxyz")
    return (
        Scale(1 / 3600) & Scale(1 / 3600)
        | SphericalToCartesian(wrap_lon_at=180)
        | rotation
        | CartesianToSpherical(wrap_lon_at=360)
    )


class Optics:
    """What the slitlets share: in the tree, the second one refers to the transforms of the first."""

    def __init__(self):
        rotated = Unitless2DirCos() | Rotation3DToGWA(ANGLES, "xyzy")
        detector = Shift(-1024.5) & Shift(-1024.5) | Scale(5.4e-5) & Scale(5.4e-5)
        self.to_gwa = detector | distortion(1.0, 0.01, 0.002) | rotated
        self.collimator = distortion(0.62, -0.01, 0.001) | rotated
        lines, order = 95397.0, -1
        self.wavelength = (
            Mapping((0, 2), n_inputs=3) | WavelengthFromGratingEquation(lines, order) | Scale(-1)
        )
        self.angles = (
            Mapping((0, 1, 2), n_inputs=4)
            | Identity(1) & Scale(-1) & Identity(1)
            | AnglesFromGratingEquation3D(lines, order)
        )
        low, high = RANGE
        self.mask = (
            Mapping((0, 1, 2, 1))
            | Identity(3) & (Logical("GT", high, np.nan) | Logical("LT", low, np.nan) | Scale(0))
            | Mapping((0, 1, 3, 2, 3))
            | Identity(1) & Mapping((0,), n_inputs=2) + Mapping((1,)) & Mapping((0,), n_inputs=2) + Mapping((1,))
        )
        self.mask.inverse = Identity(3)
        self.to_oteip = distortion(2.4, 0.2, 0.003) & Identity(1)
        self.to_v2v3 = distortion(100.0, 20.0, 380.0) & Scale(1e6)
        self.to_sky = to_sky() & Identity(1)
        names = ["detector", "sca", "gwa", "slit_frame", "msa_frame", "oteip", "v2v3"]
        frames = [coordinate_frames.Frame2D(name=name, axes_order=(0, 1)) for name in names]
        spectral = coordinate_frames.SpectralFrame(
            name="spectral", axes_order=(2,), unit=(units.micron,), axes_names=("wavelength",)
        )
        frames[3:] = [coordinate_frames.CompositeFrame([frame, spectral], name=frame.name) for frame in frames[3:]]
        icrs = coordinate_frames.CelestialFrame(name="sky", axes_order=(0, 1), reference_frame=coordinates.ICRS())
        self.frames = [*frames, coordinate_frames.CompositeFrame([icrs, spectral], name="world")]

    def wcs(self, shape, shutter):
        """The WCS of a slitlet, as `nirspec.slitlets_wcs` and extract_2d make it; and its corner on the detector."""
        place = Scale(1.8e-4) & Scale(4.6e-4) | Shift(shutter[0]) & Shift(shutter[1])
        slit_to_gwa = place | self.collimator
        heights = np.linspace(*RANGE, 60)
        _, beta, _ = slit_to_gwa(np.zeros_like(heights), heights)
        table = Tabular1D(points=(beta,), lookup_table=heights, bounds_error=False)
        to_slit = (
            Mapping((0, 1, 0, 1), n_inputs=3)
            | Const1D(0) * Identity(1) & Const1D(-1) * Identity(1) & Identity(2)
            | Identity(1) & table & Identity(2)
            | Mapping((0, 1, 0, 1, 2, 3))
            | Identity(2) & slit_to_gwa & Identity(2)
            | Mapping((0, 1, 2, 3, 5), n_inputs=7)
            | Identity(2) & self.wavelength
            | self.mask
        )
        to_slit.inverse = slit_to_gwa & Identity(1) | Mapping((3, 0, 1, 2)) | self.angles
        centre = (to_slit.inverse | self.to_gwa.inverse)(0.0, np.mean(RANGE), 1.4e-6)
        corner = [float(np.round(at - length / 2).item()) for at, length in zip(centre, shape[::-1], strict=True)]
        steps = [Shift(corner[0]) & Shift(corner[1]) | Identity(2), self.to_gwa, to_slit, place & Identity(1)]
        steps += [self.to_oteip, self.to_v2v3, self.to_sky, None]
        made = wcs.WCS(list(zip(self.frames, steps, strict=True)))
        made.bounding_box = ((-0.5, shape[1] - 0.5), (-0.5, shape[0] - 0.5))
        return made, corner


def slits():
    model = datamodels.MultiSlitModel()
    describe(model, "NIRSPEC", "NRS1", exposure__type="NRS_MSASPEC", filename="jwst-mos.fits")
    model.meta.instrument.grating, model.meta.instrument.filter = "G140M", "F100LP"
    optics = Optics()
    for number, shape in enumerate([(9, 40), (14, 26)]):
        slit = datamodels.SlitModel()
        slit.data = sky(shape)
        slit.err = np.sqrt(np.abs(slit.data) / 100 + 1e-4).astype("f4")
        slit.dq = np.where(RANDOM.uniform(size=shape) < 0.05, 1025, 0).astype("u4")
        slit.name, slit.slitlet_id, slit.source_id = f"{number + 7}", number + 7, 100 + number
        slit.meta.wcs, corner = optics.wcs(shape, (0.002, [-0.00757, 0.00673][number]))
        slit.xstart, slit.ystart, slit.xsize, slit.ysize = *(int(at) + 1 for at in corner), *shape[::-1]
        x, y = np.meshgrid(*(np.arange(float(length)) for length in shape[::-1]))
        slit.wavelength = slit.meta.wcs(x, y)[2].astype("f4")
        model.slits.append(slit)
    return model


def spectra():
    model = datamodels.MultiSpecModel()
    describe(model, "NIRSPEC", "NRS1", exposure__type="NRS_MSASPEC", filename="jwst-x1d.fits")
    for number in range(2):
        spec = datamodels.SpecModel()
        table = np.zeros(12 + number, spec.get_dtype("spec_table"))
        for name in table.dtype.names:
            table[name] = RANDOM.normal(size=len(table)) if table.dtype[name].kind == "f" else 3
        table["WAVELENGTH"] = np.linspace(0.97, 1.89, len(table))
        table["FLUX"][2] = np.nan
        spec.spec_table = table
        spec.name, spec.source_id, spec.source_ra, spec.source_dec = f"{number + 7}", 100 + number, 259.28, 43.136
        spec.spec_table.columns["WAVELENGTH"].unit = "um"
        spec.spec_table.columns["FLUX"].unit = "Jy"
        model.spec.append(spec)
    return model


def digest(data):
    data = np.ascontiguousarray(data)
    data = data.astype(data.dtype.newbyteorder("<"))
    return hashlib.sha256(data.tobytes()).hexdigest()


def plain(value):
    """A card's value for JSON."""
    if isinstance(value, fits.card.Undefined):
        return None
    return value.item() if isinstance(value, np.generic) else value


def answers(file):
    hdus = []
    with fits.open(file) as read:
        for hdu in read:
            cards = [[card.keyword, plain(card.value), card.comment] for card in hdu.header.cards]
            entry = {"name": hdu.name, "version": hdu.ver, "cards": cards}
            data = hdu.data
            if isinstance(data, fits.FITS_rec) and hdu.name != "ASDF":
                entry["rows"], entry["fields"] = len(data), {}
                for column in data.columns:
                    values = data[column.name]
                    if values.dtype.kind in "SU":
                        entry["fields"][column.name] = [str(text) for text in values]
                    else:
                        entry["fields"][column.name] = [values.dtype.str[1:], digest(values)]
            elif data is not None and hdu.name != "ASDF":
                entry["dtype"], entry["shape"], entry["sha256"] = data.dtype.str[1:], data.shape, digest(data)
            hdus.append(entry)
    return {"hdus": hdus, "wcs": positions(file)}


def positions(file):
    """Pixels on a grid almost to the edges of the bounding box, one outside of it, some at random, and where they are."""
    found = []
    with datamodels.open(file) as model:
        if hasattr(model, "slits"):
            all_wcs = [(f"slits/{number}/meta/wcs", slit.meta.wcs) for number, slit in enumerate(model.slits)]
        else:
            all_wcs = [("meta/wcs", model.meta.wcs)] if getattr(model.meta, "wcs", None) is not None else []
        for path, gwcs in all_wcs:
            box = gwcs.bounding_box
            box = box.bounding_box(order="F") if hasattr(box, "bounding_box") else box
            axes = [np.linspace(low + 0.1, high - 0.1, 5 if len(box) == 2 else 3) for low, high in box]
            grid = np.stack([axis.ravel() for axis in np.meshgrid(*axes)], axis=1)
            some = np.random.default_rng(7).uniform([low for low, _ in box], [high for _, high in box], (20, len(box)))
            pixels = np.concatenate([grid, some, [[low - 0.01 for low, _ in box]]])
            world = np.stack(gwcs(*pixels.T), axis=1)
            entry = {"path": path, "pixels": pixels.tolist(), "world": nulls(world)}
            inside = np.isfinite(world).all(axis=1)
            back = np.stack(gwcs.invert(*world[inside].T), axis=1)
            entry["back"] = nulls(back)
            found.append(entry)
    return found


def nulls(numbers):
    return [[None if np.isnan(number) else float(number) for number in row] for row in numbers]


def main(folder, large=None):
    if large:
        target = Path(large)
        target.mkdir(exist_ok=True)
        calibrated(folder, (2048, 2048)).save(str(target / "jwst-large-cal.fits"))
        mosaic(folder, (4000, 4000)).save(str(target / "jwst-large-i2d.fits"))
        return
    files = {
        "jwst-cal": calibrated(folder),
        "jwst-i2d": mosaic(folder),
        "jwst-uncal": ramp(),
        "jwst-s3d": cube(),
        "jwst-mos": slits(),
        "jwst-x1d": spectra(),
    }
    result = {}
    for name, model in files.items():
        model.save(str(HERE / f"{name}.fits"))
        result[name] = answers(HERE / f"{name}.fits")
    lines = [f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in result.items()]
    (HERE / "jwst.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


main(sys.argv[1], sys.argv[3] if len(sys.argv) > 3 else None)
