/**
 * Figures on the sky to shapes of the image and back, as astropy's regions converts them: by how the sky lies in the centre of a shape, so that
 * a circle stays a circle, and a box a box.
 */

import { angleTo, direction, turn } from "../geometry.ts";
import { numbersOf, shapeFrom } from "../linkText.ts";
import type { NewRegion, Position, RegionShape } from "../region.ts";
import { stepBetween } from "../sphere.ts";
import type { Figure, FigureSize, FigureSystem } from "./figure.ts";

type SkySystem = Exclude<FigureSystem, "pixel">;

/** Conversions of pairs of numbers: 0-based pixels, and degrees. What has no counterpart is NaN. */
export interface SkyMap {
  toPixels(positions: Float64Array, system: SkySystem): Promise<Float64Array>;
  toSky(points: Float64Array, system: SkySystem): Promise<Float64Array>;
}

/** Converts figures of a file to regions of an image; those whose position in it cannot be found become undefined. */
export async function toRegions(
  figures: readonly Figure[],
  map: SkyMap | undefined,
): Promise<readonly (NewRegion | undefined)[]> {
  const found: (NewRegion | undefined)[] = [];
  for (const system of new Set(figures.map((figure) => figure.system))) {
    const alike = [...figures.entries()].filter(([, figure]) => figure.system === system);
    const points = alike.flatMap(([, figure]) => figure.points);
    const placed = system === "pixel" ? points : map && (await converted(points, map.toPixels, system));
    let next = 0;
    const own = alike.map(([, figure]) => {
      next += figure.points.length;
      return placed?.slice(next - figure.points.length, next) ?? [];
    });
    const centres = own.map(([first = NOWHERE]) => first);
    const local = map && (await changesAt(centres, system === "pixel" ? "own" : system, map));
    for (const [i, [index, figure]] of alike.entries()) {
      found[index] = regionOf(figure, own[i] ?? [], local?.[i]);
    }
  }
  return figures.map((_, i) => found[i]);
}

/** Regions as figures in pixels. */
export function inPixels(regions: readonly NewRegion[]): readonly Figure[] {
  return regions.map((region) => ({ ...lookOf(region), ...partsOf(region.shape), system: "pixel" }));
}

/** Converts regions of an image to figures on the sky; those without a position there become undefined. */
export async function onSky(
  regions: readonly NewRegion[],
  system: SkySystem,
  map: SkyMap,
): Promise<readonly (Figure | undefined)[]> {
  const figures = inPixels(regions);
  const points = figures.flatMap((figure) => figure.points);
  const positions = await converted(points, map.toSky, system);
  const centres = figures.map(({ points: [first = NOWHERE] }) => first);
  const changes = await changesAt(centres, system, map);
  let next = 0;
  return figures.map((figure, i) => {
    const points = positions.slice(next, next + figure.points.length);
    next += figure.points.length;
    const found = sizedBy(figure, changes[i]);
    const sizes = found.sizes.map((value): FigureSize => ({ value, unit: "degree" }));
    const numbers = [...points.flatMap(({ x, y }) => [x, y]), ...found.sizes, found.angle];
    return numbers.every(Number.isFinite)
      ? { ...figure, system, points, sizes, angle: found.angle }
      : undefined;
  });
}

/** A 2 × 2 matrix: what x and y of a step contribute to two others, row by row. */
export type Matrix = readonly [a: number, b: number, c: number, d: number];

/** Digits after the point of a pixel, which is as close as a pixel is found. */
const PLACES = 6;
const NOWHERE: Position = { x: Number.NaN, y: Number.NaN };

function regionOf(
  figure: Figure,
  points: readonly Position[],
  change: Matrix | undefined,
): NewRegion | undefined {
  const scaled = sizedBy(figure, inverse(change));
  const sizes = figure.sizes.map(({ value, unit }, i) =>
    unit === "pixel" ? value : (scaled.sizes[i] ?? Number.NaN),
  );
  const angle = figure.system === "pixel" ? figure.angle : scaled.angle;
  const shape = shapeOf({ kind: figure.kind, points, sizes, angle }, PLACES);
  return shape && { ...lookOf(figure), shape };
}

/** The shape that points, sizes and an angle make, in pixels or in degrees. */
export function shapeOf(
  { kind, points, sizes, angle }: Pick<Figure, "kind" | "points" | "angle"> & { sizes: readonly number[] },
  places: number,
): RegionShape | undefined {
  const numbers = [...points.flatMap(({ x, y }) => [x, y]), ...sizes, ...(isRotated(kind) ? [angle] : [])];
  return shapeFrom(
    kind,
    numbers.map((number) => Number(number.toFixed(places))),
  );
}

/**
 * The sizes and the angle of a figure after a linear map. A circle has the mean scale. An ellipse has its new axes, of which the first stays
 * the one nearest to the first. A box keeps its area, and follows its width: by the axes of the ellipse inside, a square would turn at
 * the least shear.
 */
export function sizedBy(
  { kind, sizes, angle }: Figure,
  change: Matrix | undefined,
): { readonly sizes: readonly number[]; readonly angle: number } {
  const [a, b, c, d] = change ?? UNKNOWN;
  if (!isRotated(kind)) {
    const { larger, smaller } = axesOf([a, b, c, d]);
    return { sizes: sizes.map(({ value }) => (value * (larger + smaller)) / 2), angle: 0 };
  }
  const [{ value: width } = { value: 0 }, { value: height } = { value: 0 }] = sizes;
  const { x: cos, y: sin } = direction(angle);
  const first = { x: width * (a * cos + b * sin), y: width * (c * cos + d * sin) };
  const followed = angleTo({ x: 0, y: 0 }, first);
  if (kind === "box") {
    const along = Math.hypot(first.x, first.y);
    return { sizes: [along, (width * height * Math.abs(a * d - b * c)) / along], angle: followed };
  }
  const second = { x: height * (b * cos - a * sin), y: height * (d * cos - c * sin) };
  const { larger, smaller, angle: main } = axesOf([first.x, second.x, first.y, second.y]);
  const along = direction(main);
  const onLarger = along.x * first.x + along.y * first.y;
  const onSmaller = along.x * first.y - along.y * first.x;
  const isFirst = Math.abs(onLarger) >= Math.abs(onSmaller);
  const isCircular = Math.abs(width - height) <= 1e-5 * height;
  const turned = isFirst ? main + (onLarger < 0 ? 180 : 0) : main + (onSmaller < 0 ? -90 : 90);
  return {
    sizes: isFirst ? [larger, smaller] : [smaller, larger],
    angle: turn(isCircular ? followed : turned),
  };
}

const UNKNOWN: Readonly<Matrix> = [Number.NaN, Number.NaN, Number.NaN, Number.NaN];

/** The axes of the ellipse that a circle becomes: its singular values, and the direction of the larger. */
function axesOf([a, b, c, d]: Matrix): {
  readonly larger: number;
  readonly smaller: number;
  readonly angle: number;
} {
  const [one, other] = [Math.hypot((a + d) / 2, (c - b) / 2), Math.hypot((a - d) / 2, (c + b) / 2)];
  const angle = (Math.atan2(c - b, a + d) + Math.atan2(c + b, a - d)) / 2;
  return { larger: one + other, smaller: Math.abs(one - other), angle: (angle * 180) / Math.PI };
}

function inverse(matrix: Matrix | undefined): Matrix | undefined {
  if (!matrix) {
    return undefined;
  }
  const [a, b, c, d] = matrix;
  const area = a * d - b * c;
  return [d / area, -b / area, -c / area, a / area];
}

/** Degrees to the west and to the north in a pixel along x and along y: angles on the sky begin in the west. */
async function changesAt(
  points: readonly Position[],
  system: SkySystem,
  map: SkyMap,
): Promise<readonly Matrix[]> {
  const steps = points.flatMap(({ x, y }) => [
    { x, y },
    { x: x + 1, y },
    { x, y: y + 1 },
  ]);
  const sky = await converted(steps, map.toSky, system);
  return points.map((_, i) => {
    const [at = NOWHERE, alongX = NOWHERE, alongY = NOWHERE] = sky.slice(3 * i, 3 * i + 3);
    const [x, y] = [stepBetween(at, alongX), stepBetween(at, alongY)];
    return [-x.east, -y.east, x.north, y.north];
  });
}

async function converted(
  points: readonly Position[],
  convert: (values: Float64Array, system: SkySystem) => Promise<Float64Array>,
  system: SkySystem,
): Promise<readonly Position[]> {
  const values = await convert(Float64Array.from(points.flatMap(({ x, y }) => [x, y])), system);
  return points.map((_, i) => ({ x: values[2 * i] ?? Number.NaN, y: values[2 * i + 1] ?? Number.NaN }));
}

/** The parts of a shape, with its sizes in a unit. */
export function partsOf(
  shape: RegionShape,
  unit: FigureSize["unit"] = "pixel",
): Pick<Figure, "kind" | "points" | "sizes" | "angle"> {
  const { kind } = shape;
  if ("points" in shape) {
    return { kind, points: shape.points, sizes: [], angle: 0 };
  }
  const [x = 0, y = 0, ...rest] = numbersOf(shape);
  const sizes = rest.slice(0, 2).map((value): FigureSize => ({ value, unit }));
  return { kind, points: [{ x, y }], sizes, angle: "angle" in shape ? shape.angle : 0 };
}

export function lookOf<L extends Pick<NewRegion, "name" | "color" | "excluded">>({
  name,
  color,
  excluded,
}: L) {
  return { name, color, ...(excluded && { excluded }) };
}

function isRotated(kind: RegionShape["kind"]): boolean {
  return kind === "ellipse" || kind === "box";
}
