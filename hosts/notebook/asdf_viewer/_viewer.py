"""The widget: what is shown as traits, and the messages by which the page reads bytes.

The page asks by custom messages with an id, for the file that is shown or for one that it refers to; the answer has the same id, and its bytes are
in binary buffers. What is shown goes both ways as one trait, ``link``, of which the others are parts: Python alone knows its words (``_links.py``).
"""

from __future__ import annotations

import base64
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal, TypeAlias

import anywidget
import traitlets

from . import _checks, _links, _regions
from ._links import Limits, Region, Section
from ._neighbours import beside
from ._objects import source_of
from ._scripts import script
from ._sources import Buffer, BytesSource, PathSource, PiecesSource, Source, SourceError, UrlSource

#: The most bytes of a range in one answer. Servers and proxies limit the size of messages.
_MOST = 4 * 2**20
#: The most ranges in one answer.
_RANGES = 1024
#: Traits that the page is told, and does not set.
_KERNELS_OWN = frozenset({"_file", "_asked", "_markers"})


class _RegionList(traitlets.List[Any]):
    """A list of regions, into which objects of the package ``regions`` may be set."""

    def validate(self, obj: Any, value: Any) -> Any:
        try:
            listed = _regions.from_objects(value)
        except (TypeError, ValueError) as error:
            raise traitlets.TraitError(str(error)) from error
        return super().validate(obj, listed)


Theme: TypeAlias = Literal["auto", "light", "dark"]


class Viewer(anywidget.AnyWidget):  # type: ignore[misc,unused-ignore]
    """The viewer of a file. Its traits are what is shown: they follow the page, and the page follows them.

    >>> viewer = view("cube.asdf", path="data", section=(3, "y", "x"))  # doctest: +SKIP
    >>> viewer.observe(lambda change: print(change.new), "pixel")  # doctest: +SKIP
    >>> viewer.limits = (0, 5)  # doctest: +SKIP
    """

    _esm = Path(__file__).parent / "static" / "widget.js"

    #: Everything that is shown, as the viewer's links have it.
    link = traitlets.Unicode().tag(sync=True)
    #: The height of the viewer, in pixels or as CSS writes it.
    height: traitlets.Union = traitlets.Union([traitlets.Int(), traitlets.Unicode()], default_value=600).tag(sync=True)
    #: ``"auto"`` follows the notebook.
    theme = traitlets.Enum(["auto", "light", "dark"], default_value="auto").tag(sync=True)
    #: The name of the file that is shown.
    name = traitlets.Unicode().tag(sync=True)
    #: Why the file, or a part of it, cannot be shown; empty if all is well.
    problem = traitlets.Unicode().tag(sync=True)
    _file: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    #: The viewport as the page reports it; empty if it shows no image.
    _seen: traitlets.Tuple = traitlets.Tuple().tag(sync=True)
    #: The markers by their labels, the points as bytes of float64.
    _markers: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    #: How many times the link has been changed here.
    _asked = traitlets.Int().tag(sync=True)
    #: How many of those the page had followed when it reported last, and the number of that report.
    _heard: traitlets.Tuple = traitlets.Tuple().tag(sync=True)

    #: The path of the node that is shown.
    path = traitlets.Unicode()
    #: How it is shown: ``"image"``, ``"line"``, ``"grid"`` and so on; empty for the usual way.
    view = traitlets.Unicode()
    #: Which part of an array is shown: ``(3, "y", "x")`` is the fourth plane of a cube. Empty if it is all of it.
    section: traitlets.Tuple = traitlets.Tuple()
    #: The picked pixel, ``(x, y)``, counted from 0.
    pixel: traitlets.Any = traitlets.Any(None, allow_none=True)
    #: Black and white, or the name of an interval such as ``"zscale"``; None for the usual one.
    limits: traitlets.Any = traitlets.Any(None, allow_none=True)
    #: Such as ``"log"`` or ``"asinh,0.02"``; empty for the usual one.
    stretch = traitlets.Unicode()
    #: Such as ``"viridis"`` or ``"viridis_r"``; empty for the usual one.
    colormap = traitlets.Unicode()
    #: The regions over the image, such as ``{"kind": "circle", "x": 512, "y": 300, "radius": 20}``.
    #: Pixel regions of the package ``regions`` may be set as well: ``as_regions()`` returns them as such.
    regions: traitlets.List[Any] = _RegionList(traitlets.Dict())
    #: What the window shows of the image: the pixel ``(x, y)`` in its middle, counted from 0 at pixel centres, and how many pixels there are
    #: along its shorter side. None until the page has drawn one.
    viewport: traitlets.Any = traitlets.Any(None, allow_none=True)
    #: The index of the selected region, counted from 0; None if none is selected.
    region: traitlets.Int[Any, Any] = traitlets.Int(None, allow_none=True)

    #: The words of links that have a trait of their own, and how each is read and written.
    _WORDS: ClassVar[Mapping[str, tuple[str, Any, Any]]] = {
        "path": ("path", str, str),
        "view": ("view", str, str),
        "section": ("section", _links.section_in, _links.section_word),
        "pixel": ("pick", _links.pixel_in, _links.pixel_word),
        "limits": ("limits", _links.limits_in, _links.limits_word),
        "stretch": ("stretch", str, str),
        "colormap": ("colormap", str, str),
        "regions": ("regions", _links.regions_in, _links.regions_word),
        "region": ("region", _links.selected_in, _links.selected_word),
    }

    def __init__(
        self,
        source: Any = None,
        *,
        name: str = "",
        wcs: Any = None,
        save: bool = False,
        storage_options: Mapping[str, Any] | None = None,
        **shown: Any,
    ) -> None:
        self._source: Source | None = None
        #: Files that the open one refers to, by their paths relative to it.
        self._neighbours: dict[str, Source] = {}
        self._opened = 0
        # No trait: the page may set traits.
        self._may_save = False
        self._saving: list[Buffer] = []
        self._reported: str | None = None
        #: Whether traits take what the link says, which was checked.
        self._is_following = False
        #: How many bytes of the file the page has read.
        self.bytes_read = 0
        opened = None if source is None else source_of(source, name, wcs, storage_options)
        words = {trait: shown.pop(trait) for trait in (*self._WORDS, "viewport") if trait in shown}
        super().__init__(**shown)
        self.observe(self._on_trait, list(self._WORDS))
        self.observe(self._on_link, "link")
        self.observe(self._on_viewport, "viewport")
        self.observe(self._on_seen, "_seen")
        self.on_msg(self._on_message)
        if self.link:
            self._on_link({"new": self.link})
        if "path" in words:
            self.path = words.pop("path")
        for trait, value in words.items():
            setattr(self, trait, value)
        if opened is not None:
            self._show(opened, save)

    def show(self, source: Any, *, name: str = "", wcs: Any = None, save: bool = False, storage_options: Mapping[str, Any] | None = None) -> None:
        """Shows another file in place of this one; see :func:`view`."""
        opened = source_of(source, name, wcs, storage_options)
        self.link = ""
        self._show(opened, save)

    def mark(self, label: str, points: Any, *, shape: str = "circle", color: str = "#39e6ff", size: float = 10) -> None:
        """Draws markers over the images of the file, in place of those of the same label. They go with the file.

        ``points`` are pairs x, y of pixels, counted from 0 at pixel centres: an array of shape (n, 2); or positions on the sky, a ``SkyCoord``
        or a list of them, which the WCS of each image places. ``shape`` is ``"circle"``, ``"cross"``,
        ``"square"`` or ``"diamond"``, ``color`` is written as ``"#ff0000"``, and ``size`` counts CSS pixels, whatever the zoom.

        >>> viewer.mark("stars", [(12.5, 40), (100, 3)], color="#ff0000")  # doctest: +SKIP
        """
        self._markers = {**self._markers, label: _checks.markers(points, shape, color, size)}

    def unmark(self, label: str) -> None:
        """Takes markers away; a label that there is not raises a `KeyError`."""
        rest = dict(self._markers)
        del rest[label]
        self._markers = rest

    def as_regions(self) -> Any:
        """The regions over the image as a ``Regions`` of the package ``regions``; ``region.to_sky(wcs)`` gives their places on the sky.

        >>> viewer.regions = Regions.read("stars.reg")  # doctest: +SKIP
        >>> viewer.as_regions()[0].to_mask().cutout(image)  # doctest: +SKIP
        """
        return _regions.to_objects(self.regions)

    @property
    def index(self) -> tuple[Any, ...]:
        """The part that is shown, as an index: ``array[viewer.index]``."""
        return _links.index_in(_links.words_of(self.link).get("section", ""))

    def close(self) -> None:
        """Removes the viewer from the notebook, and closes the file that it opened."""
        self._let_go()
        super().close()

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Takes what the page reports. A report that crossed a change made here is out of date: the page follows the change."""
        sync_data = {trait: value for trait, value in sync_data.items() if trait not in _KERNELS_OWN}
        heard = sync_data.get("_heard")
        if heard and heard[0] < self._asked:
            sync_data = {trait: value for trait, value in sync_data.items() if trait not in ("link", "name", "_seen")}
        self._reported = sync_data.get("link")
        try:
            super().set_state(sync_data)
        finally:
            self._reported = None

    def notify_change(self, change: Any) -> None:
        """Sends a change of the link with its number: a report between the two would be taken for one of before, and none follows."""
        with self.hold_sync():
            super().notify_change(change)

    def __repr__(self) -> str:
        return f"Viewer({self.name!r}, path={self.path!r})"

    def picture(self) -> bytes | None:
        """The image that is shown, small, as PNG, for saved notebooks; None if no image is shown, or if the file is at a server."""
        source = self._source
        is_near = isinstance(source, PathSource | BytesSource | PiecesSource)
        if source is None or not is_near or self.view not in ("", "image"):
            return None
        try:
            from . import _peek, _picture

            values = _peek.sample(source, self.path, self.section)
            return None if values is None else _picture.png(values, self.limits, self.stretch, self.colormap)
        except ImportError as cause:
            warnings.warn(f"the notebook keeps no picture of {self.name}: {cause.name} is not installed", stacklevel=2)
            return None
        except Exception:
            # The viewer shows the file, and says what is wrong with it.
            return None

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = super()._repr_mimebundle_(**options)
        data, *metadata = bundle if isinstance(bundle, tuple) else (bundle,)
        picture = self.picture() if data else None
        if data and picture:
            data = {**data, "image/png": base64.b64encode(picture).decode()}
        return (data, *metadata) if metadata else data

    def _show(self, source: Source, save: bool) -> None:
        self._let_go()
        self._source = source
        self._opened += 1
        self._saving = []
        self._markers = {}
        # What is written is not packed.
        self._may_save = save and isinstance(source, PathSource) and bytes(source.read(0, 2)) != b"\x1f\x8b"
        self.problem = ""
        self.name = source.name
        # A URL is read by the page, if its server lets it: how long the file is need not be known here.
        known = {"url": source.url} if isinstance(source, UrlSource) else {"size": source.size}
        self._file = {
            "number": self._opened,
            "name": source.name,
            "save": self._may_save,
            **known,
        }

    @traitlets.validate("path", "view", "section", "pixel", "limits", "stretch", "colormap", "regions", "region", "viewport")
    def _check(self, proposal: Any) -> Any:
        value = proposal["value"]
        return value if self._is_following else _checks.checked(proposal["trait"].name, value)

    @traitlets.validate("link")
    def _check_link(self, proposal: Any) -> str:
        link: str = proposal["value"]
        # What the page reports is shown already.
        return link if link == self._reported or self._is_following else _checks.words(link)

    def _on_trait(self, change: Any) -> None:
        trait, value = change["name"], change["new"]
        word, read, write = self._WORDS[trait]
        words = _links.words_of(self.link)
        if value == read(words.get(word, "")):
            return
        text = write(value)
        if trait == "path":
            words = _links.words_at(words, text)
        else:
            words[word] = text
        self.link = _links.link_of(words)

    def _on_viewport(self, change: Any) -> None:
        if not self._is_following:
            words = _links.words_of(self.link)
            words["zoom"] = _links.viewport_word(change["new"])
            self.link = _links.link_of(words)

    def _on_seen(self, change: Any) -> None:
        self._is_following = True
        try:
            self.viewport = tuple(change["new"]) or None
        finally:
            self._is_following = False

    def _on_link(self, change: Any) -> None:
        if change["new"] != self._reported:
            self._asked += 1
            # It was about what was shown before. The page says whether the file has what is asked for now.
            self.problem = ""
        self._follow(change["new"])

    def _follow(self, link: str) -> None:
        """Sets the traits that are parts of the link."""
        words = _links.words_of(link)
        self._is_following = True
        try:
            with self.hold_trait_notifications():
                for trait, (word, read, _) in self._WORDS.items():
                    setattr(self, trait, read(words.get(word, "")))
        finally:
            self._is_following = False

    def _on_message(self, _: object, content: Any, buffers: Sequence[Any]) -> None:
        if not isinstance(content, Mapping) or "id" not in content:
            return
        try:
            answer, data = self._answer(content, buffers)
        except SourceError as error:
            self.send({"id": content["id"], "problem": str(error), "code": error.code})
        except Exception as error:
            self.send({"id": content["id"], "problem": f"{type(error).__name__}: {error}"})
        else:
            self.send({"id": content["id"], **answer}, buffers=data)

    def _answer(self, asked: Mapping[str, Any], buffers: Sequence[Any]) -> tuple[dict[str, Any], list[Buffer]]:
        kind = asked.get("kind")
        if kind == "script":
            return {}, [script(str(asked["name"]))]
        source = self._source
        if source is None or asked.get("file") != self._opened:
            raise SourceError("this file is not open any more: run the cell again")
        if "beside" in asked and kind != "save":
            source = self._beside(source, str(asked["beside"]))
        if kind == "size":
            return {"size": source.size}, []
        if kind == "read":
            data = [source.read(offset, length) for offset, length in _ranges_of(asked["ranges"])]
            self.bytes_read += sum(memoryview(each).nbytes for each in data)
            return {}, data
        if kind == "save":
            return self._save(source, asked, buffers), []
        raise SourceError(f"the page asks for {kind!r}, which this version of asdf-viewer does not have")

    def _beside(self, source: Source, path: str) -> Source:
        """A file that the open one refers to. It stays open as long as that."""
        found = self._neighbours.get(path) or beside(source, path)
        self._neighbours[path] = found
        return found

    def _let_go(self) -> None:
        for source in (self._source, *self._neighbours.values()):
            if source:
                source.close()
        self._source, self._neighbours = None, {}

    def _save(self, source: Source, asked: Mapping[str, Any], buffers: Sequence[Any]) -> dict[str, Any]:
        """Takes the written file piece by piece; the last one puts it in place of the old one."""
        if not isinstance(source, PathSource) or not self._may_save:
            raise SourceError(f"{source.name} is open for reading only: `view(…, save=True)` lets the viewer write over it")
        if asked.get("first"):
            self._saving = []
        self._saving += [bytes(each) for each in buffers]
        if asked.get("last"):
            pieces, self._saving = self._saving, []
            source.replace(pieces)
            return {"size": source.size}
        return {}


def _ranges_of(asked: Any) -> list[tuple[int, int]]:
    """The ranges that are read for one message: of all of them at most ``_MOST`` bytes."""
    ranges: list[tuple[int, int]] = []
    left = _MOST
    for start, wanted in asked:
        offset, length = int(start), int(wanted)
        if offset < 0 or length < 0:
            raise SourceError(f"{length} bytes from {offset} on are no range of a file")
        if left == 0 or len(ranges) == _RANGES:
            raise SourceError("the page asks for more at once than it is given")
        ranges.append((offset, min(length, left)))
        left -= ranges[-1][1]
    return ranges


def view(
    source: Any,
    *,
    name: str = "",
    wcs: Any = None,
    path: str = "",
    view: str = "",
    section: Section = (),
    pixel: tuple[int, int] | None = None,
    limits: Limits = None,
    stretch: str = "",
    colormap: str = "",
    regions: Sequence[Region] = (),
    viewport: tuple[float, float, float] | None = None,
    link: str = "",
    height: int | str = 600,
    theme: Theme = "auto",
    save: bool = False,
    storage_options: Mapping[str, Any] | None = None,
) -> Viewer:
    """The viewer on a file, for the last line of a cell.

    ``source`` is a path, a URL (``https:``, and with fsspec ``s3:``, ``gs:`` and others), an ``asdf.AsdfFile``, a data model of Roman or JWST, FITS
    of astropy, an array, a mapping of arrays, a ``Quantity``, ``NDData``, ``SkyCoord``, ``Time``, a table, a file-like object, what
    ``fsspec.open()`` gives, or the bytes of a file. Files are read by range, and arrays are not copied.
    ``wcs`` is that of an array, of gwcs or astropy.

    The other arguments say what is shown first; each is a trait of the same name. ``save=True`` lets the viewer write over a file on disk.
    ``storage_options`` are those of fsspec for a URL, such as keys: they stay in the kernel.

    >>> view("r0000101.asdf", path="roman/data", stretch="log")  # doctest: +SKIP
    >>> view(np.hypot(*np.mgrid[-50:50, -50:50]), limits=(0, 50))  # doctest: +SKIP
    """
    given: dict[str, Any] = {
        "path": path,
        "view": view,
        "section": section,
        "pixel": pixel,
        "limits": limits,
        "stretch": stretch,
        "colormap": colormap,
        "regions": list(regions),
        "viewport": viewport,
    }
    shown = {trait: value for trait, value in given.items() if value is not None and not (isinstance(value, str | tuple | list) and len(value) == 0)}
    return Viewer(source, name=name, wcs=wcs, link=link, height=height, theme=theme, save=save, storage_options=storage_options, **shown)
