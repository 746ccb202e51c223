/** A plane of an array as pixels. */

import { ordinal, shape as shapeText } from "@asdf-wasm/science/format/format";
import { type ArrayData, type AsdfFile, slice } from "asdf-wasm";
import type { ColormapName, Interval, IntervalOptions, Shrinking, StretchName } from "asdf-wasm/image";
import { isExpected, misuse, Problem } from "../exit.ts";
import { real } from "../reading/modulus.ts";
import { Part } from "../reading/part.ts";
import { type ArrayTarget, arrayIn, checkInTree } from "../reading/target.ts";
import { there } from "../reading/there.ts";

export interface PictureOptions {
  readonly stretch: StretchName;
  readonly limits: Limits;
  readonly colormap: ColormapName;
  readonly invert?: boolean;
  readonly origin: "lower" | "upper";
  /** What becomes of elements that share a pixel. */
  readonly shrink?: Shrinking;
}

/** How black and white are chosen. */
export type Limits = IntervalOptions;

export interface Picture {
  /** Red, green, blue and alpha of each pixel. */
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  readonly path: string;
  readonly limits: readonly [min: number, max: number];
  /** What of the array is not in the picture: other planes, rows that are not there or that were not read. */
  readonly notes: readonly string[];
  readonly unit: string | undefined;
  /** The length of a block of elements that is one pixel. */
  readonly step: number;
  /** Only every so many-th row and column of the plane was read. */
  readonly every: number;
}

/** More pixels are not made of a plane unasked. */
export const MANY = 2 ** 24;
/** More elements are not read for a picture with fewer pixels: only every n-th row and column. */
export const MOST = 2 ** 28;
/** Elements that are read at a time. */
const SLAB = 2 ** 22;

/** Reads a plane, at most so many pixels wide and high: blocks of elements become one pixel if it is larger. Without `space`, at most `MANY` pixels. */
export async function pictureOf(
  file: AsdfFile,
  text: string | undefined,
  space: readonly [width: number, height: number] | undefined,
  options: PictureOptions,
): Promise<Picture> {
  const { render } = await import("asdf-wasm/image");
  const pixel = { data: Float32Array.of(0), shape: [1, 1], stride: [1, 1] };
  try {
    // Before anything is read.
    render(pixel, { min: 0, max: 1, stretch: options.stretch, colormap: options.colormap });
  } catch (thrown) {
    throw isExpected(thrown) ? misuse(thrown.message) : thrown;
  }
  const target = await arrayIn(file, text);
  const { path } = target;
  checkInTree(target, "`stats`, `get` and `extract` to .csv or .npy take it, and `show` an image");
  const cut = await there(file, target.node);
  const part = planeOf(target, cut?.lengths);
  const [height = 0, width = 0] = part.shape;
  const step = space
    ? Math.max(1, Math.ceil(width / space[0]), Math.ceil(height / space[1]))
    : Math.max(1, Math.ceil(Math.sqrt((width * height) / MANY)));
  const { plane, found, every, block } = await read(part, step, options);
  const { stretch, colormap, invert: inverted = false, origin } = options;
  const { min, max } = Number.isNaN(found.min) ? { min: 0, max: 1 } : found;
  const pixels = render(plane, { min, max, stretch, colormap, inverted, origin });
  const { data, width: across, height: up } = pixels;
  const { selection, node } = target;
  const indices = part.axes.flatMap(({ start, isDropped }) => (isDropped ? [start] : [])).join(", ");
  const notes = [
    ...(selection.length === 0 && cut ? [cut.note] : []),
    ...(selection.length === 0 && indices !== "" && node.size > width * height
      ? [`Of ${shapeText(node.shape)} elements this is the plane \`${path}[${indices}]\`.`]
      : []),
    ...(every > 1
      ? [
          `Every ${ordinal(every)} row and column was read: the array has more than ${MOST / 2 ** 20} million elements.`,
        ]
      : []),
  ];
  return {
    data,
    width: across,
    height: up,
    path,
    limits: [min, max],
    notes,
    unit: target.unit,
    step: every * block,
    every,
  };
}

/** The plane that was selected; of axes before the last two, of which nothing is said, the first element. */
function planeOf({ path, node, selection }: ArrayTarget, lengths: readonly number[] | undefined): Part {
  const part = new Part({ path, node, selection }, lengths);
  const surplus = part.shape.length - 2;
  if (surplus === 0) {
    return part;
  }
  const isSaid = selection.length > 0;
  if (surplus < 0 || isSaid) {
    const hint = surplus > 0 ? ", such as [0]" : "";
    throw new Problem(
      `\`${path}\` (${shapeText(part.shape)}) is no picture: select a plane of two axes${hint}`,
    );
  }
  return new Part({ path, node, selection: new Array<number>(surplus).fill(0) }, lengths);
}

interface Reduced {
  readonly plane: ArrayData;
  readonly found: Interval;
  readonly every: number;
  /** How many of the rows and columns that were read are one pixel. */
  readonly block: number;
}

/** The plane with blocks of `step` by `step` elements in one, and the limits of its elements. */
async function read(part: Part, step: number, { limits, shrink: by }: PictureOptions): Promise<Reduced> {
  const { interval, shrink, statistics } = await import("asdf-wasm/image");
  const every = step === 1 ? 1 : Math.min(step, Math.ceil(Math.sqrt(part.size / MOST)));
  const block = Math.ceil(step / every);
  if (block === 1) {
    const plane = await rowsOf(part, every, 0, Number.POSITIVE_INFINITY);
    return { plane, found: interval(plane, limits), every, block };
  }
  const [height = 0, width = 0] = part.shape.map((length) => Math.ceil(length / every));
  const [rows, columns] = [Math.ceil(height / block), Math.ceil(width / block)];
  const [data, sample] = [new Float64Array(rows * columns), new Float64Array(rows * columns)];
  const ends: number[] = [];
  const lines = Math.max(1, Math.floor(SLAB / (block * width)));
  for (let line = 0; line < rows; line += lines) {
    const piece = await rowsOf(part, every, line * block, Math.min((line + lines) * block, height));
    data.set(shrink(piece, { step: block, by }).data, line * columns);
    sample.set(picked(piece, block, columns), line * columns);
    const { min, max } = statistics(piece);
    ends.push(min, max);
  }
  const shape = { shape: [rows, columns], stride: [columns, 1] };
  const measured = limits.kind === "minmax" ? Float64Array.from(ends) : sample;
  const found = interval({ data: measured, shape: [measured.length], stride: [1] }, limits);
  return { plane: { data, ...shape }, found, every, block };
}

/** The first element of each block. */
function picked({ data, mask, shape }: ArrayData, block: number, columns: number): Float64Array {
  const [height = 0, width = 0] = shape;
  return Float64Array.from({ length: Math.ceil(height / block) * columns }, (_, i) => {
    const at = Math.floor(i / columns) * block * width + (i % columns) * block;
    return mask?.[at] ? Number.NaN : Number(data[at]);
  });
}

/** Reads every n-th row and column of a plane; of these rows, those from one on to before another. */
async function rowsOf(part: Part, every: number, from: number, to: number): Promise<ArrayData> {
  const [height = 0] = part.shape;
  const selection = part
    .selection([{ start: from * every, stop: Math.min(to * every, height) }])
    .map((entry, axis) => {
      const own = part.axes[axis];
      return own && !own.isDropped && typeof entry === "object" && entry !== null
        ? slice(entry.start, entry.stop, own.step * every)
        : entry;
    });
  const plane = await part.array.read(selection);
  if (plane.fields) {
    throw new Problem(`\`${part.path}\` holds records, which are no picture`);
  }
  return real(plane, part.array.dtype);
}
