"""Prints package/picture/colormaps.ts: colour maps of matplotlib, cmocean and SAOImage DS9, each component rounded to 0..255.

    pip install matplotlib==3.11.2 cmocean==4.0.3
    python scripts/generate/colormaps.py > package/picture/colormaps.ts
"""

import base64
import colorsys

import cmocean
import matplotlib
import numpy

PLACES = numpy.linspace(0, 1, 256)

MATPLOTLIB = ["viridis", "plasma", "inferno", "magma", "cividis", "turbo", "twilight", "coolwarm"]
CMOCEAN = [
    *["thermal", "haline", "solar", "ice", "deep", "dense", "algae", "matter", "turbid", "speed", "amp", "tempo", "rain"],
    *["balance", "delta", "curl", "phase"],
]

# Red, green and blue each by its vertices.
VERTICES = {
    "heat": [
        [(0, 0), (0.34, 1), (1, 1)],
        [(0, 0), (1, 1)],
        [(0, 0), (0.65, 0), (0.98, 1), (1, 1)],
    ],
    "cool": [
        [(0, 0), (0.29, 0), (0.76, 0.1), (1, 1)],
        [(0, 0), (0.22, 0), (0.96, 1), (1, 1)],
        [(0, 0), (0.53, 1), (1, 1)],
    ],
    "rainbow": [
        [(0, 1), (0.2, 0), (0.6, 0), (0.8, 1), (1, 1)],
        [(0, 0), (0.2, 0), (0.4, 1), (0.8, 1), (1, 0)],
        [(0, 1), (0.4, 1), (0.6, 0), (1, 0)],
    ],
    "a": [
        [(0, 0), (0.25, 0), (0.5, 1), (1, 1)],
        [(0, 0), (0.25, 1), (0.5, 0), (0.77, 0), (1, 1)],
        [(0, 0), (0.125, 0), (0.5, 1), (0.64, 0.5), (0.77, 0), (1, 0)],
    ],
    "b": [
        [(0, 0), (0.25, 0), (0.5, 1), (1, 1)],
        [(0, 0), (0.5, 0), (0.75, 1), (1, 1)],
        [(0, 0), (0.25, 1), (0.5, 0), (0.75, 0), (1, 1)],
    ],
    "bb": [
        [(0, 0), (0.5, 1), (1, 1)],
        [(0, 0), (0.25, 0), (0.75, 1), (1, 1)],
        [(0, 0), (0.5, 0), (1, 1)],
    ],
    "he": [
        [(0, 0), (0.015, 0.5), (0.25, 0.5), (0.5, 0.75), (1, 1)],
        [(0, 0), (0.065, 0), (0.125, 0.5), (0.25, 0.75), (0.5, 0.81), (1, 1)],
        [(0, 0), (0.015, 0.125), (0.03, 0.375), (0.065, 0.625), (0.25, 0.25), (1, 1)],
    ],
    "standard": [
        [(0, 0), (0.333, 0.3), (0.333, 0), (0.666, 0.3), (0.666, 0.3), (1, 1)],
        [(0, 0), (0.333, 0.3), (0.333, 0.3), (0.666, 1), (0.666, 0), (1, 0.3)],
        [(0, 0), (0.333, 1), (0.333, 0), (0.666, 0.3), (0.666, 0), (1, 0.3)],
    ],
}

# Colours that follow each other in equal steps.
STEPS = {
    "i8": [(0, 0, 0), (0, 1, 0), (0, 0, 1), (0, 1, 1), (1, 0, 0), (1, 1, 0), (1, 0, 1), (1, 1, 1)],
    "aips0": [
        *[(0.196, 0.196, 0.196), (0.475, 0, 0.608), (0, 0, 0.785), (0.373, 0.655, 0.925), (0, 0.596, 0)],
        *[(0, 0.965, 0), (1, 1, 0), (1, 0.694, 0), (1, 0, 0)],
    ],
    "staircase": [
        tuple(step / 5 * (1 if channel == bright else 0.3) for channel in range(3))
        for bright in (2, 1, 0)
        for step in range(1, 6)
    ],
}

# Every twelfth of 200 colours, between which the others lie on a line; from the last one on there is white.
SLS = [
    *[(0, 0, 0), (0.5213, 0, 0.6346), (0.3466, 0, 0.702), (0, 0, 0.8243), (0, 0.2378, 1), (0, 0.6066, 1)],
    *[(0, 0.9082, 0.7036), (0, 0.8327, 0.3805), (0, 0.828, 0.0728), (0.398, 0.902, 0), (0.7934, 0.902, 0)],
    *[(1, 0.8436, 0.0478), (0.9487, 0.6191, 0.0934), (1, 0.3948, 0), (0.9801, 0, 0), (0.69, 0, 0), (1, 1, 1)],
]


def by_vertices(channels):
    return numpy.stack([numpy.interp(PLACES, *zip(*vertices)) for vertices in channels], axis=1)


def by_steps(colours):
    return numpy.array(colours)[numpy.arange(256) * len(colours) // 256]


def sls():
    return by_vertices([[(12 * i / 199, colour[channel]) for i, colour in enumerate(SLS)] for channel in range(3)])


def hsv():
    """All hues from violet on, dark and pale at the beginning and bright and pale in the end."""
    return numpy.array(
        [colorsys.hsv_to_rgb((1.75 - x) % 1, abs(numpy.sin((1 - x) * numpy.pi)), x ** (1 / 3)) for x in PLACES]
    )


FAMILIES = {
    "matplotlib": {name: matplotlib.colormaps[name](PLACES)[:, :3] for name in MATPLOTLIB},
    "cmocean": {name: getattr(cmocean.cm, name)(PLACES)[:, :3] for name in CMOCEAN},
    "DS9": {
        **{name: by_vertices(channels) for name, channels in VERTICES.items()},
        "sls": sls(),
        "hsv": hsv(),
        **{name: by_steps(colours) for name, colours in STEPS.items()},
    },
}


def entry(name, colours):
    components = numpy.round(colours * 255).astype(numpy.uint8).T.ravel()
    text = base64.b64encode(numpy.diff(components, prepend=numpy.uint8(0)).tobytes()).decode()
    rows = [f'    "{text[start : start + 96]}"' for start in range(0, len(text), 96)]
    return "\n".join([f"  {name}: decode(", " +\n  ".join(rows) + ",", "  ),"])


names = "\n".join(f'  | "{name}"' for family in FAMILIES.values() for name in family)
print(f"""\
/**
 * Colour maps, made by scripts/generate/colormaps.py. The viewer's menu of them is www/src/viewer/views/image/display/choices.ts.
 *
 * - Of matplotlib: viridis, plasma, inferno and magma by Nathaniel Smith, Stéfan van der Walt and Eric Firing, cividis by
 *   Jamie Nuñez, Christopher Anderton and Ryan Renslow, and twilight by Bastian Bechtold, all in the public domain (CC0);
 *   turbo by Anton Mikhailov, copyright 2019 Google LLC (Apache-2.0); coolwarm by Kenneth Moreland.
 * - Of cmocean, copyright 2015 Kristen M. Thyng (MIT): from thermal to phase.
 * - From heat on those that SAOImage DS9 has offered for long, many of which are of IRAF, SAOImage and AIPS.
 */

/** The name of one of the `COLORMAPS`. */
export type ColormapName =
  | "gray"
{names};

/**
 * The colour maps: 256 colours, red, green and blue in turn, from the colour of the least value to the colour of the greatest.
 *
 * @example
 * const [red, green, blue] = COLORMAPS.viridis.subarray(3 * level, 3 * level + 3);
 */
export const COLORMAPS: Readonly<Record<ColormapName, Uint8Array<ArrayBuffer>>> = {{
  gray: Uint8Array.from({{ length: 768 }}, (_, index) => Math.floor(index / 3)),""")
for family in FAMILIES.values():
    for name, colours in family.items():
        print(entry(name, colours))
print("""\
};

/** From the differences of one component to the next, all of red coming first: they compress to a third. */
function decode(base64: string): Uint8Array<ArrayBuffer> {
  const colors = new Uint8Array(768);
  let component = 0;
  for (const [i, character] of [...atob(base64)].entries()) {
    component += character.charCodeAt(0);
    colors[3 * (i % 256) + Math.floor(i / 256)] = component;
  }
  return colors;
}""")
