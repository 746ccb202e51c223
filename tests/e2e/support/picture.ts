/** A screenshot as pixels, and the colours that values should have on it. */
import { COLORMAPS, type ColormapName } from "asdf-wasm/image";
import { PNG } from "pngjs";

export type Color = readonly [red: number, green: number, blue: number];

export class Picture {
  readonly width: number;
  readonly height: number;
  readonly #pixels: Buffer;

  constructor(png: Buffer) {
    const { width, height, data } = PNG.sync.read(png);
    this.width = width;
    this.height = height;
    this.#pixels = data;
  }

  at(x: number, y: number): Color {
    const offset = 4 * (Math.floor(y) * this.width + Math.floor(x));
    const [red = 0, green = 0, blue = 0] = this.#pixels.subarray(offset, offset + 3);
    return [red, green, blue];
  }
}

interface Display {
  readonly min: number;
  readonly max: number;
  readonly stretch: "linear" | "asinh";
  readonly colormap: ColormapName;
}

/** The colour of a value, by the published formulas. */
export function colorOf(value: number, { min, max, stretch, colormap }: Display): Color {
  const x = Math.min(Math.max((value - min) / (max - min), 0), 1);
  const stretched = stretch === "asinh" ? Math.asinh(x / 0.1) / Math.asinh(1 / 0.1) : x;
  const index = 3 * Math.min(Math.floor(stretched * 256), 255);
  const [red = 0, green = 0, blue = 0] = COLORMAPS[colormap].subarray(index, index + 3);
  return [red, green, blue];
}

/** The largest difference of two colours in any channel. */
export function difference(one: Color, other: Color): number {
  return Math.max(...one.map((channel, i) => Math.abs(channel - (other[i] ?? 0))));
}
