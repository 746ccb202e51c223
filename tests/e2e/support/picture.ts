/** A screenshot as pixels, and the colours that values should have on it. */
import { COLORMAPS, type ColormapName } from "asdf-wasm/image";
import type { BrowserContext } from "playwright-core";

export type Color = readonly [red: number, green: number, blue: number];

export class Picture {
  readonly width: number;
  readonly height: number;
  readonly #pixels: Buffer;

  private constructor(width: number, height: number, pixels: Buffer) {
    this.width = width;
    this.height = height;
    this.#pixels = pixels;
  }

  /** Decodes a PNG in the browser, on an empty page whose policy lets it. */
  static async decode(context: BrowserContext, png: Buffer): Promise<Picture> {
    const page = await context.newPage();
    const { width, height, pixels } = await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const drawing = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      drawing?.drawImage(bitmap, 0, 0);
      const data = drawing?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
      let text = "";
      for (const value of data) {
        text += String.fromCharCode(value);
      }
      return { width: bitmap.width, height: bitmap.height, pixels: btoa(text) };
    }, png.toString("base64"));
    await page.close();
    return new Picture(width, height, Buffer.from(pixels, "base64"));
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
