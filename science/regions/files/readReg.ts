/** DS9 region files, read: shapes in all coordinate systems that can be converted. What cannot be read is said with its line. */

import { COLOR, LONGEST_NAME, NAME_CUT, PointBudget } from "../linkText.ts";
import type { Position, RegionKind } from "../region.ts";
import { angleOf, coordinateOf, sizeOf } from "./angles.ts";
import { colorOf } from "./colors.ts";
import { argumentsIn, commandsIn, propertiesIn } from "./commands.ts";
import type { Figure, FigureSize, FigureSystem, FileProblem, RegionFile } from "./figure.ts";

/** Coordinate systems by their names; systems of detectors and of older equinoxes are not supported. */
const SYSTEMS: ReadonlyMap<string, FigureSystem> = new Map([
  ["image", "pixel"],
  ["physical", "pixel"],
  ["icrs", "icrs"],
  ["fk5", "fk5"],
  ["j2000", "fk5"],
  ["galactic", "galactic"],
  ["ecliptic", "ecliptic"],
  ["wcs", "own"],
]);
const UNKNOWN_SYSTEM = /^(fk4|b1950|amplifier|detector|linear|wcs[a-z])$/i;
const SHAPE =
  /^([+-]?)\s*(?:(?:circle|box|diamond|cross|x|arrow|boxcircle)\s+(?=point\b))?([a-z]+)\s*(.*)$/is;
/** What changes nothing of what is read. */
const SILENT = /^(tile|mosaic|composite|format:?|version)\b/i;

/** The most rings of an annulus. */
const MOST_RINGS = 999;

/** What a shape needs, for its message. */
const NEEDS: ReadonlyMap<string, string> = new Map([
  ["point", "x and y"],
  ["text", "x and y"],
  ["line", "x and y of both ends"],
  ["ruler", "x and y of both ends"],
  ["vector", "x, y, a length and an angle"],
  ["segment", "x and y of at least two points"],
  ["polygon", "x and y of at least three points"],
  ["circle", "x, y and a radius"],
  ["annulus", "x, y and at least two radii, the larger last"],
  ["ellipse", "x, y, two radii and an angle"],
  ["box", "x, y, width, height and an angle"],
]);

/** A shape without its properties. */
type Bare = Pick<Figure, "kind" | "points" | "sizes" | "angle">;

export function readReg(text: string): RegionFile {
  const figures: Figure[] = [];
  const problems: FileProblem[] = [];
  const budget = new PointBudget();
  let system: FigureSystem | undefined = "pixel";
  let unknown = "";
  let isPhysical = false;
  const standard = new Map<string, string>();
  for (const { line, text: command, properties } of commandsIn(text)) {
    const word = command.toLowerCase();
    const [, minus = "", name = "", list = ""] = SHAPE.exec(command) ?? [];
    if (/^global\b/.test(word)) {
      for (const [property, value] of propertiesIn(command)) {
        standard.set(property, value);
      }
    } else if (SYSTEMS.has(word) || UNKNOWN_SYSTEM.test(word)) {
      system = SYSTEMS.get(word);
      unknown = command;
      isPhysical = word === "physical";
    } else if (budget.left === 0) {
      budget.leftOut += NEEDS.has(nameOf(name)) ? ringsIn(list) : 0;
    } else if (!SILENT.test(word)) {
      const found = system
        ? shapesOf(nameOf(name), list, system)
        : `positions in “${unknown.slice(0, 40)}” cannot be converted`;
      if (typeof found === "string") {
        problems.push({ line, message: found });
      } else {
        const look = lookOf((property) => properties.get(property) ?? standard.get(property), minus === "-");
        if (look.name.length > LONGEST_NAME) {
          look.name = look.name.slice(0, LONGEST_NAME);
          problems.push({ line, message: NAME_CUT });
        }
        for (const bare of found) {
          if (budget.takes(bare.points.length)) {
            figures.push({ ...bare, ...look, system: system ?? "pixel", ...(isPhysical && { isPhysical }) });
          }
        }
      }
    }
  }
  return { figures, problems, leftOut: budget.leftOut };
}

function lookOf(
  given: (property: string) => string | undefined,
  minus: boolean,
): Pick<Figure, "color" | "excluded"> & { name: string } {
  return {
    name: (given("text") ?? "").trim(),
    color: colorOf(given("color") ?? "") ?? COLOR,
    ...((minus || given("include") === "0") && { excluded: true }),
  };
}

/** The name of a shape as it is known here. */
function nameOf(name: string): string {
  const known = name.toLowerCase();
  return known === "rotbox" ? "box" : known;
}

/** How many shapes a command has, without reading them. */
function ringsIn(list: string): number {
  return Number(/\bn=(\d{1,3})\b/i.exec(list)?.[1] ?? 1);
}

/** The shapes of a command, or why it has none. */
function shapesOf(name: string, list: string, system: FigureSystem): readonly Bare[] | string {
  const needs = NEEDS.get(name);
  if (!needs) {
    return name ? `“${name.slice(0, 40)}” is a shape that is not drawn here` : "this is no shape";
  }
  const inside = /^\((.*)\)\s*$/s.exec(list.trim())?.[1] ?? list;
  const words = argumentsIn(inside);
  const bare = bareOf(name, words, system);
  if (typeof bare === "string") {
    return bare;
  }
  return bare && bare.length > 0 ? bare : `“${name}” needs ${needs}`;
}

function bareOf(
  name: string,
  words: readonly string[],
  system: FigureSystem,
): readonly Bare[] | string | undefined {
  switch (name) {
    case "point":
    case "text":
      return pathOf("point", words.slice(0, 2), system, 1, 1);
    case "line":
    case "ruler":
      return pathOf("line", words.slice(0, 4), system, 2, 2);
    case "segment":
      return pathOf("polyline", words, system, 2);
    case "polygon":
      return pathOf("polygon", words, system, 3);
    case "vector":
      return vectorOf(words, system);
    case "circle":
      return words.length === 3 ? sizedOf("circle", words, system, 1) : undefined;
    case "annulus":
      return annuliOf(words, system);
    default:
      return words.length > 5
        ? `“${name}” of several sizes is not drawn here`
        : sizedOf(name === "ellipse" ? "ellipse" : "box", words, system, 2);
  }
}

function pointsOf(words: readonly string[], system: FigureSystem): readonly Position[] | undefined {
  const numbers = words.map((word, i) => coordinateOf(word, i % 2, system) ?? Number.NaN);
  const isWhole = numbers.length % 2 === 0 && numbers.every(Number.isFinite);
  return isWhole
    ? numbers.flatMap((x, i) => (i % 2 === 0 ? [{ x, y: numbers[i + 1] ?? Number.NaN }] : []))
    : undefined;
}

function pathOf(
  kind: RegionKind,
  words: readonly string[],
  system: FigureSystem,
  least: number,
  most = Number.POSITIVE_INFINITY,
): readonly Bare[] | undefined {
  const points = pointsOf(words, system);
  return points && points.length >= least && points.length <= most
    ? [{ kind, points, sizes: [], angle: 0 }]
    : undefined;
}

/** A centre, sizes, and an angle if there is one. */
function sizedOf(
  kind: RegionKind,
  words: readonly string[],
  system: FigureSystem,
  count: number,
): readonly Bare[] | undefined {
  const points = pointsOf(words.slice(0, 2), system);
  const sizes = sizesOf(words.slice(2, 2 + count), system);
  const angle = angleOf(words[2 + count] ?? "0");
  return points?.length === 1 &&
    sizes?.length === count &&
    sizes.every(({ value }) => value > 0) &&
    angle !== undefined
    ? [{ kind, points, sizes, angle }]
    : undefined;
}

function sizesOf(words: readonly string[], system: FigureSystem): readonly FigureSize[] | undefined {
  const sizes = words.flatMap((word) => sizeOf(word, system) ?? []);
  return sizes.length === words.length ? sizes : undefined;
}

/** One between each radius and the next; `n=4` means radii at equal distances. */
function annuliOf(words: readonly string[], system: FigureSystem): readonly Bare[] | string | undefined {
  const points = pointsOf(words.slice(0, 2), system);
  const count = /^n=(\d+)$/i.exec(words.at(-1) ?? "")?.[1];
  const given = sizesOf(words.slice(2, count === undefined ? undefined : -1), system);
  const [first, last] = given ?? [];
  if (Number(count ?? 0) > MOST_RINGS) {
    return `“annulus” has more than ${MOST_RINGS} rings`;
  }
  const radii =
    count !== undefined && first && last && given?.length === 2
      ? Array.from({ length: Number(count) + 1 }, (_, i) => ({
          ...last,
          value: first.value + ((last.value - first.value) * i) / Number(count),
        }))
      : given;
  const isGrowing = radii?.every(({ value }, i) => i === 0 || value > (radii[i - 1]?.value ?? 0));
  return points?.length === 1 && radii && isGrowing
    ? radii.slice(1).flatMap((outer, i): Bare[] => {
        const inner = radii[i];
        return inner ? [{ kind: "annulus", points, sizes: [inner, outer], angle: 0 }] : [];
      })
    : undefined;
}

/** An arrow as the line that it lies on. */
function vectorOf(words: readonly string[], system: FigureSystem): readonly Bare[] | string | undefined {
  const [start] = pointsOf(words.slice(0, 2), system) ?? [];
  const length = sizeOf(words[2] ?? "", system);
  const angle = angleOf(words[3] ?? "");
  if (!start || !length || angle === undefined) {
    return undefined;
  }
  if (system !== "pixel" || length.unit !== "pixel") {
    return "“vector” on the sky is not drawn here";
  }
  const radians = (angle * Math.PI) / 180;
  const end = {
    x: start.x + length.value * Math.cos(radians),
    y: start.y + length.value * Math.sin(radians),
  };
  return [{ kind: "line", points: [start, end], sizes: [], angle: 0 }];
}
