/** A plane of an array as pixels. */
import type { ArrayData, AsdfFile } from "asdf-wasm";
import { slice } from "asdf-wasm";
import type { ColormapName, IntervalOptions, StretchName } from "asdf-wasm/image";
import { shape as shapeText } from "../../../../www/src/viewer/format/format.ts";
import { isExpected, misuse, Problem } from "../exit.ts";
import { real } from "../reading/modulus.ts";
import { Part } from "../reading/part.ts";
import { type ArrayTarget, arrayIn } from "../reading/target.ts";
import { there } from "../reading/there.ts";

export interface PictureOptions {
  readonly stretch: StretchName;
  readonly limits: Limits;
  readonly colormap: ColormapName;
  readonly invert?: boolean;
  readonly origin: "lower" | "upper";
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
  /** That a part of the plane is not there. */
  readonly note: string | undefined;
  readonly unit: string | undefined;
  /** Every so many-th row and column of the plane is there. */
  readonly step: number;
}

/** More pixels are not made of a plane unasked, by every n-th row and column. */
export const MANY = 2 ** 24;

/** Reads a plane, at most so many pixels wide and high: every n-th element of it if it is larger. Without a room, at most `MANY` pixels. */
export async function pictureOf(
  file: AsdfFile,
  text: string | undefined,
  room: readonly [width: number, height: number] | undefined,
  options: PictureOptions,
): Promise<Picture> {
  const { interval, render } = await import("asdf-wasm/image");
  const pixel = { data: Float32Array.of(0), shape: [1, 1], stride: [1, 1] };
  try {
    // Before anything is read.
    render(pixel, { min: 0, max: 1, stretch: options.stretch, colormap: options.colormap });
  } catch (thrown) {
    throw isExpected(thrown) ? misuse(thrown.message) : thrown;
  }
  const target = await arrayIn(file, text);
  const { path } = target;
  const cut = await there(file, target.node);
  const part = planeOf(target, cut?.lengths);
  const [height = 0, width = 0] = part.shape;
  const step = room
    ? Math.max(1, Math.ceil(width / room[0]), Math.ceil(height / room[1]))
    : Math.max(1, Math.ceil(Math.sqrt((width * height) / MANY)));
  const plane = await read(part, step);
  const found = interval(plane, options.limits);
  const { stretch, colormap, invert: inverted = false, origin } = options;
  const { min, max } = Number.isNaN(found.min) ? { min: 0, max: 1 } : found;
  const pixels = render(plane, { min, max, stretch, colormap, inverted, origin });
  const { data, width: across, height: up } = pixels;
  const note = target.selection.length === 0 ? cut?.note : undefined;
  return { data, width: across, height: up, path, limits: [min, max], note, unit: target.unit, step };
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

async function read(part: Part, step: number): Promise<ArrayData> {
  const kept = part.axes.map(({ isDropped }, axis) => (isDropped ? -1 : axis)).filter((axis) => axis >= 0);
  const selection = part.selection().map((entry, axis) => {
    const own = part.axes[axis];
    return kept.includes(axis) && own && typeof entry === "object" && entry !== null
      ? slice(entry.start, entry.stop, own.step * step)
      : entry;
  });
  const plane = await part.array.read(selection);
  if (plane.fields) {
    throw new Problem(`\`${part.path}\` holds records, which are no picture`);
  }
  return real(plane, part.array.dtype);
}
