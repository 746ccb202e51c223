"""The viewer's scripts, which the page asks for once: compressed, and as bytes instead of text in each notebook."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_STATIC = Path(__file__).parent / "static"
_NAMES = frozenset(
    {
        "viewer.js",
        "worker.js",
        "asdf_wasm_bg.wasm",
        "asdf_wasm_fits_bg.wasm",
        "asdf_wasm_writer_bg.wasm",
        "asdf_wasm_wcs_bg.wasm",
    }
)
_SCHEMAS = re.compile(r"schema/pack/[a-z]+\.asdf")


@cache
def script(name: str) -> bytes:
    """A script, a module or a file of schemas, compressed by gzip."""
    if name not in _NAMES and not _SCHEMAS.fullmatch(name):
        raise ValueError(f"there is no script {name!r}")
    return (_STATIC / f"{name}.gz").read_bytes()
