"""What people have at hand in a notebook, as files: what `asdf` and astropy read in them is what it is."""

import io
import zipfile
from pathlib import Path
from typing import Any

import asdf
import numpy as np
import pytest
from astropy import units
from astropy.coordinates import SkyCoord
from astropy.io import fits
from astropy.nddata import CCDData
from astropy.table import QTable, Table
from astropy.time import Time, TimeDelta
from astropy.utils.masked import Masked
from astropy.wcs import WCS

from asdf_viewer import SourceError, view
from asdf_viewer._objects import source_of
from asdf_viewer._sources import BytesSource, FileSource, PathSource, PiecesSource, Source

IMAGE = np.arange(12, dtype="f4").reshape(3, 4)


def content(source: Source) -> bytes:
    data = b""
    while len(data) < source.size:
        data += bytes(source.read(len(data), source.size))
    return data


def opened(value: Any, **options: Any) -> dict[str, Any]:
    with asdf.open(io.BytesIO(content(source_of(value, "", **options))), lazy_load=False, memmap=False) as file:
        return dict(file.tree)


def columns(value: Any) -> dict[str, Any]:
    return {column["name"]: column["data"] for column in opened(value)["table"]["columns"]}


def wcs() -> WCS:
    made = WCS(naxis=2)
    made.wcs.ctype, made.wcs.crval, made.wcs.crpix, made.wcs.cdelt = ["RA---TAN", "DEC--TAN"], [10, 20], [2, 2], [-1e-3, 1e-3]
    return made


def hdus() -> fits.HDUList:
    return fits.HDUList([fits.PrimaryHDU(), fits.ImageHDU(IMAGE, name="SCI"), fits.BinTableHDU(Table({"a": [1, 2]}), name="CAT")])


def test_what_libraries_for_files_open(tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    path = tmp_path / "file.asdf"
    path.write_bytes(b"#ASDF 1.0.0\n")
    for one in (
        fsspec.open(str(path)),
        fsspec.open(f"file://{path}"),
        path,
        str(path),
        path.as_uri(),
        path.read_bytes(),
        io.BytesIO(path.read_bytes()),
    ):
        source = source_of(one, "")
        assert content(source) == path.read_bytes()
        assert source.name in ("file.asdf", "bytes.asdf")
        source.close()
    with fsspec.open(str(path)) as file:
        assert content(source_of(file, "")) == path.read_bytes()
        source_of(file, "").close()
        assert not file.closed
    own = source_of(fsspec.open(str(path)), "")
    assert isinstance(own, FileSource)
    own.close()
    assert own._file.closed
    with zipfile.ZipFile(tmp_path / "files.zip", "w") as archive:
        archive.write(path, "in/file.asdf")
    assert content(source_of(zipfile.Path(tmp_path / "files.zip", "in/file.asdf"), "")) == path.read_bytes()
    for text in (fsspec.open(str(path), "rt"), path.open()):
        with pytest.raises(SourceError, match="gives text: open it with mode 'rb'"):
            source_of(text, "")
    with pytest.raises(SourceError, match="cannot be opened"):
        source_of(fsspec.open(str(tmp_path / "nothing.asdf")), "")


def test_fits_that_is_as_on_disk_is_read_from_there(tmp_path: Path) -> None:
    path = tmp_path / "a.fits"
    scaled = fits.ImageHDU(IMAGE.astype("i2"), name="SCALED")
    scaled.scale("int16", bzero=100)
    fits.HDUList([*hdus(), scaled]).writeto(path)
    with fits.open(path) as file:
        assert isinstance(source_of(file, ""), PathSource)
        assert [hdu.data is None for hdu in file] == [True, False, False, False]
        assert isinstance(source_of(file, ""), PathSource)
        file["SCI"].data[0, 0] = 77
        changed = source_of(file, "")
        assert (type(changed), changed.name) == (BytesSource, "a.fits")
        with fits.open(io.BytesIO(content(changed))) as read:
            assert read["SCI"].data[0, 0] == 77
    changes = [
        lambda file: file["SCI"].header.update(OBJECT="M33"),
        lambda file: file.pop(),
        lambda file: file["CAT"].data["a"].__setitem__(0, 5),
    ]
    for change in changes:
        with fits.open(path) as file:
            change(file)
            assert isinstance(source_of(file, ""), BytesSource)


def test_fits_in_memory_and_single_hdus() -> None:
    with fits.open(io.BytesIO(content(source_of(hdus(), "")))) as read:
        assert [hdu.name for hdu in read] == ["PRIMARY", "SCI", "CAT"]
        assert np.array_equal(read["SCI"].data, IMAGE)
    for value, name in ((hdus()[1], "SCI"), (hdus()[2], "CAT"), (fits.PrimaryHDU(IMAGE), "PRIMARY"), (fits.CompImageHDU(IMAGE, name="C"), "C")):
        with fits.open(io.BytesIO(content(source_of(value, "")))) as read:
            assert np.array_equal(read[name].data, value.data)
    header = fits.Header([("OBJECT", "M33"), ("EXPTIME", 2.5)])
    header["COMMENT"] = "one"
    header["COMMENT"] = "two"
    assert opened(header) == {**opened(header), "OBJECT": "M33", "EXPTIME": 2.5, "COMMENT": ["one", "two"]}


def test_an_hdu_brings_the_tables_of_its_distortion(tmp_path: Path) -> None:
    image = fits.ImageHDU(IMAGE, name="SCI")
    image.header["CPDIS1"] = "Lookup"
    path = tmp_path / "hst.fits"
    fits.HDUList([fits.PrimaryHDU(), image, fits.ImageHDU(IMAGE, name="WCSDVARR"), fits.ImageHDU(IMAGE, name="OTHER")]).writeto(path)
    with fits.open(path) as file, fits.open(io.BytesIO(content(source_of(file["SCI"], "")))) as read:
        assert [hdu.name for hdu in read] == ["PRIMARY", "SCI", "WCSDVARR"]


def test_coordinates_and_times() -> None:
    found = columns(
        SkyCoord(
            [1, 2] * units.deg,
            [3, 4] * units.deg,
            distance=[5, 6] * units.pc,
            pm_ra_cosdec=1 * units.mas / units.yr,
            pm_dec=[1, 2] * units.mas / units.yr,
        )
    )
    assert list(found)[:5] == ["ra", "dec", "distance", "pm_ra_cosdec", "pm_dec"]
    assert (list(found["dec"]), list(found["distance"])) == ([3, 4], [5, 6])
    galactic = SkyCoord(10 * units.deg, 20 * units.deg, frame="galactic")
    assert {name: list(column) for name, column in columns(galactic).items()} == {"l": [10], "b": [20]}
    assert opened(SkyCoord(1, 2, unit="deg", frame="fk5", equinox="J1975"))["meta"] == {"frame": "fk5", "equinox": "J1975.000"}
    times = Time(["2026-01-01T00:00:00.123456789", "2026-01-02"], scale="tai")
    found = columns(times)
    assert list(found["time"]) == ["2026-01-01T00:00:00.123456789", "2026-01-02T00:00:00.000000000"]
    assert list(found["mjd"]) == list(times.mjd)
    assert opened(times)["meta"]["scale"] == "tai"
    assert list(columns(Time("2026-01-01"))["mjd"]) == [61041]
    assert b'{"unit": !unit/unit-1.0.0 "s"' in content(source_of(TimeDelta([1, 2], format="sec"), ""))


def test_tables() -> None:
    table = Table(
        {"a": [1, 2], "t": Time(["2026-01-01", "2026-01-02"]), "c": SkyCoord([1, 2] * units.deg, [3, 4] * units.deg)}, meta={"from": "here"}
    )
    assert list(columns(table)) == ["a", "t", "c.ra", "c.dec"]
    assert opened(table)["table"]["meta"] == {"from": "here"}
    masked = columns(QTable({"f": Masked([1.0, 2.0] * units.Jy, mask=[False, True])}))["f"]
    assert np.ma.getmaskarray(masked).tolist() == [False, True]
    assert masked[0] == 1


def test_tables_of_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"n": [1, 2], "x": [0.5, float("nan")], "s": ["a", None]}, index=["one", "two"])
    frame["i"] = pandas.array([5, None], dtype="Int64")
    frame["b"] = pandas.array([True, None], dtype="boolean")
    found = columns(frame)
    assert list(found) == ["index", "n", "x", "s", "i", "b"]
    # A column without a gap has no mask: `mask` of pandas is a method.
    assert not np.ma.isMA(found["n"])
    assert list(found["n"]) == [1, 2]
    assert found["i"].tolist() == [5, None]
    assert found["b"].tolist() == [True, None]
    assert found["s"].tolist() == ["a", None]
    assert list(columns(pandas.DataFrame({"n": [1, 2]}))) == ["n"]


def test_world_coordinates_stay_with_their_arrays() -> None:
    for value, options in ((CCDData(IMAGE, unit="adu", wcs=wcs()), {}), (IMAGE, {"wcs": wcs()}), ({"data": IMAGE, "wcs": wcs()}, {})):
        keywords = opened(value, **options)["wcs"]
        assert (keywords["CTYPE1"], keywords["CRVAL1"], keywords["CRPIX2"]) == ("RA---TAN", 10, 2)
    with pytest.raises(TypeError, match="`wcs` belongs to an array"):
        source_of("file.asdf", "", wcs())


def test_world_coordinates_that_only_asdf_writes() -> None:
    gwcs = pytest.importorskip("gwcs")
    from astropy.coordinates import ICRS
    from astropy.modeling.models import Scale

    frames = gwcs.coordinate_frames
    made = gwcs.WCS([(frames.Frame2D(name="detector"), Scale(2) & Scale(3)), (frames.CelestialFrame(reference_frame=ICRS(), name="sky"), None)])
    for value, options in ((IMAGE, {"wcs": made}), ({"data": IMAGE, "wcs": made}, {}), (made, {})):
        assert opened(value, **options)["wcs"](1, 1) == (2, 3)


def test_models_of_roman(tmp_path: Path) -> None:
    models = pytest.importorskip("roman_datamodels.datamodels")
    model = models.ImageModel.create_fake_data(shape=(8, 8))
    assert opened(model)["roman"]["data"].shape == (8, 8)
    path = tmp_path / "roman.asdf"
    model.save(path)
    with models.open(path) as read:
        assert isinstance(source_of(read, ""), PathSource)
        read.data[0, 0] = 77
        changed = source_of(read, "")
        assert isinstance(changed, PiecesSource)
        assert changed.name == "roman.asdf"
        assert opened(read)["roman"]["data"][0, 0] == 77


def test_models_of_jwst() -> None:
    models = pytest.importorskip("stdatamodels.jwst.datamodels")
    model = models.ImageModel(IMAGE)
    model.meta.filename, model.meta.date = "jw01.fits", "2026-01-01T00:00:00"
    assert np.array_equal(opened(model)["data"], IMAGE)
    assert source_of(model, "").name == "jw01.asdf"
    assert model.meta.date == "2026-01-01T00:00:00"


def test_what_becomes_text_is_said() -> None:
    class Own:
        def __str__(self) -> str:
            return "own"

    with pytest.warns(UserWarning, match="Own: shown as text"):
        assert opened({"x": Own(), "data": IMAGE})["x"] == "own"


@pytest.mark.parametrize("value", [5, object(), range(3), "a" * 300, lambda: 0])
def test_what_is_none_of_these(value: Any) -> None:
    with pytest.raises((TypeError, SourceError), match=r"cannot be (shown|opened)"):
        view(value)
