/**
 * Planes of bit masks, such as data-quality flags: the count of each bit, pictures of chosen bits, and the word of
 * a single pixel.
 */

import type { PlaneValues } from "@asdf-wasm/science/elements/values";
import { elementsOf, readSection } from "@asdf-wasm/science/sections/reading";
import type { Excerpt, Section } from "@asdf-wasm/science/sections/section";
import { allOf, sizeOf } from "@asdf-wasm/science/sections/section";
import { datatypeName, textOf } from "@asdf-wasm/science/tree/values";
import type { AsdfFile, NdArray } from "asdf-wasm";
import { transfer } from "comlink";
import type { FlagFacts, FlagPaint, Telescope } from "../../protocol/overlays.ts";
import { anyBits, Levels } from "./levels.ts";
import { stepFor } from "./planes.ts";

export type Words = Uint8Array | Uint16Array | Uint32Array;

/** Reads planes of flags of a file, of which the newest is current. */
export class FlagPlanes {
  readonly #file: AsdfFile;
  #flags: Flags | undefined;
  /** The array that they are of, and its path and section. */
  #array: NdArray | undefined;
  #of = "";
  #reading = new AbortController();

  constructor(file: AsdfFile) {
    this.#file = file;
  }

  /** Stops the reading before. The last flags are not read again. */
  async read(path: string, array: NdArray, section: Section): Promise<FlagFacts> {
    this.#reading.abort();
    const wanted = JSON.stringify([path, section]);
    if (this.#flags && this.#array === array && this.#of === wanted) {
      return this.#flags.facts;
    }
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    const [rows, columns] = sizeOf(array, section);
    const step = stepFor(columns, rows);
    const all = allOf(array, section, step);
    // Flags have no mean: of a collapsed axis, the flags of one plane are shown.
    const plane: Section = { ...section, collapse: undefined };
    const { values } = elementsOf(await readSection(path, array, plane, all, { signal }));
    [this.#array, this.#of] = [array, wanted];
    this.#flags = new Flags(values, {
      path,
      datatype: datatypeName(array.dtype),
      telescope: telescopeOf(this.#file),
      width: Math.ceil(columns / step),
      height: Math.ceil(rows / step),
      step,
    });
    return this.#flags.facts;
  }

  async picture(paints: readonly FlagPaint[], excerpt: Excerpt): Promise<ImageBitmap | undefined> {
    const picture = this.#flags && (await createImageBitmap(this.#flags.picture(paints, excerpt)));
    return picture && transfer(picture, [picture]);
  }

  at(x: number, y: number): number {
    return this.#flags?.at(x, y) ?? 0;
  }
}

class Flags {
  readonly facts: FlagFacts;
  /** At coarser levels a pixel has all bits of the pixels it stands for. */
  readonly #levels: Levels<Words>;

  constructor(values: PlaneValues, plane: Omit<FlagFacts, "counts">) {
    const words = wordsOf(values);
    this.#levels = new Levels({ values: words, width: plane.width, height: plane.height }, anyBits);
    this.facts = { ...plane, counts: countsOf(words) };
  }

  /** The bits of an element as an unsigned integer; an element that was not read has the bits of its predecessor. */
  at(x: number, y: number): number {
    const { values, width } = this.#levels.finest;
    const { step } = this.facts;
    return values[Math.floor(y / step) * width + Math.floor(x / step)] ?? 0;
  }

  /** Paints an excerpt, first row first. Where several bits are set, the rarest determines the colour. */
  picture(paints: readonly FlagPaint[], { x, y, width, height, step }: Excerpt): ImageData {
    const { counts } = this.facts;
    const { values, width: stride } = this.#levels.at(step / this.facts.step);
    const picture = new ImageData(Math.ceil(width / step), Math.ceil(height / step));
    const pixels = new Uint32Array(picture.data.buffer);
    const ranked = [...paints]
      .sort((a, b) => (counts[a.bit] ?? 0) - (counts[b.bit] ?? 0))
      .map(({ bit, color: [red, green, blue] }) => ({
        bit: 2 ** bit,
        pixel: new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)[0] ?? 0,
      }));
    const shown = ranked.reduce((word, { bit }) => word | bit, 0);
    for (let row = 0; row < picture.height; row += 1) {
      const from = (y / step + row) * stride + x / step;
      for (let column = 0; column < picture.width; column += 1) {
        const word = values[from + column] ?? 0;
        if (word & shown) {
          pixels[row * picture.width + column] = ranked.find(({ bit }) => word & bit)?.pixel ?? 0;
        }
      }
    }
    return picture;
  }
}

/** The elements as unsigned integers of the same width, in the same buffer. */
export function wordsOf(values: PlaneValues): Words {
  if (!ArrayBuffer.isView(values) || values.BYTES_PER_ELEMENT > 4) {
    return Uint32Array.from(values, Number);
  }
  const { buffer, byteOffset, length, BYTES_PER_ELEMENT: width } = values;
  if (width === 4) {
    return new Uint32Array(buffer, byteOffset, length);
  }
  return width === 2
    ? new Uint16Array(buffer, byteOffset, length)
    : new Uint8Array(buffer, byteOffset, length);
}

export function countsOf(words: Words): number[] {
  const counts = Array.from({ length: 32 }, () => 0);
  for (let i = 0; i < words.length; i += 1) {
    for (let left = words[i] ?? 0; left !== 0; ) {
      const bit = 31 - Math.clz32(left);
      counts[bit] = (counts[bit] ?? 0) + 1;
      left = (left ^ (1 << bit)) >>> 0;
    }
  }
  return counts;
}

/** The telescope that the file is from. */
export function telescopeOf(file: AsdfFile): Telescope | undefined {
  const places = ["roman/meta/telescope", "meta/telescope", "PRIMARY/header/TELESCOP"];
  const found = places.map((path) => file.get(path)).find((value) => value !== undefined);
  const name = textOf(found).toLowerCase();
  return name === "roman" || name === "jwst" ? name : undefined;
}
