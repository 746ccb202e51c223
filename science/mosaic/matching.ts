/**
 * Backgrounds matched at seams: an offset for each image, so that the differences of overlapping images, by their medians, are as small as
 * they can be together. The mean of the offsets of images that hang together is 0.
 */
import { medianOf } from "../compute/median.ts";
import { type SkyGrid, sharedBy } from "./grid.ts";
import type { Piece } from "./piece.ts";

/** The pixels along the longer side of the grid on which images are compared. */
const COMPARED = 1024;
/** The most rounds of the search, and the change, relative to the greatest difference, that ends it. */
const ROUNDS = 100_000;
const CLOSE = 1e-12;

/** Some of the rows and columns of a grid, so few that images can be compared in memory. */
export function thinned(grid: SkyGrid): SkyGrid {
  const step = Math.max(1, Math.ceil(Math.max(...grid.shape) / COMPARED));
  const [rows, columns] = grid.shape;
  return {
    shape: [Math.ceil(rows / step), Math.ceil(columns / step)],
    system: grid.system,
    toSky: (pixels) => grid.toSky(pixels.map((value) => value * step)),
    toPixels: (sky) => grid.toPixels(sky).map((value) => value / step),
  };
}

interface Difference {
  readonly one: number;
  readonly other: number;
  /** The median of one minus the other. */
  readonly value: number;
}

/** What is to be subtracted from each image. */
export function offsetsOf(images: readonly (Piece | undefined)[]): number[] {
  const differences: Difference[] = images.flatMap((a, one) =>
    images.flatMap((b, other) => {
      const value = a && b && one < other ? differenceOf(a, b) : Number.NaN;
      return Number.isNaN(value) ? [] : [{ one, other, value }];
    }),
  );
  const offsets = images.map(() => 0);
  const neighbours = images.map((_, i) =>
    differences.flatMap(({ one, other, value }) =>
      one === i ? [{ of: other, value }] : other === i ? [{ of: one, value: -value }] : [],
    ),
  );
  const greatest = Math.max(0, ...differences.map(({ value }) => Math.abs(value)));
  for (let round = 0, change = Infinity; round < ROUNDS && change > CLOSE * greatest; round += 1) {
    change = 0;
    for (const [i, beside] of neighbours.entries()) {
      const sum = beside.reduce((total, { of, value }) => total + (offsets[of] ?? 0) + value, 0);
      const next = beside.length > 0 ? sum / beside.length : 0;
      change = Math.max(change, Math.abs(next - (offsets[i] ?? 0)));
      offsets[i] = next;
    }
  }
  for (const group of groupsOf(images.length, differences)) {
    const mean = group.reduce((sum, i) => sum + (offsets[i] ?? 0), 0) / group.length;
    for (const i of group) {
      offsets[i] = (offsets[i] ?? 0) - mean;
    }
  }
  return offsets;
}

/** Of pixels that both have; NaN if there are none. */
function differenceOf(a: Piece, b: Piece): number {
  const shared = sharedBy(a, b);
  const found = new Float64Array(shared ? shared.width * shared.height : 0);
  let count = 0;
  for (let i = 0; shared && i < found.length; i += 1) {
    const [x, y] = [shared.x + (i % shared.width), shared.y + Math.floor(i / shared.width)];
    const at = ({ x: left, y: bottom, width }: Piece) => (y - bottom) * width + x - left;
    if (a.footprint[at(a)] && b.footprint[at(b)]) {
      found[count] = (a.values[at(a)] ?? 0) - (b.values[at(b)] ?? 0);
      count += 1;
    }
  }
  return medianOf(found, count);
}

/** Images that hang together by overlaps. */
function groupsOf(count: number, differences: readonly Difference[]): readonly (readonly number[])[] {
  const group = Array.from({ length: count }, (_, i) => i);
  for (const { one, other } of differences) {
    const [into, from] = [group[one] ?? 0, group[other] ?? 0];
    for (const [i, of] of group.entries()) {
      group[i] = of === from ? into : of;
    }
  }
  return [...new Set(group)].map((of) => [...group.keys()].filter((i) => group[i] === of));
}
