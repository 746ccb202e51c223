"""The viewer through the Astro Image Display API: its published tests, and what a person does on the page."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("astro_image_display_api", reason="it wants Python 3.12")

from astro_image_display_api import ImageViewerInterface
from astro_image_display_api.api_test import ImageAPITest
from astropy import units as u
from astropy import visualization as vis
from astropy.coordinates import SkyCoord
from astropy.io import fits
from astropy.nddata import NDData
from astropy.table import Table
from astropy.wcs import WCS

from asdf_viewer.aida import ImageViewer


class TestPublished(ImageAPITest):
    image_widget_class = ImageViewer


def plane(scale: float = 0.001, angle: float = 0) -> WCS:
    wcs = WCS(naxis=2)
    wcs.wcs.ctype = ["RA---TAN", "DEC--TAN"]
    wcs.wcs.crval = [150, 2]
    wcs.wcs.crpix = [50.5, 40.5]
    cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    wcs.wcs.cd = scale * np.array([[-cos, sin], [sin, cos]])
    return wcs


@pytest.fixture
def viewer() -> ImageViewer:
    viewer = ImageViewer()
    viewer.load_image(NDData(np.arange(8000.0).reshape(80, 100), wcs=plane()), image_label="one")
    return viewer


def test_it_has_the_interface() -> None:
    assert isinstance(ImageViewer(), ImageViewerInterface)


def test_what_is_set_reaches_the_widget(viewer: ImageViewer) -> None:
    viewer.set_cuts((10, 500))
    viewer.set_stretch(vis.AsinhStretch(0.02))
    viewer.set_colormap("viridis")
    viewer.set_viewport(center=SkyCoord(150, 2, unit="deg"), fov=0.02 * u.deg)
    assert viewer.widget.limits == (10, 500)
    assert (viewer.widget.stretch, viewer.widget.colormap) == ("asinh,0.02", "viridis")
    assert viewer.widget.viewport == pytest.approx((49.5, 39.5, 20))
    assert "zoom=20px@" in viewer.widget.link


def test_limits_are_those_of_the_interval(viewer: ImageViewer) -> None:
    values = np.arange(8000.0)
    for interval in (vis.ZScaleInterval(), vis.AsymmetricPercentileInterval(2, 90), vis.MinMaxInterval()):
        viewer.set_cuts(interval)
        assert viewer.widget.limits == pytest.approx(interval.get_limits(values))
        assert viewer.get_cuts() is interval


def test_what_a_person_does_is_answered(viewer: ImageViewer) -> None:
    viewer.widget.set_state({"_seen": [20, 30, 50]})
    at = viewer.get_viewport()
    assert at["fov"].to_value(u.deg) == pytest.approx(0.05)
    assert at["center"].separation(plane().pixel_to_world(20, 30)).arcsec == pytest.approx(0, abs=1e-6)
    assert viewer.get_viewport("pixel")["fov"] == pytest.approx(50)
    viewer.widget.set_state({"link": "limits=3,9&stretch=log,100&colormap=magma"})
    assert viewer.get_cuts().get_limits([0]) == (3, 9)
    assert (type(viewer.get_stretch()), viewer.get_stretch().a) == (vis.LogStretch, 100)
    assert viewer.get_colormap() == "magma"
    viewer.widget.set_state({"link": "stretch=histogram"})
    assert isinstance(viewer.get_stretch(), vis.HistEqStretch)


def test_an_echo_of_the_page_changes_nothing(viewer: ImageViewer) -> None:
    viewer.set_cuts(interval := vis.ZScaleInterval())
    viewer.set_viewport(center=(12, 13), fov=0.01 * u.deg)
    x, y, across = viewer.widget.viewport
    viewer.widget.set_state({"_seen": [x, y, across], "link": viewer.widget.link})
    assert viewer.get_cuts() is interval
    assert viewer.get_viewport("pixel")["center"] == (12, 13)


def test_another_image_keeps_its_own_state(viewer: ImageViewer) -> None:
    viewer.set_cuts((1, 2), image_label="one")
    viewer.load_image(np.zeros((4, 5)), image_label="two")
    viewer.set_cuts((3, 4), image_label="one")
    assert viewer.widget.limits == (0, 0)
    viewer.widget.set_state({"link": "limits=5,6"})
    assert viewer.get_cuts(image_label="one").get_limits([0]) == (3, 4)
    assert viewer.get_cuts(image_label="two").get_limits([0]) == (5, 6)


def points(viewer: ImageViewer, label: str) -> Any:
    return np.frombuffer(viewer.widget._markers[label]["points"], "<f8").reshape(-1, 2)


def test_catalogues_are_markers(viewer: ImageViewer) -> None:
    coord = plane().pixel_to_world([10, 20], [30, 40])
    viewer.load_catalog(Table({"x": [1.5, 2.5], "y": [3, 4], "coord": coord}), catalog_label="pixels")
    viewer.load_catalog(Table({"x": [1.5, 2.5], "y": [3, 4], "coord": coord}), use_skycoord=True, catalog_label="sky")
    assert points(viewer, "pixels") == pytest.approx(np.array([[1.5, 3], [2.5, 4]]))
    assert points(viewer, "sky") == pytest.approx(np.array([[10, 30], [20, 40]]))
    viewer.set_catalog_style("sky", shape="crosshair", color="lime", size=8)
    look = {name: value for name, value in viewer.widget._markers["sky"].items() if name != "points"}
    assert look == {"system": "pixel", "shape": "cross", "color": "#00ff00", "size": 8}
    with pytest.raises(ValueError, match="no shape of markers"):
        viewer.set_catalog_style("sky", shape="star")
    assert viewer.get_catalog_style("sky")["shape"] == "crosshair"

    viewer.load_image(NDData(np.zeros((80, 100)), wcs=plane(0.002)), image_label="coarse")
    expected = np.column_stack(plane(0.002).world_to_pixel(coord))
    assert points(viewer, "sky") == pytest.approx(expected)
    assert points(viewer, "pixels") == pytest.approx(np.array([[1.5, 3], [2.5, 4]]))
    viewer.remove_catalog("sky")
    assert set(viewer.widget._markers) == {"pixels"}
    viewer.remove_catalog("*")
    assert viewer.widget._markers == {}


def test_what_the_viewer_does_not_have_is_refused_by_name(viewer: ImageViewer) -> None:
    with pytest.raises(ValueError, match="no stretch like"):
        viewer.set_stretch(vis.ContrastBiasStretch(1, 0.5))
    with pytest.raises(ValueError, match="not a valid colour map"):
        viewer.set_colormap("viridisk")
    with pytest.raises(ValueError, match="two dimensions"):
        viewer.load_image(np.zeros((3, 4, 5)))
    assert isinstance(viewer.get_stretch(), vis.LinearStretch)
    assert viewer.image_labels == ("one",)


def test_files_without_a_unit_and_with_several_images(tmp_path: Path) -> None:
    path = tmp_path / "two.fits"
    images = [fits.ImageHDU(np.full((4, 5), number, "f4"), name=name) for number, name in ((1, "SCI"), (2, "ERR"))]
    fits.HDUList([fits.PrimaryHDU(), *images]).writeto(path)
    viewer = ImageViewer()
    viewer.load_image(path)
    assert np.all(viewer.get_image().data == 1)
    viewer.load_image(str(path), path="ERR")
    assert np.all(viewer.get_image().data == 2)
    fits.PrimaryHDU().writeto(tmp_path / "none.fits")
    with pytest.raises(ValueError, match="no image of two dimensions"):
        viewer.load_image(tmp_path / "none.fits")


def test_a_roman_file_with_its_gwcs() -> None:
    path = Path(__file__).parents[2] / "data/roman/roman_l2_192.asdf"
    viewer = ImageViewer()
    viewer.load_image(path)
    at = viewer.get_viewport()
    assert at["fov"].unit.is_equivalent(u.deg)
    assert 0.09 < (at["fov"] / 192).to_value(u.arcsec) < 0.13
    viewer.set_viewport(center=(95, 90), fov=5 * u.arcsec)
    assert viewer.widget.viewport == pytest.approx((95, 90, 5 / (at["fov"] / 192).to_value(u.arcsec)))
    with pytest.raises(ValueError, match="has no inverse"):
        viewer.set_viewport(center=at["center"])
    assert viewer.get_viewport("pixel")["center"] == (95, 90)


def test_a_saved_picture_is_what_the_window_shows(viewer: ImageViewer, tmp_path: Path) -> None:
    from matplotlib.image import imread

    viewer.set_cuts((0, 7999))
    viewer.set_viewport(center=(99, 79), fov=4)
    viewer.save(tmp_path / "corner.png")
    picture = imread(tmp_path / "corner.png")[..., 0]
    assert picture.shape == (900, 900)
    assert picture[600, 300] == pytest.approx((78 * 100 + 98) / 7999, abs=0.02)
    viewer.save(tmp_path / "corner.svg")
    assert "<svg" in (tmp_path / "corner.svg").read_text()
