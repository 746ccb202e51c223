"""The viewer through the Astro Image Display API, as other viewers of astronomy in notebooks are driven.

``pip install "asdf-viewer[aida]"``. What the interface leaves open follows astropy: limits are those that the interval of astropy finds, and
pixels count from 0 at their centres. What a person changes on the page (viewport, limits, stretch, colour map) is what the getters answer.

https://astro-image-display-api.readthedocs.io
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from astro_image_display_api.image_viewer_logic import ImageViewerLogic, docs_from_image_viewer_logic_if_missing  # type: ignore[import-untyped]
from astropy import units as u  # type: ignore[import-untyped]
from astropy import visualization as vis
from astropy.coordinates import SkyCoord  # type: ignore[import-untyped]
from astropy.io import fits  # type: ignore[import-untyped]
from astropy.nddata import NDData  # type: ignore[import-untyped]
from astropy.wcs import WCS  # type: ignore[import-untyped]
from traitlets import TraitError

from . import _checks, _display
from ._viewer import Viewer

#: The most pixels along a side of a saved picture.
_LARGEST = 2048


@docs_from_image_viewer_logic_if_missing
class ImageViewer(ImageViewerLogic):  # type: ignore[misc,unused-ignore]
    """The viewer as the Astro Image Display API has viewers: the last line of a cell shows it.

    ``widget`` is the viewer itself, with traits for what the interface does not have, such as ``regions`` and ``pixel``.

    >>> viewer = ImageViewer()
    >>> viewer.load_image(np.zeros((100, 150)), image_label="night")
    >>> viewer.get_viewport()["fov"]
    150
    """

    _OWN: ClassVar[tuple[str, ...]] = ("viewport", "limits", "stretch", "colormap")

    def __init__(self, **shown: Any) -> None:
        #: The viewer in the cell.
        self.widget = Viewer(**shown)
        super().__init__()
        #: The catalogues whose positions are those on the sky.
        self._on_sky: set[str] = set()
        #: Whether this object sets traits of the widget: other changes are a person's.
        self._is_setting = False
        self.widget.observe(self._on_change, list(self._OWN))

    def _repr_mimebundle_(self, **options: Any) -> Any:
        return self.widget._repr_mimebundle_(**options)

    def load_image(self, data: Any, image_label: str | None = None, **kwargs: Any) -> None:
        """Loads an image and displays it.

        ``data`` is the path of a FITS or ASDF file, an array, or an ``NDData``; of a file the first image is shown, or the one at ``path``, such
        as ``"roman/data"`` or the number or name of an HDU.
        """
        self._path = kwargs.pop("path", None)
        super().load_image(data, image_label=image_label, **kwargs)

    def load_catalog(
        self,
        table: Any,
        x_colname: str = "x",
        y_colname: str = "y",
        skycoord_colname: str = "coord",
        use_skycoord: bool = False,
        catalog_label: str | None = None,
        catalog_style: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        """Draws the rows of a table as markers; those that are placed on the sky move with the next image."""
        label = self._resolve_catalog_label(catalog_label, allow_new=True)
        before = set(self._on_sky)
        self._on_sky = before | {label} if use_skycoord else before - {label}
        try:
            if catalog_style is not None:
                _display.look_of({**self._default_catalog_style, **catalog_style})
            columns = {"x_colname": x_colname, "y_colname": y_colname, "skycoord_colname": skycoord_colname}
            style = {"catalog_label": catalog_label, "catalog_style": catalog_style}
            super().load_catalog(table, **columns, use_skycoord=use_skycoord, **style, **kwargs)
        except Exception:
            self._on_sky = before
            raise

    def set_catalog_style(self, catalog_label: str | None = None, shape: str = "circle", color: str = "red", size: float = 5, **kwargs: Any) -> None:
        """Sets the look of markers: the shapes circle, square, crosshair and diamond, colours of matplotlib, the size in CSS pixels."""
        _display.look_of({"shape": shape, "color": color, "size": size})
        super().set_catalog_style(catalog_label, shape=shape, color=color, size=size, **kwargs)

    def set_stretch(self, stretch: Any, image_label: str | None = None, **kwargs: Any) -> None:
        """Sets the stretch: one of the stretches of astropy that the viewer has; another raises a ``ValueError``."""
        if isinstance(stretch, vis.BaseStretch):
            _display.stretch_word(stretch)
        super().set_stretch(stretch, image_label=image_label, **kwargs)

    def set_viewport(self, center: Any = None, fov: Any = None, image_label: str | None = None, **kwargs: Any) -> None:
        """Sets what is in the middle of the window, and what its shorter side shows: pixels, or an angle."""
        label = self._resolve_image_label(image_label)
        wcs = self._images[label].wcs
        if isinstance(center, SkyCoord) and wcs is not None:
            try:
                wcs.world_to_pixel(center)
            except Exception as cause:
                raise ValueError(f"the WCS of the image has no inverse ({cause}): give the centre in pixels") from cause
        super().set_viewport(center=center, fov=fov, image_label=image_label, **kwargs)

    def get_viewport(self, sky_or_pixel: str | None = None, image_label: str | None = None, **kwargs: Any) -> dict[str, Any]:
        """What the window shows now, wherever a person has moved it; positions on the sky where the image has a WCS."""
        if sky_or_pixel not in (None, "sky", "pixel"):
            raise ValueError("sky_or_pixel must be 'sky', 'pixel', or None.")
        label = self._resolve_image_label(image_label)
        wcs = self._images[label].wcs
        if wcs is None or isinstance(wcs, WCS):
            return super().get_viewport(sky_or_pixel, image_label, **kwargs)  # type: ignore[no-any-return]
        x, y, across = self._pixels(label)
        if sky_or_pixel == "pixel":
            return {"center": (x, y), "fov": across, "image_label": label}
        return {"center": wcs.pixel_to_world(x, y), "fov": across * self._scale(label), "image_label": label}

    def save(self, filename: str | os.PathLike[str], overwrite: bool = False, **kwargs: Any) -> None:
        """Saves what the window shows of the image, with the catalogues, in a format of matplotlib: by the extension png, pdf, svg, jpg."""
        from matplotlib.figure import Figure

        path = Path(filename)
        if path.exists() and not overwrite:
            raise FileExistsError(f"{path} exists: overwrite=True replaces it")
        figure = Figure(figsize=(6, 6), frameon=False)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.axis("off")
        if self._displayed_image_labels:
            self._draw(axes, self._displayed_image_labels[0])
        figure.savefig(path, dpi=150)

    def _draw(self, axes: Any, label: str) -> None:
        image = self._images[label]
        values = _display.values_of(image.data)
        x, y, across = self._pixels(label)
        half = across / 2
        height, width = values.shape
        left, right = (int(np.clip(edge, 0, width)) for edge in (math.floor(x - half), math.ceil(x + half) + 1))
        low, high = (int(np.clip(edge, 0, height)) for edge in (math.floor(y - half), math.ceil(y + half) + 1))
        step = max(1, math.ceil((right - left) / _LARGEST), math.ceil((high - low) / _LARGEST))
        part = values[low:high:step, left:right:step]
        black, white = _display.limits_of(image.cuts, values)
        norm = vis.ImageNormalize(vmin=black, vmax=white, stretch=image.stretch, clip=True)
        if part.size > 0:
            extent = (left - 0.5, right - 0.5, low - 0.5, high - 0.5)
            axes.imshow(part, origin="lower", extent=extent, norm=norm, cmap=image.colormap or "gray", interpolation="nearest")
        axes.set(xlim=(x - half, x + half), ylim=(y - half, y + half), aspect="equal")
        for name, catalog in self._catalogs.items():
            shape, color, size = _display.look_of(catalog.style)
            points = self._points(name)
            marker = {"circle": "o", "square": "s", "cross": "+", "diamond": "D"}[shape]
            axes.scatter(*points.T, s=size**2, marker=marker, edgecolors=color, facecolors=color if marker == "+" else "none")

    def _load_array(self, array: Any, image_label: str | None) -> None:
        super()._load_array(_flat(array), image_label)

    def _load_nddata(self, data: NDData, image_label: str | None) -> None:
        _flat(data.data)
        super()._load_nddata(data, image_label)

    def _load_fits(self, file: str | os.PathLike[str], image_label: str | None) -> None:
        with fits.open(file) as hdus:
            images = (hdu for hdu in hdus if hdu.is_image and len(hdu.shape) == 2)
            found = hdus[self._path] if self._path is not None else next(images, None)
            if found is None or found.data is None:
                raise ValueError(f"{file} has no image of two dimensions")
            wcs = WCS(found.header, hdus)
            unit = found.header.get("BUNIT")
            data = NDData(np.array(found.data), wcs=wcs if wcs.has_celestial else None, unit=unit and u.Unit(unit, parse_strict="silent"))
            data.meta.update(found.header)
        self._load_nddata(data, image_label)

    def _load_asdf(self, asdf_file: str | os.PathLike[str], image_label: str | None) -> None:
        import asdf  # type: ignore[import-untyped]

        with asdf.open(asdf_file, lazy_load=True, memmap=False) as file:
            path = self._path or _first_image(file.tree)
            if path is None:
                raise ValueError(f"{asdf_file} has no image of two dimensions")
            parents = [file.tree]
            for key in path.split("/"):
                parents.append(parents[-1][int(key) if isinstance(parents[-1], list) else key])
            found = parents[-1]
            values, unit = (found.value, found.unit) if isinstance(found, u.Quantity) else (found, None)
            data = NDData(np.array(values), wcs=_wcs_beside(parents[-2]), unit=unit)
        self._load_nddata(data, image_label)

    def _initialize_image_viewport_stretch_cuts(self, image_data: Any, image_label: str | None) -> None:
        image = self._images[str(image_label)]
        wcs = image.wcs
        if wcs is not None and not isinstance(wcs, WCS):
            # The logic takes the scale from the keywords of FITS, which a WCS of gwcs does not have. It may have no inverse either: the
            # viewport stays in pixels.
            image.wcs = None
            super()._initialize_image_viewport_stretch_cuts(image_data, image_label)
            image.wcs = wcs
        else:
            super()._initialize_image_viewport_stretch_cuts(image_data, image_label)

    @staticmethod
    def _validate_colormap_name(map_name: str) -> None:
        try:
            _checks.checked("colormap", map_name)
        except TraitError as error:
            raise ValueError(f"{map_name!r} is not a valid colour map of the viewer: {error}") from None

    def _render_image(self, image_label: str) -> None:
        with self._setting():
            self.widget.show(self._images[image_label].data, name=image_label.removeprefix("_internal_"))
        for label in self._catalogs:
            self._draw_catalog(label)

    def _apply_cuts(self, image_label: str) -> None:
        image = self._images[image_label]
        with self._setting():
            self.widget.limits = _display.limits_of(image.cuts, _display.values_of(image.data))

    def _apply_stretch(self, image_label: str) -> None:
        with self._setting():
            self.widget.stretch = _display.stretch_word(self._images[image_label].stretch)

    def _apply_colormap(self, image_label: str) -> None:
        with self._setting():
            self.widget.colormap = self._images[image_label].colormap or ""

    def _apply_viewport(self, image_label: str) -> None:
        with self._setting():
            self.widget.viewport = self._pixels(image_label)

    def _draw_catalog(self, catalog_label: str) -> None:
        shape, color, size = _display.look_of(self._catalogs[catalog_label].style)
        self.widget.mark(catalog_label, self._points(catalog_label), shape=shape, color=color, size=size)

    def _remove_catalog_marks(self, catalog_label: str) -> None:
        self._on_sky.discard(catalog_label)
        self.widget.unmark(catalog_label)

    def _batch_update(self) -> Any:
        return self.widget.hold_sync()

    @contextmanager
    def _setting(self) -> Iterator[None]:
        """While it is entered, changes of the widget's traits are not a person's."""
        self._is_setting = True
        try:
            yield
        finally:
            self._is_setting = False

    def _on_change(self, change: Any) -> None:
        """A person has changed what is shown."""
        if self._is_setting or not self._displayed_image_labels:
            return
        label = self._displayed_image_labels[0]
        image, value = self._images[label], change["new"]
        trait = change["name"]
        if trait == "viewport" and value is not None and not np.allclose(value, self._pixels(label), rtol=1e-6, atol=1e-6):
            x, y, across = value
            is_sky, is_angle = isinstance(image.center, SkyCoord), isinstance(image.fov, u.Quantity)
            image.center = image.wcs.pixel_to_world(x, y) if is_sky else (x, y)
            image.fov = across * self._scale(label) if is_angle else across
        elif trait == "limits":
            image.cuts = _display.interval_of(value)
        elif trait == "stretch":
            image.stretch = _display.stretch_of(value, image)
        elif trait == "colormap":
            image.colormap = value or None

    def _pixels(self, label: str) -> tuple[float, float, float]:
        """The viewport in pixels: its middle, and how many there are along its shorter side."""
        image = self._images[label]
        x, y = image.wcs.world_to_pixel(image.center) if isinstance(image.center, SkyCoord) else image.center
        across = (image.fov / self._scale(label)).to_value(u.one) if isinstance(image.fov, u.Quantity) else image.fov
        return (float(x), float(y), float(across))

    def _scale(self, label: str) -> u.Quantity:
        """The angle of a pixel, along the longer side of the image as the logic of the interface has it."""
        image = self._images[label]
        if isinstance(image.wcs, WCS):
            from astropy.wcs.utils import proj_plane_pixel_scales  # type: ignore[import-untyped]

            return proj_plane_pixel_scales(image.wcs)[1 - image.largest_dimension] * u.deg
        height, width = _display.values_of(image.data).shape
        x, y = (width - 1) / 2, (height - 1) / 2
        step = (0.5, 0) if image.largest_dimension == 1 else (0, 0.5)
        one, other = (image.wcs.pixel_to_world(x + sign * step[0], y + sign * step[1]) for sign in (-1, 1))
        return one.separation(other).to(u.deg)

    def _points(self, label: str) -> np.ndarray[Any, Any]:
        """Where the rows of a catalogue are, in pixels of the displayed image; NaN where that is not known."""
        data = self._catalogs[label].data
        displayed = self._displayed_image_labels
        wcs = self._images[displayed[0]].wcs if displayed else None
        if label in self._on_sky and wcs is not None:
            x, y = wcs.world_to_pixel(SkyCoord(data["coord"]))
        else:
            x, y = data["x"], data["y"]
        return np.column_stack([_numbers(x), _numbers(y)])


def _numbers(column: Any) -> np.ndarray[Any, Any]:
    values: Any = np.ma.filled(np.ma.asarray(column, dtype=object), np.nan)
    return np.array([np.nan if value is None else float(value) for value in values])


def _flat(array: Any) -> Any:
    if np.ndim(array) != 2:
        raise ValueError(f"an image has two dimensions, and the array has the shape {np.shape(array)}: choose a plane of it")
    return array


def _first_image(tree: Any) -> str | None:
    """The path of the first array of two dimensions, level by level; one called `data` comes first."""
    level: list[tuple[str, Any]] = [("", tree)]
    seen: set[int] = set()
    while level:
        images = [path for path, value in level if getattr(value, "ndim", None) == 2 or len(getattr(value, "shape", ())) == 2]
        if images:
            return next((path for path in images if path.rpartition("/")[2] == "data"), images[0])
        below: list[tuple[str, Any]] = []
        for path, value in level:
            items = value.items() if hasattr(value, "items") else enumerate(value) if isinstance(value, list) else ()
            if items and id(value) not in seen:
                seen.add(id(value))
                below += [(f"{path}/{key}".lstrip("/"), each) for key, each in items]
        level = below
    return None


def _wcs_beside(parent: Any) -> Any:
    """The WCS of an image: of Roman in its metadata, of others beside it."""
    own = parent if hasattr(parent, "get") else {}
    return next((wcs for place in (own, own.get("meta", {})) if hasattr(wcs := place.get("wcs"), "pixel_to_world")), None)
