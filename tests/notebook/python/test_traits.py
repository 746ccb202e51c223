"""Traits that make no sense raise a `TraitError`, which says what is possible; what was shown stays."""

from typing import Any

import numpy as np
import pytest
from astropy import units
from astropy.coordinates import SkyCoord
from astropy.utils.masked import Masked
from traitlets import TraitError

from asdf_viewer import Viewer, view

WRONG = [
    ("stretch", "nope", "no stretch. There are linear, log"),
    ("stretch", "asin", "did you mean 'asinh'?"),
    ("stretch", "linear,2", "a number above 0 follows the name of log"),
    ("stretch", "asinh,-1", "a number above 0"),
    ("stretch", "asinh,x", "a number above 0"),
    ("stretch", 5, "stretch"),
    ("colormap", "virdis", "did you mean 'viridis'?"),
    ("colormap", "gray_s", "no colour map"),
    ("view", "grid", "no view. There are flags, image"),
    ("limits", "zscal", "did you mean 'zscale'?"),
    ("limits", (5, 1), "5.0 is not below 1.0"),
    ("limits", (1, 2, 3), "limits is"),
    ("limits", (float("nan"), 1), "not below"),
    ("limits", (0, float("inf")), "none on one side"),
    ("limits", 5, "limits is"),
    ("pixel", (1, 2, 3), "pixel is"),
    ("pixel", (-1, 2), "pixel is"),
    ("pixel", (1.5, 2), "pixel is"),
    ("pixel", ("a", "b"), "pixel is"),
    ("section", (-1, "y", "x"), "indices from 0 on"),
    ("section", ("men", "y", "x"), "no part of a section"),
    ("section", (1.5, "y", "x"), "indices from 0 on"),
    ("regions", [{"kind": "disc"}], "no kind of region"),
    ("regions", [{"kind": "circle", "x": "a", "y": 1, "radius": 1}], "could not convert"),
    ("regions", [{"kind": "circle", "x": float("nan"), "y": 1, "radius": 1}], "has numbers, and not nan, 1, 1"),
    ("region", -1, "from 0 on"),
    ("theme", "blue", "theme"),
    ("viewport", (1, 2), "viewport is"),
    ("viewport", (1, 2, 0), "the last above 0"),
    ("link", "stretch=nope", "no stretch"),
    ("link", "limits=zscal", "no interval"),
    ("link", "pick=1,2,3", "pick=1,2,3 of the link"),
    ("link", "limits=a,b", "makes no sense"),
]


@pytest.mark.parametrize(("trait", "value", "reason"), WRONG)
def test_wrong_values(trait: str, value: Any, reason: str) -> None:
    viewer = view(np.zeros((3, 4)), stretch="log", pixel=(1, 2))
    before = viewer.link
    with pytest.raises(TraitError, match=reason.replace("(", "\\(").replace("?", "\\?")):
        setattr(viewer, trait, value)
    assert (viewer.link, viewer.stretch, viewer.pixel) == (before, "log", (1, 2))
    with pytest.raises(TraitError):
        Viewer(np.zeros((3, 4)), **{trait: value})


RIGHT = [
    ("stretch", "asinh,0.02", "stretch=asinh,0.02"),
    ("colormap", "viridis_r", "colormap=viridis_r"),
    ("limits", (np.float32(1), 2), "limits=1,2"),
    ("limits", [0, 0], "limits=0,0"),
    ("pixel", np.array([3, 4]), "pick=3,4"),
    ("section", (np.int64(3), "y", "x"), "section=3,y,x"),
    ("section", ["moment1:2:5", "y", "x"], "section=moment1:2:5,y,x"),
    ("path", "/roman/data", "path=roman/data"),
    ("viewport", (12.5, 40, 100), "zoom=100px@12.5,40"),
]


@pytest.mark.parametrize(("trait", "value", "link"), RIGHT)
def test_right_values(trait: str, value: Any, link: str) -> None:
    assert view(np.zeros((3, 4)), **{trait: value}).link == link


def test_a_problem_is_about_what_is_shown() -> None:
    viewer = view(np.zeros((3, 4)))
    viewer.set_state({"problem": "the link leads to “nope”, which is not in this file"})
    assert "nope" in viewer.problem
    viewer.path = "data"
    assert viewer.problem == ""


def test_the_viewport_is_what_the_page_says() -> None:
    viewer = view(np.zeros((3, 4)), viewport=(1, 2, 3))
    viewer.set_state({"_seen": [1.5, 1, 8], "link": "zoom=2@1.5,1"})
    assert (viewer.viewport, viewer.link) == ((1.5, 1, 8), "zoom=2@1.5,1")
    viewer.set_state({"_seen": []})
    assert viewer.viewport is None


@pytest.mark.parametrize(("trait", "value"), [("stretch", "log"), ("viewport", (3, 4, 10)), ("link", "stretch=log")])
def test_a_change_and_its_number_are_one_message(trait: str, value: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    viewer = Viewer()
    sent: list[set[str]] = []
    monkeypatch.setattr(viewer, "send_state", lambda key=None: sent.append({key} if isinstance(key, str) else set(key)))
    setattr(viewer, trait, value)
    assert [keys for keys in sent if "link" in keys or "_asked" in keys] == [{"link", "_asked"}]


def test_markers() -> None:
    viewer = view(np.zeros((3, 4)))
    viewer.mark("a", [(1, 2), (3, 4.5)], shape="cross", color="#ff0000", size=4)
    viewer.mark("b", np.zeros((0, 2)))
    assert np.frombuffer(viewer._markers["a"]["points"]).tolist() == [1, 2, 3, 4.5]
    for wrong, reason in [
        ({"points": [1, 2]}, "shape \\(n, 2\\)"),
        ({"points": [], "shape": "star"}, "no shape of markers|shape"),
        ({"points": [(1, 2)], "color": "red"}, "no colour"),
        ({"points": [(1, 2)], "size": 0}, "above 0"),
    ]:
        with pytest.raises(ValueError, match=reason):
            viewer.mark("c", **wrong)
    viewer.unmark("a")
    assert list(viewer._markers) == ["b"]
    viewer.show(np.zeros((3, 4)))
    assert viewer._markers == {}


def test_what_is_under_a_mask_is_no_position() -> None:
    viewer = view(np.zeros((3, 4)))
    viewer.mark("pixels", np.ma.array([(1, 2), (3, 4)], mask=[(False, False), (True, True)]))
    viewer.mark("sky", SkyCoord(Masked([1, 3] * units.deg, mask=[False, True]), Masked([2, 4] * units.deg, mask=[False, True])))
    for each in viewer._markers.values():
        first, second = np.frombuffer(each["points"]).reshape(-1, 2)
        assert np.allclose(first, [1, 2])
        assert np.isnan(second).all()


def test_markers_on_the_sky() -> None:
    viewer = view(np.zeros((3, 4)))
    galactic = SkyCoord([10, 20], [30, -40], unit="deg", frame="galactic")
    viewer.mark("array", galactic)
    viewer.mark("one", SkyCoord(1, 2, unit="deg"))
    viewer.mark("list", [SkyCoord(1, 2, unit="deg"), SkyCoord(3, 4, unit="deg", frame="fk5")])
    viewer.mark("pixels", [(1, 2)])
    found = np.frombuffer(viewer._markers["array"]["points"]).reshape(-1, 2)
    assert np.allclose(found, np.column_stack([galactic.icrs.ra.deg, galactic.icrs.dec.deg]), rtol=0, atol=1e-12)
    assert {label: (len(each["points"]) // 16, each["system"]) for label, each in viewer._markers.items()} == {
        "array": (2, "icrs"),
        "one": (1, "icrs"),
        "list": (2, "icrs"),
        "pixels": (1, "pixel"),
    }
