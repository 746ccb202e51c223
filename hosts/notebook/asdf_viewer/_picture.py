"""The picture that a saved notebook keeps of an image: what others see who have no kernel. It is small, and made of a sample."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numpy as np

from ._links import Limits

#: Parameters of stretches where none is given, as in the viewer.
_PARAMETERS = {"log": 1000.0, "asinh": 0.1, "sinh": 1 / 3, "power": 3.0, "powerdist": 1000.0}
_USUAL = "99.5"


def png(values: np.ndarray[Any, Any], limits: Limits, stretch: str, colormap: str) -> bytes:
    """A sample of an image as PNG, the first row at the bottom. Elements without a value are transparent."""
    finite = np.isfinite(values)
    black, white = _range(values[finite], limits)
    share = np.clip((np.where(finite, values, black) - black) / ((white - black) or 1), 0, 1)
    # The last index is transparent.
    count = 256 if finite.all() else 255
    indices = np.rint((count - 1) * _stretched(share, stretch)).astype("u1")
    indices[~finite] = 255
    palette = _colors(colormap)[np.linspace(0, 255, count).round().astype("u1")]
    return _written(indices[::-1], palette)


def _range(values: np.ndarray[Any, Any], limits: Limits) -> tuple[float, float]:
    if values.size == 0:
        return (0, 1)
    if isinstance(limits, tuple):
        return limits
    if limits == "minmax":
        return (float(values.min()), float(values.max()))
    if limits == "zscale":
        try:
            from astropy.visualization import ZScaleInterval  # type: ignore[import-untyped]
        except ImportError:
            limits = _USUAL
        else:
            black, white = ZScaleInterval().get_limits(values)
            return (float(black), float(white))
    share = float(limits or _USUAL)
    black, white = np.percentile(values, [(100 - share) / 2, (100 + share) / 2])
    return (float(black), float(white))


def _stretched(x: Any, stretch: str) -> Any:
    name, _, number = stretch.partition(",")
    a = float(number or _PARAMETERS.get(name, 1))
    if name == "histogram":
        order = np.unique(x, return_inverse=True)[1].reshape(x.shape)
        return order / max(int(order.max()), 1)
    return {
        "log": lambda: np.log(a * x + 1) / np.log(a + 1),
        "sqrt": lambda: np.sqrt(x),
        "squared": lambda: x**2,
        "asinh": lambda: np.arcsinh(x / a) / np.arcsinh(1 / a),
        "sinh": lambda: np.sinh(x / a) / np.sinh(1 / a),
        "power": lambda: x**a,
        "powerdist": lambda: (a**x - 1) / (a - 1),
    }.get(name, lambda: x)()


def _colors(name: str) -> np.ndarray[Any, Any]:
    """256 colours: those of matplotlib if it has the map, else greys."""
    greys = np.repeat(np.arange(256, dtype="u1")[:, None], 3, axis=1)
    is_inverted = name.endswith("_r")
    try:
        from matplotlib import colormaps  # type: ignore[import-not-found,unused-ignore]

        found = np.rint(255 * colormaps[name.removesuffix("_r")](np.arange(256))[:, :3]).astype("u1") if name else greys
    except (ImportError, KeyError):
        found = greys
    return found[::-1] if is_inverted else found


def _written(indices: np.ndarray[Any, Any], palette: np.ndarray[Any, Any]) -> bytes:
    height, width = indices.shape
    rows = b"".join(b"\0" + row.tobytes() for row in indices)
    # Eight bits for the index of a colour.
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    transparent = [(b"PLTE", palette.tobytes() + bytes(3)), (b"tRNS", b"\xff" * 255 + b"\0")]
    colors = [(b"PLTE", palette.tobytes())] if len(palette) == 256 else transparent
    chunks = ((b"IHDR", head), *colors, (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )
