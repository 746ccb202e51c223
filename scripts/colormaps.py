"""Prints src/ts/colormaps.ts: the colour maps of matplotlib 3.11, each component rounded to the nearest of 0..255.

    pip install matplotlib==3.11.2
    python scripts/colormaps.py > src/ts/colormaps.ts
"""

import base64

import matplotlib
import numpy

NAMES = ["viridis", "inferno"]


def entry(name):
    colours = numpy.round(numpy.array(matplotlib.colormaps[name].colors) * 255).astype(numpy.uint8)
    assert colours.shape == (256, 3)
    text = base64.b64encode(colours.tobytes()).decode()
    rows = [f'    "{text[start : start + 96]}"' for start in range(0, len(text), 96)]
    return "\n".join([f"  {name}: decode(", " +\n  ".join(rows) + ",", "  ),"])


print(
    """\
/**
 * Colour maps, made by scripts/colormaps.py. Viridis and inferno are those of matplotlib, by Nathaniel Smith and
 * Stéfan van der Walt, who gave them to the public domain (CC0).
 */

/** The name of one of the `COLORMAPS`. */
export type ColormapName = "gray" | "viridis" | "inferno";

/**
 * The colour maps: 256 colours, red, green and blue in turn, from that of the least value to that of the greatest.
 *
 * @example
 * const [red, green, blue] = COLORMAPS.viridis.subarray(3 * level, 3 * level + 3);
 */
export const COLORMAPS: Readonly<Record<ColormapName, Uint8Array<ArrayBuffer>>> = {
  gray: Uint8Array.from({ length: 768 }, (_, index) => Math.floor(index / 3)),"""
)
print("\n".join(entry(name) for name in NAMES))
print(
    """\
};

function decode(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}"""
)
