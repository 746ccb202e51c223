/** Reads a section with one axis collapsed: the axis that changes slowest in pieces, so that memory stays small. */

import { type ArrayData, type ReadOptions, slice } from "asdf-wasm";
import type { BlockAxis } from "../compute/block.ts";
import { reducer, widthsOf } from "../compute/reduce.ts";
import { type Collapse, isMoment, type MomentNoise } from "../compute/reductions.ts";
import { isComplex } from "../elements/complex.ts";
import { isText } from "../elements/pixels.ts";
import { breather } from "./breathing.ts";
import type { Excerpt, ReadableArray, Section } from "./section.ts";

/** Elements read at a time. */
const PIECE = 2 ** 23;

interface Range {
  readonly start: number;
  readonly stop: number;
  readonly step: number;
}

/** What the planes make together. */
export interface Collapsed extends ArrayData {
  readonly noise: MomentNoise | undefined;
}

/** Rows and columns of the excerpt lie as the section has them. */
export async function readCollapsed(
  path: string,
  array: ReadableArray,
  section: Section & { readonly collapse: Collapse },
  { x, y, width, height, step }: Excerpt,
  { signal = new AbortController().signal, onProgress }: Pick<ReadOptions, "signal" | "onProgress">,
): Promise<Collapsed> {
  const { axes, index, collapse } = section;
  const [down = 0, across = 1] = axes;
  const { axis, by } = collapse;
  if (isComplex(array.dtype)) {
    throw new TypeError(`${path} holds complex numbers: an axis of them cannot be collapsed`);
  }
  const ranges = new Map<number, Range>([
    [down, { start: y, stop: y + height, step }],
    [across, { start: x, stop: x + width, step }],
    [axis, { start: collapse.start, stop: collapse.stop, step: 1 }],
  ]);
  const [columns, rows] = [Math.ceil(width / step), Math.ceil(height / step)];
  const found = reducer(by, columns, rows, isMoment(by) ? coordinatesOf(collapse) : undefined);
  const ordered = [...ranges.keys()].sort((one, other) => one - other);
  const count = (of: number) => lengthOf(ranges.get(of));
  // For medians all values of a pixel are needed at once.
  const slowest = ordered.find((candidate) => by !== "median" || candidate !== axis) ?? axis;
  const others = ordered.reduce((size, other) => (other === slowest ? size : size * count(other)), 1);
  const most = Math.max(1, Math.floor(PIECE / others));
  const breathe = breather(signal);
  const bytes = (array.nbytes / Math.max(array.size, 1)) * others * count(slowest);
  for (let from = 0; from < count(slowest); from += most) {
    const to = Math.min(from + most, count(slowest));
    const all = ranges.get(slowest);
    const piece = new Map(ranges);
    if (all) {
      const stop = Math.min(all.start + to * all.step, all.stop);
      piece.set(slowest, { start: all.start + from * all.step, stop, step: all.step });
    }
    const selection = index.map((at, other) => {
      const range = piece.get(other);
      return range ? slice(range.start, range.stop, range.step) : at;
    });
    const read = await array.read(selection, { signal });
    if (read.fields || isText(read.data)) {
      throw new TypeError(`${path} holds no numbers`);
    }
    const place = (of: number): BlockAxis => ({
      start: of === slowest ? from : 0,
      length: lengthOf(piece.get(of)),
      stride: read.stride[ordered.indexOf(of)] ?? 0,
    });
    const depth = place(axis);
    found.add({
      values: read.data,
      mask: read.mask,
      ...{ rows: place(down), columns: place(across) },
      depth: { ...depth, start: depth.start + collapse.start },
    });
    onProgress?.({ loaded: (bytes * to) / count(slowest), total: bytes, phase: "read" });
    await breathe(to / count(slowest));
    signal.throwIfAborted();
  }
  return { data: found.result(), shape: [rows, columns], stride: [columns, 1], noise: found.noise?.() };
}

/** Without a world coordinate, the indices themselves. */
function coordinatesOf({ along, stop, above }: Collapse) {
  const x = along?.values ?? Float64Array.from({ length: stop }, (_, i) => i);
  return { x, widths: widthsOf(x), above };
}

function lengthOf(range: Range | undefined): number {
  return range ? Math.ceil((range.stop - range.start) / range.step) : 1;
}
