"""The words of links as Python values, and back."""

import pytest

from asdf_viewer import _links


@pytest.mark.parametrize(
    ("word", "section", "index"),
    [
        ("", (), (Ellipsis,)),
        ("3,y,x", (3, "y", "x"), (3, slice(None), slice(None))),
        ("mean,y,x", ("mean", "y", "x"), (slice(None),) * 3),
        ("sum:2:10,x", ("sum:2:10", "x"), (slice(2, 10), slice(None))),
    ],
)
def test_sections(word: str, section: tuple[object, ...], index: tuple[object, ...]) -> None:
    assert _links.section_in(word) == section
    assert _links.section_word(section) == word
    assert _links.index_in(word) == index


@pytest.mark.parametrize(("word", "limits"), [("", None), ("zscale", "zscale"), ("-0.5,3", (-0.5, 3.0)), ("1e-07,2", (1e-7, 2.0))])
def test_limits(word: str, limits: object) -> None:
    assert _links.limits_in(word) == limits
    assert _links.limits_word(limits) == word


def test_limits_that_make_no_sense() -> None:
    assert _links.limits_in("a,b") is None
    with pytest.raises(ValueError, match="3 is not below 1"):
        _links.limits_word((3, 1))


@pytest.mark.parametrize(
    ("word", "region"),
    [
        ("circle@512,300.5,20", {"kind": "circle", "x": 512.0, "y": 300.5, "radius": 20.0}),
        ("box@1,2,3,4,30", {"kind": "box", "x": 1.0, "y": 2.0, "width": 3.0, "height": 4.0, "angle": 30.0}),
        ("ellipse@1,2,3,4", {"kind": "ellipse", "x": 1.0, "y": 2.0, "a": 3.0, "b": 4.0}),
        ("-annulus@1,2,3,4:ff0000", {"kind": "annulus", "x": 1.0, "y": 2.0, "inner": 3.0, "outer": 4.0, "color": "#ff0000", "excluded": True}),
        ("polygon@0,0,5,0,5,5::a%2Fb %C3%A4", {"kind": "polygon", "points": [(0.0, 0.0), (5.0, 0.0), (5.0, 5.0)], "name": "a/b ä"}),
    ],
)
def test_regions(word: str, region: dict[str, object]) -> None:
    assert _links.regions_in(word) == [region]
    assert _links.regions_word([region]) == word
    both = f"{word}/point@1,2"
    assert _links.regions_word(_links.regions_in(both)) == both


@pytest.mark.parametrize(
    ("region", "reason"),
    [
        ({"kind": "circle", "x": 1, "y": 2}, "radius is missing"),
        ({"kind": "disc"}, "no kind of region"),
        ({"kind": "point", "x": 1, "y": 2, "colour": "red"}, "has no 'colour'"),
        ({"kind": "point", "x": 1, "y": 2, "color": "red"}, "no colour"),
    ],
)
def test_regions_that_make_no_sense(region: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        _links.regions_word([region])
    assert _links.regions_in("circle@1,2/disc@1/point@x,y/point@1/line@1,2,3/point@..,1/circle") == []


def test_links_are_those_of_the_viewer() -> None:
    link = "path=roman/a+b%26c&section=3,y,x&zoom=2@1012.5,998&note=%C3%A4"
    words = _links.words_of(link)
    assert words == {"path": "roman/a b&c", "section": "3,y,x", "zoom": "2@1012.5,998", "note": "ä"}
    assert _links.link_of(words) == link


def test_another_path_keeps_how_images_are_displayed() -> None:
    words = _links.words_of("path=data&view=line&section=1,y,x&stretch=log&limits=0,5&pick=3,4")
    assert _links.words_at(words, "err") == {"path": "err", "stretch": "log", "pick": "3,4"}
    assert _links.words_at({"limits": "zscale"}, "err") == {"path": "err", "limits": "zscale"}
