/**
 * Regions as JSON: `{ "format": "asdf-wasm regions", "version": 1, "regions": [{ "kind": "circle", "x": 512, "y": 300, "radius": 20 }] }`.
 * Coordinates are 0-based pixels with the centre of the first one at 0, 0; angles are in degrees from x towards y.
 */

import { COLOR, LONGEST_NAME, NAME_CUT, numbersOf, PointBudget, shapeFrom } from "../linkText.ts";
import type { NewRegion } from "../region.ts";
import { colorOf } from "./colors.ts";
import type { FileProblem } from "./figure.ts";

const FORMAT = "asdf-wasm regions";
const VERSION = 1;

/** The names of the numbers of each shape, in their order. */
const NUMBERS: ReadonlyMap<string, readonly string[]> = new Map([
  ["point", ["x", "y"]],
  ["circle", ["x", "y", "radius"]],
  ["annulus", ["x", "y", "inner", "outer"]],
  ["ellipse", ["x", "y", "a", "b", "angle"]],
  ["box", ["x", "y", "width", "height", "angle"]],
]);

export interface JsonRegions {
  readonly regions: readonly NewRegion[];
  readonly problems: readonly FileProblem[];
  readonly leftOut: number;
}

export function writeJson(regions: readonly NewRegion[]): string {
  const items = regions.map(({ shape, name, color, excluded }) => {
    const numbers = numbersOf(shape);
    const names = NUMBERS.get(shape.kind);
    return {
      kind: shape.kind,
      ...(names
        ? Object.fromEntries(names.map((name, i) => [name, numbers[i] ?? 0]))
        : { points: pairs(numbers) }),
      ...(name !== "" && { name }),
      color,
      ...(excluded && { excluded }),
    };
  });
  const lines = items.map((item) => `    ${JSON.stringify(item)}`).join(",\n");
  return `{\n  "format": "${FORMAT}",\n  "version": ${VERSION},\n  "regions": [\n${lines}\n  ]\n}\n`;
}

/** A problem names the position of a region in the list as its line. Throws if the text is not such JSON. */
export function readJson(text: string): JsonRegions {
  const whole: unknown = JSON.parse(text);
  const list = isRecord(whole) && whole["format"] === FORMAT ? whole["regions"] : undefined;
  if (!Array.isArray(list)) {
    throw new TypeError(`this JSON has no "format": "${FORMAT}" with a list of "regions"`);
  }
  const { version = VERSION } = whole as { readonly version?: unknown };
  if (version !== VERSION) {
    throw new TypeError(`these regions are of version ${version}, and only version ${VERSION} is known`);
  }
  const found = list.map(regionOf);
  const budget = new PointBudget();
  const regions = found
    .filter((region) => region !== undefined)
    .filter(({ shape }) => budget.takes("points" in shape ? shape.points.length : 1));
  return {
    regions,
    leftOut: budget.leftOut,
    problems: found.flatMap((region, i) => {
      const message = region ? cutName(list[i]) : "this is no region with all its numbers";
      return message === undefined ? [] : [{ line: i + 1, message }];
    }),
  };
}

function regionOf(item: unknown): NewRegion | undefined {
  if (!isRecord(item)) {
    return undefined;
  }
  const kind = String(item["kind"]);
  const numbers =
    NUMBERS.get(kind)?.map((name) => item[name] ?? (name === "angle" ? 0 : undefined)) ??
    inPoints(item["points"]);
  const shape = numbers.every((number) => typeof number === "number") ? shapeFrom(kind, numbers) : undefined;
  const { name, color } = item;
  return (
    shape && {
      shape,
      name: typeof name === "string" ? name.slice(0, LONGEST_NAME) : "",
      color: (typeof color === "string" ? colorOf(color) : undefined) ?? COLOR,
      ...(item["excluded"] === true && { excluded: true }),
    }
  );
}

function cutName(item: unknown): string | undefined {
  const name = isRecord(item) ? item["name"] : undefined;
  const isLong = typeof name === "string" && name.length > LONGEST_NAME;
  return isLong ? NAME_CUT : undefined;
}

function inPoints(points: unknown): readonly unknown[] {
  return Array.isArray(points)
    ? points.flatMap((point: unknown) => (Array.isArray(point) ? point : [undefined]))
    : [undefined];
}

function pairs(numbers: readonly number[]): readonly (readonly [number, number])[] {
  return numbers.flatMap((x, i): [number, number][] => (i % 2 === 0 ? [[x, numbers[i + 1] ?? 0]] : []));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
