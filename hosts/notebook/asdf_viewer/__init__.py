"""The viewer of asdf-wasm in a cell of a notebook.

>>> from asdf_viewer import view
>>> viewer = view("image.asdf", path="roman/data")  # doctest: +SKIP
>>> viewer  # doctest: +SKIP
>>> viewer.pixel  # doctest: +SKIP
(512, 300)
"""

from ._sources import SourceError
from ._viewer import Viewer, view

__all__ = ["SourceError", "Viewer", "view"]
