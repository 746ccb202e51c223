"""What stands around the pixels of a Roman L2 product: its metadata, its log and its world coordinates."""

import numpy as np
from astropy import coordinates, units
from astropy.modeling import models
from astropy.time import Time
from gwcs import WCS, coordinate_frames
from gwcs.geometry import CartesianToSpherical, SphericalToCartesian

RA, DEC, ROLL = 269.93, 65.95, 34.6  # degrees, at the reference pixel
V2, V3 = 1312.95, -1040.83  # arcseconds: where WFI01 stands in the focal plane
START = Time("2027-06-03T04:16:10.500", format="isot")
SECONDS = 139.15
NAME = "r0000101001001001001_0001_wfi01_f158"


def frame(name, axes, unit):
    return coordinate_frames.Frame2D(name=name, axes_names=axes, axes_order=(0, 1), unit=(unit, unit))


def world_coordinates(shape):
    """Detector → V2V3 with a distortion → V2V3 corrected for aberration → the sky."""
    height, width = shape
    centre = models.Shift(-(width - 1) / 2) & models.Shift(-(height - 1) / 2)
    x = dict(c0_0=0, c1_0=0.1099, c0_1=1.1e-4, c2_0=2.4e-6, c1_1=4.8e-6, c0_2=1.1e-6, c3_0=-7.8e-9, c2_1=-1.4e-8)
    y = dict(c0_0=0, c1_0=-2.1e-4, c0_1=0.1111, c2_0=-1.0e-7, c1_1=1.4e-6, c0_2=1.9e-6, c0_3=-1.7e-8, c1_2=1.1e-8)
    distortion = models.Mapping((0, 1, 0, 1)) | models.Polynomial2D(3, **x) & models.Polynomial2D(3, **y)
    to_v2v3 = centre | distortion | models.Shift(V2) & models.Shift(V3)

    away, back = models.Shift(-V2) & models.Shift(-V3), models.Shift(V2) & models.Shift(V3)
    aberration = away | models.Scale(1.000072) & models.Scale(1.000072) | back

    angles = [V2 / 3600, -V3 / 3600, ROLL, DEC, -RA]
    rotation = models.RotationSequence3D(angles, "zyxyz")
    degrees = models.Scale(1 / 3600) & models.Scale(1 / 3600)
    to_sky = degrees | SphericalToCartesian(wrap_lon_at=180) | rotation | CartesianToSpherical(wrap_lon_at=360)

    sky = coordinate_frames.CelestialFrame(
        name="world", reference_frame=coordinates.ICRS(), axes_order=(0, 1), unit=(units.deg, units.deg)
    )
    wcs = WCS(
        [
            (frame("detector", ("x", "y"), units.pix), to_v2v3),
            (frame("v2v3", ("v2", "v3"), units.arcsec), aberration),
            (frame("v2v3vacorr", ("v2", "v3"), units.arcsec), to_sky),
            (sky, None),
        ]
    )
    wcs.bounding_box = ((-0.5, width - 0.5), (-0.5, height - 0.5))
    wcs.pixel_shape = (width, height)
    return wcs


STEPS = {
    "dq_init": ["Using mask reference file: roman_wfi_mask_0074.asdf", "Flagging rows from: 14 to 31 as affected by guide window read"],
    "saturation": ["Using saturation reference file: roman_wfi_saturation_0052.asdf", "Detected 64 saturated pixels", "Detected 3 A/D floor pixels"],
    "refpix": ["Using refpix reference file: roman_wfi_refpix_0021.asdf", "Removing the common noise of the amplifiers with amplifier 33", "Fourier interpolation of 128 columns of 33 channels"],
    "linearity": ["Using linearity reference file: roman_wfi_linearity_0088.asdf", "Using inverse linearity reference file: roman_wfi_inverselinearity_0061.asdf"],
    "dark_decay": ["Using dark decay reference file: roman_wfi_darkdecaysignal_0002.asdf"],
    "ramp_fit": ["Using read noise reference file: roman_wfi_readnoise_0337.asdf", "Using gain reference file: roman_wfi_gain_0067.asdf", "Jump detection: threshold 4.5 sigma, 2 iterations", "Fitted 262144 ramps of 8 resultants in 2.41 s"],
    "assign_wcs": ["Using reference file roman_wfi_distortion_0014.asdf for distortion", "Assigned wcs with frames detector, v2v3, v2v3vacorr, world", "Velocity aberration: scale factor 1.000072"],
    "flatfield": ["Using FLAT reference file: roman_wfi_flat_0210.asdf", "Flat field applied to 262144 pixels"],
    "photom": ["photom MJy/sr conversion: 0.6531, uncertainty 0.0065", "pixel area: 2.844e-13 sr"],
    "source_catalog": ["Background mesh 64 × 64, median 0.351 DN/s", "Convolving with a Gaussian kernel of FWHM 2.0 pixels", "Detected 417 sources, 31 of them blended", "ePSF photometry of 162 point sources, reduced chi squared 1.06"],
    "tweakreg": ["Aligning 1 image to GAIADR3_S3", "XY shifts: x = -0.0173\" y = 0.0041\"", "Fit RMSE: 0.0028\" with 58 matches"],
}  # fmt: skip

PARAMETERS = """parameters are:
  pre_hooks: []
  post_hooks: []
  output_file: None
  output_dir: None
  output_ext: .asdf
  output_use_model: False
  output_use_index: True
  save_results: False
  skip: False
  suffix: None
  search_output_file: True
  input_dir: data
  update_version: False"""


def log(rng):
    """The lines of a calibration run, with the long ones that list a step's parameters."""
    seconds = 0.0

    def line(where, text, level="INFO"):
        nonlocal seconds
        seconds += rng.gamma(1.2, 0.35)
        at = (START + (3600 + seconds) * units.s).isot
        return f"{at}Z :: {where} :: {level} :: {text}"

    lines = [line("stpipe.step", f"Step ExposurePipeline running with args ('data/{NAME}_uncal.asdf',).")]
    for name, texts in STEPS.items():
        lines.append(line("stpipe.step", f"Step {name} {PARAMETERS}"))
        lines.append(line("stpipe.step", f"Step {name} running with args (<ImageModel from {NAME}_uncal.asdf>,)."))
        lines += [line(f"romancal.{name}.{name}_step", text) for text in texts]
        lines.append(line("stpipe.step", f"Step {name} done"))
    lines.append(line("romancal.tweakreg", "2 stars brighter than 8 mag were left out of the fit", "WARNING"))
    return [*lines, line("stpipe.step", "Step ExposurePipeline done")]


def metadata(wcs, rng):
    """meta, by group; what is not named here keeps the value that roman_datamodels gives a fake product."""
    corners = wcs.footprint()
    area = np.deg2rad(0.11 / 3600) ** 2
    reference = {name: f"crds://roman_wfi_{name}_{rng.integers(10, 400):04}.asdf" for name in (
        "apcorr area bam dark darkdecaysignal distortion epsf flat gain integralnonlinearity inverselinearity linearity "
        "mask photom readnoise refpix saturation").split()}  # fmt: skip
    return dict(
        calibration_software_version="0.20.1",
        product_type="l2",
        filename=f"{NAME}_cal.asdf",
        file_date=START + 4000 * units.s,
        prd_version="SOCPRD-0042",
        sdf_software_version="2027.2.1",
        ephemeris=dict(
            ephemeris_reference_frame="EME2000", type="DEFINITIVE", time=START.mjd, spatial_x=-44210318.7,
            spatial_y=-131022417.2, spatial_z=-56804112.6, velocity_x=27.31, velocity_y=-7.94, velocity_z=-3.46),
        exposure=dict(
            start_time=START, end_time=START + SECONDS * units.s, engineering_quality="OK", data_problem="NONE",
            ma_table_id="SCI0019", ma_table_name="IM_139_8", ma_table_number=4, nresultants=8, frame_time=3.16247,
            exposure_time=SECONDS, effective_exposure_time=SECONDS - 3.16247,
            read_pattern=[[1], [2, 3], [4, 5, 6, 7], [8, 9, 10, 11, 12, 13, 14, 15], [16, 17, 18, 19, 20, 21, 22, 23],
                          [24, 25, 26, 27, 28, 29, 30, 31], [32, 33, 34, 35, 36, 37, 38, 39], [40, 41, 42, 43]]),
        guide_star=dict(
            guide_window_id="00001010010010010001", guide_mode="WIM-TRACK", guide_star_id="1633584208384652928",
            epoch="J2016.0", window_xstart=202, window_ystart=14, window_xstop=218, window_ystop=30),
        instrument=dict(name="WFI", detector="WFI01", optical_element="F158"),
        observation=dict(
            observation_id="00001010010010010010001", visit_id="0000101001001001001", program=1, execution_plan=1, segment=1,
            observation=1, visit=1, visit_file_group=1, visit_file_sequence=1, visit_file_activity="01", exposure=1,
            **{"pass": 1}),
        photometry=dict(
            conversion_megajanskys=0.6531, conversion_megajanskys_uncertainty=0.0065, pixel_area=area),
        pointing=dict(
            pa_aperture=ROLL - 60, ra_v1=269.11, dec_v1=66.38, pa_v3=ROLL, target_aperture="WFI_CEN", target_ra=RA,
            target_dec=DEC),
        program=dict(
            title="A synthetic field for looking at ASDF files", investigator_name="Nobody in Particular",
            category="CAL", subcategory="NONE", science_category="Galaxies and their clusters"),
        rcs=dict(led="1", counts=0),
        ref_file=dict(crds=dict(version="13.1.2", context="roman_0128.pmap"), **reference),
        velocity_aberration=dict(ra_reference=RA, dec_reference=DEC, scale_factor=1.000072),
        visit=dict(
            dither=dict(primary_name="BOXGAP4_1", subpixel_name="NONE", executed_pattern=[0, 0, -205.2, 0, 205.2, 88.0]),
            type="GENERAL_SCIENCE", start_time=START - 12 * units.s, nexposures=4, wfi_acm_z_defocus_size=0.0),
        wcsinfo=dict(
            v2_ref=V2, v3_ref=V3, v3yangle=-60.0, ra_ref=RA, dec_ref=DEC, roll_ref=ROLL,
            s_region="POLYGON ICRS " + " ".join(f"{angle:.9f}" for angle in corners.ravel())),
        cal_logs=log(rng),
    )  # fmt: skip
