"""Regions of the package `regions` are set as they are, and returned as such."""

import numpy as np
import pytest
from astropy import units as u
from astropy.coordinates import SkyCoord
from regions import (
    CircleAnnulusPixelRegion,
    CirclePixelRegion,
    CircleSkyRegion,
    EllipseAnnulusPixelRegion,
    EllipsePixelRegion,
    LinePixelRegion,
    PixCoord,
    PointPixelRegion,
    PolygonPixelRegion,
    RectanglePixelRegion,
    Region,
    Regions,
    RegularPolygonPixelRegion,
)
from traitlets import TraitError

from asdf_viewer import view

CENTRE = PixCoord(12.5, 7)
SHAPES = [
    PointPixelRegion(CENTRE),
    CirclePixelRegion(CENTRE, 3.5),
    CircleAnnulusPixelRegion(CENTRE, 2, 4),
    EllipsePixelRegion(CENTRE, 8, 4, 30 * u.deg),
    RectanglePixelRegion(CENTRE, 8, 3, 0.5 * u.rad),
    LinePixelRegion(PixCoord(1, 2), PixCoord(3, 4.5)),
    PolygonPixelRegion(PixCoord([1, 9, 5], [2, 3, 8])),
]


@pytest.mark.parametrize("region", SHAPES, ids=lambda region: type(region).__name__)
def test_every_shape_comes_back(region: Region) -> None:
    viewer = view(np.zeros((20, 30)), regions=[region])
    (found,) = viewer.as_regions()
    assert type(found) is type(region)
    for name in region._params:
        one, other = getattr(found, name), getattr(region, name)
        if isinstance(other, PixCoord):
            assert np.allclose((one.x, one.y), (other.x, other.y))
        else:
            assert u.isclose(u.Quantity(one), u.Quantity(other), rtol=1e-12)
    # What the page is told says the same.
    again = view(np.zeros((20, 30)), link=viewer.link)
    assert [type(each) for each in again.as_regions()] == [type(region)]


def test_masks_are_those_of_the_package() -> None:
    region = EllipsePixelRegion(CENTRE, 8, 4, 30 * u.deg)
    viewer = view(np.zeros((20, 30)), regions=Regions([region]))
    assert np.array_equal(viewer.as_regions()[0].to_mask().to_image((20, 30)), region.to_mask().to_image((20, 30)))


def test_names_colours_and_exclusion_stay() -> None:
    text = "# Region file format: DS9\nimage\n-circle(3,4,5) # color=red text={a star}\nbox(5,5,2,4,10)\n"
    viewer = view(np.zeros((20, 30)))
    viewer.regions = Regions.parse(text, format="ds9")
    assert viewer.regions[0] == {"kind": "circle", "x": 2, "y": 3, "radius": 5, "name": "a star", "color": "#ff0000", "excluded": True}
    first, second = viewer.as_regions()
    assert (first.meta["text"], first.visual["color"], first.meta["include"]) == ("a star", "#ff0000", 0)
    assert second.meta["include"]
    assert "circle(3.0" in viewer.as_regions().serialize(format="ds9")


def test_what_has_no_counterpart_is_named() -> None:
    viewer = view(np.zeros((20, 30)), regions=[CirclePixelRegion(CENTRE, 3)])
    before = viewer.regions
    for wrong, reason in [
        (CircleSkyRegion(SkyCoord(1, 2, unit="deg"), 3 * u.arcsec), "CircleSkyRegion is on the sky"),
        (EllipseAnnulusPixelRegion(CENTRE, 1, 2, 3, 4), "no region like EllipseAnnulusPixelRegion; it has Point"),
        (SHAPES[1] & SHAPES[3], "no region like Compound"),
        (5, "not iterable"),
    ]:
        with pytest.raises(TraitError, match=reason):
            viewer.regions = [wrong] if isinstance(wrong, Region) else wrong
    assert viewer.regions == before
    viewer.regions = RegularPolygonPixelRegion(CENTRE, 6, 3)
    assert len(viewer.regions[0]["points"]) == 6
    viewer.regions = [{"kind": "polyline", "points": [(1, 2), (3, 4), (5, 5)], "name": "slit"}, SHAPES[1]]
    with pytest.warns(UserWarning, match="no polyline: slit is left out"):
        assert len(viewer.as_regions()) == 1
