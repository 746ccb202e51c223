/** Contours of the image of another file in the pixels of this one: placed by the sky, or by its pixels. */

import { mappedLines } from "@asdf-wasm/science/compute/mappedLines";
import type { Excerpt } from "@asdf-wasm/science/sections/section";
import type { Contour, ContourRequest, Contours } from "../../../protocol/over/contours.ts";
import type { ImageElsewhere } from "../../../state/elsewhere.ts";
import type { SkyPlace } from "../../../state/sky/skyMap.ts";
import { commonFrame, placeOnStage } from "../../../state/skyPlace.ts";
import type { ViewHost } from "../../../state/view.ts";
import type { Rect, Size } from "../camera/camera.ts";

/** Points across and up the view that tell which part of the other image is in it. */
const LATTICE = 17;
/** How far from its place a line may be, as a part of a pixel of the screen. */
const CLOSE = 0.1;

interface ElsewhereRequest {
  /** This image: its node, its size, what of it is in view, and how many of its pixels a pixel of the screen has. */
  readonly node: number;
  readonly size: Size;
  readonly excerpt: Excerpt;
  readonly fineness: number;
  readonly byPixel: boolean;
  readonly smooth: number;
  readonly levels: readonly number[];
}

interface Seen {
  readonly rect: Rect;
  /** How many of its pixels a pixel of this image has, where that is fewest. */
  readonly ratio: number;
}

/** Throws a sentence where the other image cannot be placed in this one. */
export async function contoursElsewhere(
  host: ViewHost,
  { node: its, name, neighbour }: ImageElsewhere,
  { node, excerpt: view, size, fineness, byPixel, smooth, levels }: ElsewhereRequest,
  signal: AbortSignal,
): Promise<Contours> {
  const { host: other } = neighbour;
  const section = other.section.current.peek();
  const [height = 0, width = 0] = section.axes.map((axis) => its.array.shape[axis]);
  const itsSize = { width, height };
  const trace = (excerpt: Excerpt): Promise<Contours> => {
    const wanted: ContourRequest = {
      node: its.id,
      section,
      part: other.part.peek(),
      excerpt,
      smooth,
      levels,
    };
    return other.request(signal, (worker, signal) => worker.contour.trace(wanted, signal));
  };
  if (byPixel) {
    if (width !== size.width || height !== size.height) {
      const [own, shape] = [size, itsSize].map(({ width, height }) => `${height} × ${width}`);
      throw new RangeError(
        `${name} has ${shape} pixels and this image ${own}: contours can only be placed by the sky.`,
      );
    }
    return trace(view);
  }
  const [here, there] = [await placeOnStage(host, node), await placeOnStage(other, its.id)];
  const onto = here && there && mapBetween(here, there);
  const back = here && there && mapBetween(there, here);
  if (!(onto && back)) {
    const without = here?.facts.sky?.isOnStage ? name : "this image";
    throw new RangeError(
      `${without} has no world coordinates that both images share: its contours can only be placed by pixel.`,
    );
  }
  const whole = { x: 0, y: 0, ...itsSize };
  const seen =
    seenOf(await onto(latticeOf(view)), view, itsSize) ?? wholeIn(view, await back(latticeOf(whole)), whole);
  if (!seen) {
    throw new RangeError(`No part of ${name} is in view: it lies elsewhere on the sky.`);
  }
  // As many of its pixels are averaged as there are in a pixel of the screen.
  const step = 2 ** Math.max(0, Math.floor(Math.log2(seen.ratio * fineness)));
  const found = await trace({ ...seen.rect, step });
  const contours: Contour[] = [];
  for (const { level, ...lines } of found.contours) {
    contours.push({ level, ...(await mappedLines(lines, back, CLOSE * fineness)) });
    signal.throwIfAborted();
  }
  return { contours, step: found.step };
}

/** From pixels of one image to pixels of another, both with 0 at the edge of the first one; undefined if they share no system. */
function mapBetween(one: SkyPlace, other: SkyPlace) {
  const frame = commonFrame(one.facts, other.facts);
  return (
    frame &&
    (async (points: Float64Array): Promise<Float64Array> => {
      const centred = points.map((at) => at - 0.5);
      const sky = await one.host.ask((worker) => worker.wcs.toSky({ at: one.at, points: centred, frame }));
      const found =
        sky &&
        (await other.host.ask((worker) => worker.wcs.toPixels({ at: other.at, positions: sky, frame })));
      return found?.map((at) => at + 0.5) ?? new Float64Array(points.length).fill(Number.NaN);
    })
  );
}

function latticeOf({ x, y, width, height }: Rect): Float64Array {
  return Float64Array.from({ length: 2 * LATTICE ** 2 }, (_, i) => {
    const at = i % 2 === 0 ? (i / 2) % LATTICE : Math.floor(i / 2 / LATTICE);
    return i % 2 === 0 ? x + (width * at) / (LATTICE - 1) : y + (height * at) / (LATTICE - 1);
  });
}

/** What is seen of the other image. All of it where a part of the view has no place there; undefined if none. */
function seenOf(points: Float64Array, { width }: Rect, size: Size): Seen | undefined {
  const known = Array.from({ length: points.length / 2 }, (_, i) => i).filter((i) =>
    Number.isFinite((points[2 * i] ?? Number.NaN) + (points[2 * i + 1] ?? Number.NaN)),
  );
  const [xs, ys] = [0, 1].map((axis) => known.map((i) => points[2 * i + axis] ?? 0)) as [number[], number[]];
  const isWhole = known.length < points.length / 2;
  const [left, right] = isWhole ? [0, size.width] : [Math.min(...xs), Math.max(...xs)];
  const [bottom, top] = isWhole ? [0, size.height] : [Math.min(...ys), Math.max(...ys)];
  const x = Math.max(0, Math.floor(left) - 1);
  const y = Math.max(0, Math.floor(bottom) - 1);
  const rect = {
    ...{ x, y },
    width: Math.min(size.width, Math.ceil(right) + 1) - x,
    height: Math.min(size.height, Math.ceil(top) + 1) - y,
  };
  const steps = stepsOf(points);
  const ratio = (Math.min(...steps) * (LATTICE - 1)) / width;
  return rect.width > 0 && rect.height > 0 && known.length > 0 && Number.isFinite(ratio)
    ? { rect, ratio }
    : undefined;
}

/** All of another image, if any of its points is in view: it may be smaller than the gaps between points of the view. */
function wholeIn({ x, y, width, height }: Rect, points: Float64Array, rect: Rect): Seen | undefined {
  const isIn = (at = Number.NaN, from: number, length: number) => at >= from && at <= from + length;
  const isSeen = points.some((at, i) => i % 2 === 0 && isIn(at, x, width) && isIn(points[i + 1], y, height));
  const ratio = rect.width / (LATTICE - 1) / Math.max(...stepsOf(points));
  return isSeen && Number.isFinite(ratio) && ratio > 0 ? { rect, ratio } : undefined;
}

/** How far points of a lattice are from the next ones across, where both are known. */
function stepsOf(points: Float64Array): readonly number[] {
  return Array.from({ length: points.length / 2 }, (_, i) => i).flatMap((i) => {
    const isLast = (i + 1) % LATTICE === 0;
    const [dx, dy] = [0, 1].map(
      (axis) => (points[2 * i + 2 + axis] ?? Number.NaN) - (points[2 * i + axis] ?? 0),
    );
    const step = Math.hypot(dx ?? 0, dy ?? 0);
    return isLast || Number.isNaN(step) ? [] : [step];
  });
}
