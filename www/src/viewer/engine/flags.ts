/**
 * Planes of bit masks, such as data-quality flags: how many pixels have each
 * bit, a picture of those bits that are chosen, and the word of a single pixel.
 */
import type { AsdfFile, NdArray } from "asdf-wasm";
import { transfer } from "comlink";
import { elementsOf } from "./feed.ts";
import { isPlain } from "./pixels.ts";
import { stepFor } from "./planes.ts";
import type { Engine, FlagFacts, FlagPaint, PlaneValues, Slice, Telescope } from "./protocol.ts";
import { allOf, readSection, sizeOf } from "./sections.ts";
import { datatypeName, textOf } from "./values.ts";

/** How many pixels a picture has at most: in larger ones a pixel stands for a block, with all bits set in it. */
const PICTURE = 2 ** 24;

/** Those asked for last, and what ends their reading. */
let flags: Flags | undefined;
let reading = new AbortController();

export async function readFlags(
  file: AsdfFile,
  path: string,
  array: NdArray,
  section: Slice,
): Promise<FlagFacts> {
  reading.abort();
  reading = new AbortController();
  const { signal } = reading;
  const [rows, columns] = sizeOf(array, section);
  const step = stepFor(columns, rows);
  const all = allOf(array, section, step);
  const { values } = elementsOf(await readSection(path, array, section, all, { signal }));
  flags = new Flags(values, {
    ...{ path, datatype: datatypeName(array.dtype), telescope: telescopeOf(file) },
    ...{ width: Math.ceil(columns / step), height: Math.ceil(rows / step), step },
  });
  return flags.facts;
}

export const flagPicture: Engine["flagPicture"] = async (paints) => {
  const picture = flags && (await createImageBitmap(flags.picture(paints)));
  return picture && transfer(picture, [picture]);
};

export const flagsAt: Engine["flagsAt"] = async (x, y) => flags?.at(x, y) ?? 0;

class Flags {
  readonly facts: FlagFacts;
  readonly #words: Uint32Array;

  constructor(values: PlaneValues, plane: Omit<FlagFacts, "counts">) {
    this.#words = isPlain(values) ? Uint32Array.from(values) : Uint32Array.from(values, Number);
    this.facts = { ...plane, counts: countsOf(this.#words) };
  }

  /** The bits of an element as an unsigned integer; of one that was not read, those of the one before. */
  at(x: number, y: number): number {
    const { width, step } = this.facts;
    return this.#words[Math.floor(y / step) * width + Math.floor(x / step)] ?? 0;
  }

  /** The first row first. Where several of the bits are set, the colour is that of the rarest. */
  picture(paints: readonly FlagPaint[]): ImageData {
    const { width, height, counts } = this.facts;
    const block = Math.ceil(Math.sqrt((width * height) / PICTURE)) || 1;
    const words = block === 1 ? this.#words : blocksOf(this.#words, width, block);
    const picture = new ImageData(Math.ceil(width / block), Math.ceil(height / block));
    const pixels = new Uint32Array(picture.data.buffer);
    const ranked = [...paints]
      .sort((a, b) => (counts[a.bit] ?? 0) - (counts[b.bit] ?? 0))
      .map(({ bit, color: [red, green, blue] }) => ({
        bit: 2 ** bit,
        pixel: new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)[0] ?? 0,
      }));
    const shown = ranked.reduce((word, { bit }) => word | bit, 0);
    for (let i = 0; i < words.length; i += 1) {
      const word = words[i] ?? 0;
      if (word & shown) {
        pixels[i] = ranked.find(({ bit }) => word & bit)?.pixel ?? 0;
      }
    }
    return picture;
  }
}

function countsOf(words: Uint32Array): number[] {
  const counts = Array.from({ length: 32 }, () => 0);
  for (const word of words) {
    for (let left = word; left !== 0; ) {
      const bit = 31 - Math.clz32(left);
      counts[bit] = (counts[bit] ?? 0) + 1;
      left = (left ^ (1 << bit)) >>> 0;
    }
  }
  return counts;
}

/** All bits that are set in each block of `size` × `size`. */
function blocksOf(words: Uint32Array, width: number, size: number): Uint32Array {
  const across = Math.ceil(width / size);
  const height = words.length / width;
  const blocks = new Uint32Array(across * Math.ceil(height / size));
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / size) * across;
    for (let x = 0; x < width; x += 1) {
      const at = row + Math.floor(x / size);
      blocks[at] = (blocks[at] ?? 0) | (words[y * width + x] ?? 0);
    }
  }
  return blocks;
}

/** Whose file it is. */
function telescopeOf(file: AsdfFile): Telescope | undefined {
  const name = textOf(file.get("roman/meta/telescope") ?? file.get("meta/telescope")).toLowerCase();
  return name === "roman" || name === "jwst" ? name : undefined;
}
