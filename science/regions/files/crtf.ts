/**
 * Region files of CASA (CRTF, https://casadocs.readthedocs.io/en/stable/notebooks/image_analysis.html#Region-File-Format), read and written:
 * shapes with their names and colours. Pixels are counted from 0. Ranges of frequencies and polarisations are not read. Polylines are as
 * CARTA has them.
 */

import { COLOR, LONGEST_NAME, NAME_CUT, PointBudget } from "../linkText.ts";
import type { Position, RegionKind } from "../region.ts";
import { coordinateOf } from "./angles.ts";
import { colorName, colorOf } from "./colors.ts";
import type { Figure, FigureSize, FigureSystem, FileProblem, RegionFile } from "./figure.ts";

/** The systems by their names in files; those of older equinoxes are not supported. */
const SYSTEMS: ReadonlyMap<string, FigureSystem> = new Map([
  ["IMAGE", "pixel"],
  ["ICRS", "icrs"],
  ["J2000", "fk5"],
  ["GALACTIC", "galactic"],
]);

/** The kinds by the names of shapes. */
const KINDS: ReadonlyMap<string, RegionKind> = new Map([
  ["symbol", "point"],
  ["point", "point"],
  ["text", "point"],
  ["line", "line"],
  ["vector", "line"],
  ["polyline", "polyline"],
  ["poly", "polygon"],
  ["circle", "circle"],
  ["annulus", "annulus"],
  ["ellipse", "ellipse"],
  ["centerbox", "box"],
  ["rotbox", "box"],
  ["box", "box"],
]);

const DEGREES: Readonly<Record<string, number>> = {
  deg: 1,
  rad: 180 / Math.PI,
  arcmin: 1 / 60,
  arcsec: 1 / 3600,
  "'": 1 / 60,
  '"': 1 / 3600,
};
const QUANTITY = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?) ?(deg|rad|arcmin|arcsec|pix|'|")$/i;
const SHAPE = /^([+-]?) ?(?:ann )?([a-z]+) ?(?=\[)/i;
const PROPERTY = /\b(\w+) ?= ?(?:'([^']*)'|"([^"]*)"|\[[^\]]*(?:\]|$)|([^,\s]*))/g;

/** Whether a text is a file of CASA's. */
export function isCrtf(text: string): boolean {
  return /^\s*#CRTF/i.test(text);
}

export function readCrtf(text: string): RegionFile {
  const figures: Figure[] = [];
  const problems: FileProblem[] = [];
  const budget = new PointBudget();
  let standard: ReadonlyMap<string, string> = new Map();
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = raw.trim().replace(/\s+/g, " ");
    if (/^global\b/i.test(line)) {
      standard = new Map([...standard, ...propertiesIn(line)]);
    } else if (line !== "" && !line.startsWith("#")) {
      const found = figureIn(line, standard);
      if (typeof found === "string") {
        problems.push({ line: index + 1, message: found });
      } else if (budget.takes(found.points.length)) {
        figures.push({ ...found, name: found.name.slice(0, LONGEST_NAME) });
        if (found.name.length > LONGEST_NAME) {
          problems.push({ line: index + 1, message: NAME_CUT });
        }
      }
    }
  }
  return { figures, problems, leftOut: budget.leftOut };
}

/** The figure of a line, or why it has none. */
function figureIn(line: string, standard: ReadonlyMap<string, string>): Figure | string {
  const [start = "", minus, name = ""] = SHAPE.exec(line) ?? [];
  const kind = KINDS.get(name.toLowerCase());
  if (!kind) {
    return name ? `“${name.slice(0, 40)}” is a shape that is not drawn here` : "this is no shape";
  }
  const end = endOf(line, start.length);
  const properties = new Map([...standard, ...propertiesIn(line.slice(end))]);
  const coordinates = (properties.get("coord") ?? "J2000").toUpperCase();
  const [groups, rest] = argumentsIn(line.slice(start.length + 1, end - 1));
  const isPixel = /pix$/i.test(groups[0]?.[0] ?? "");
  const system = isPixel ? "pixel" : SYSTEMS.get(coordinates);
  if (!system) {
    return `positions in “${coordinates.slice(0, 40)}” cannot be converted`;
  }
  const bare = bareOf(name.toLowerCase(), kind, groups, rest, system);
  const label = name.toLowerCase() === "text" ? rest[0]?.replace(/^['"]|['"]$/g, "") : undefined;
  const color = properties.get("color") ?? "";
  return bare
    ? {
        ...bare,
        system,
        name: (properties.get("label") ?? label ?? "").trim(),
        color: colorOf(color) ?? colorOf(`#${color}`) ?? COLOR,
        ...(minus === "-" && { excluded: true }),
      }
    : `“${name}” needs other numbers, each with its unit`;
}

function bareOf(
  name: string,
  kind: RegionKind,
  groups: readonly (readonly string[])[],
  rest: readonly string[],
  system: FigureSystem,
): Pick<Figure, "kind" | "points" | "sizes" | "angle"> | undefined {
  const hasPoints = ["point", "line", "polyline", "polygon"].includes(kind) || name === "box";
  const points = (hasPoints ? groups : groups.slice(0, 1)).map((group) => pointOf(group, system));
  // In a group, or alone.
  const sizes = (hasPoints ? [] : (groups[1] ?? rest.slice(0, 1))).map(sizeOf);
  const angle = name === "ellipse" || name === "rotbox" ? angleOf(rest[0] ?? "0deg") : 0;
  const known = points.filter((point) => point !== undefined);
  const lengths = sizes.filter((size) => size !== undefined);
  const [least, most] = COUNTS[name] ?? COUNTS[kind] ?? [1, 1];
  const wanted = hasPoints ? 0 : kind === "circle" ? 1 : 2;
  const isWhole = known.length === points.length && known.length >= least && known.length <= most;
  if (!isWhole || lengths.length !== wanted || sizes.length !== wanted || angle === undefined) {
    return undefined;
  }
  const [first, second] = known;
  if (name === "box" && first && second) {
    return boxBetween(first, second, system);
  }
  // The first axis of an ellipse is the one to the north.
  return { kind, points: known, sizes: kind === "ellipse" ? lengths.toReversed() : lengths, angle };
}

const COUNTS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  line: [2, 2],
  box: [2, 2],
  centerbox: [1, 1],
  rotbox: [1, 1],
  polyline: [2, Infinity],
  polygon: [3, Infinity],
};

/** On the sky, sides along circles of latitude and longitude are not those of a box: its corners are kept. */
function boxBetween(one: Position, other: Position, system: FigureSystem) {
  const [x, y] = [(one.x + other.x) / 2, (one.y + other.y) / 2];
  const size = (value: number): FigureSize => ({ value: Math.abs(value), unit: "pixel" });
  return system === "pixel"
    ? ({
        kind: "box",
        points: [{ x, y }],
        sizes: [size(one.x - other.x), size(one.y - other.y)],
        angle: 0,
      } as const)
    : ({
        kind: "polygon",
        points: [one, { x: other.x, y: one.y }, other, { x: one.x, y: other.y }],
        sizes: [],
        angle: 0,
      } as const);
}

/** Behind the bracket that closes the one at an index. */
function endOf(line: string, from: number): number {
  let [depth, quote] = [0, ""];
  for (let at = from; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (quote !== "") {
      quote = character === quote ? "" : quote;
    } else if (/['"]/.test(character) && /[,[] ?$/.test(line.slice(Math.max(at - 2, 0), at))) {
      // Behind numbers these are units of angles.
      quote = character;
    } else {
      depth += character === "[" ? 1 : character === "]" ? -1 : 0;
      if (depth === 0) {
        return at + 1;
      }
    }
  }
  return line.length;
}

/** The groups in brackets, and what is not in any. */
function argumentsIn(
  text: string,
): readonly [groups: readonly (readonly string[])[], rest: readonly string[]] {
  const words = (list: string) => list.split(",").flatMap((word) => word.trim() || []);
  const groups = Array.from(text.matchAll(/\[([^[\]]*)\]/g), ([, list = ""]) => words(list));
  const rest = text.replace(/\[[^[\]]*\]/g, "").replace(/^[,\s]+/, "");
  return [groups, /^['"]/.test(rest) ? [rest] : words(rest)];
}

function propertiesIn(text: string): ReadonlyMap<string, string> {
  const found = Array.from(text.matchAll(PROPERTY), ([, name = "", single, double, plain = ""]) => {
    return [name.toLowerCase(), single ?? double ?? plain] as const;
  });
  return new Map(found);
}

function pointOf(words: readonly string[], system: FigureSystem): Position | undefined {
  const [x = Number.NaN, y = Number.NaN] = words.map((word, axis) => {
    const { value, unit } = sizeOf(word.replace(/^-/, "")) ?? {};
    const sign = word.startsWith("-") ? -1 : 1;
    if (value !== undefined) {
      return (unit === "pixel") === (system === "pixel") ? sign * value : Number.NaN;
    }
    const sixtieths = word.replace(/^([+-]?\d+)\.(\d+)\.(\d+(?:\.\d*)?)$/, "$1d$2m$3s");
    return system === "pixel" || /^[+-]?[\d.]*$/.test(sixtieths)
      ? Number.NaN
      : (coordinateOf(sixtieths, axis, system) ?? Number.NaN);
  });
  return words.length === 2 && Number.isFinite(x + y) ? { x, y } : undefined;
}

function sizeOf(word: string): FigureSize | undefined {
  const [, number, unit = ""] = QUANTITY.exec(word) ?? [];
  const isPixel = unit.toLowerCase() === "pix";
  const value = Number(number) * (isPixel ? 1 : (DEGREES[unit.toLowerCase()] ?? Number.NaN));
  return value >= 0 ? { value, unit: isPixel ? "pixel" : "degree" } : undefined;
}

function angleOf(word: string): number | undefined {
  const { value, unit } = sizeOf(word.replace(/^-/, "")) ?? {};
  return value === undefined || unit === "pixel" ? undefined : word.startsWith("-") ? -value : value;
}

/** Decimal places of pixels, and of degrees. */
const PLACES = { pixel: 6, degree: 10 } as const;
const NAMES: ReadonlyMap<RegionKind, string> = new Map([
  ["point", "symbol"],
  ["polygon", "poly"],
  ["box", "rotbox"],
]);

/** All figures must be of one system, which `isInCrtf` has. */
export function writeCrtf(figures: readonly Figure[]): string {
  const system = figures[0]?.system ?? "pixel";
  const [name] = [...SYSTEMS].find(([, known]) => known === system) ?? [];
  return `${["#CRTFv0", `global coord=${name}`, ...figures.map(lineOf)].join("\n")}\n`;
}

/** Whether files of CASA have positions in a system. */
export function isInCrtf(system: FigureSystem): boolean {
  return [...SYSTEMS.values()].includes(system);
}

function lineOf({ kind, system, points, sizes, angle, color, name, excluded }: Figure): string {
  const at = system === "pixel" ? "pixel" : "degree";
  const places = points.map(({ x, y }) => `[${quantity(x, at)}, ${quantity(y, at)}]`);
  const lengths = sizes.map(({ value, unit }) => quantity(value, unit));
  const turned = `, ${quantity(angle, "degree")}`;
  const rest: Partial<Record<RegionKind, string>> = {
    point: ", +",
    circle: `, ${lengths}`,
    annulus: `, [${lengths.join(", ")}]`,
    box: `, [${lengths.join(", ")}]${turned}`,
    ellipse: `, [${lengths.toReversed().join(", ")}]${turned}`,
  };
  const shape = `${NAMES.get(kind) ?? kind}[${places.join(", ")}${rest[kind] ?? ""}]`;
  const label = name === "" ? "" : `, label=${quoted(name.replace(/\s+/g, " "))}`;
  return `${excluded ? "-" : ""}${shape}, color=${colorName(color)}${label}`;
}

function quantity(value: number, unit: FigureSize["unit"]): string {
  return `${Number(value.toFixed(PLACES[unit]))}${unit === "pixel" ? "pix" : "deg"}`;
}

/** Texts have no quotes of the kind that they are in. */
function quoted(name: string): string {
  return name.includes("'") && !name.includes('"') ? `"${name}"` : `'${name.replaceAll("'", "’")}'`;
}
