/** DS9 region files, written: in pixels of the image or on the sky, as DS9 4.1 and astropy's regions read them. */
import type { Position } from "../region.ts";
import { colorName } from "./colors.ts";
import type { Figure, FigureSize } from "./figure.ts";

const HEADER = `# Region file format: DS9 version 4.1
global color=green dashlist=8 3 width=1 font="helvetica 10 normal roman" select=1 highlite=1 dash=0 fixed=0 edit=1 move=1 delete=1 include=1 source=1
`;
/** Digits after the point: of pixels, degrees and arcseconds. */
const PIXEL_PLACES = 6;
const DEGREE_PLACES = 10;
const SECOND_PLACES = 6;

/** All figures must be of one system. */
export function writeReg(figures: readonly Figure[]): string {
  const system = figures[0]?.system ?? "pixel";
  const name = system === "pixel" ? "image" : system;
  return `${[`${HEADER}${name}`, ...figures.map(lineOf)].join("\n")}\n`;
}

function lineOf(figure: Figure): string {
  const { kind, color, name, excluded } = figure;
  const text = name === "" ? "" : ` text=${delimited(name)}`;
  const properties = `color=${colorName(color)}${text}`;
  const shape = `${excluded ? "-" : ""}${shapeOf(figure)}`;
  // Older versions of DS9 take the shapes that they do not have for comments.
  return kind === "polyline" ? `# ${shape} ${properties}` : `${shape} # ${properties}`;
}

function shapeOf({ kind, system, points, sizes, angle }: Figure): string {
  const isPixel = system === "pixel";
  const numbers = [
    ...points.flatMap((point) => coordinates(point, isPixel)),
    ...sizes.map(size),
    ...(kind === "ellipse" || kind === "box" ? [fixed(angle, PIXEL_PLACES)] : []),
  ];
  return `${kind === "polyline" ? "segment" : kind}(${numbers.join(",")})`;
}

/** DS9 counts from 1. */
function coordinates({ x, y }: Position, isPixel: boolean): readonly string[] {
  return isPixel
    ? [fixed(x + 1, PIXEL_PLACES), fixed(y + 1, PIXEL_PLACES)]
    : [fixed(x, DEGREE_PLACES), fixed(y, DEGREE_PLACES)];
}

function size({ value, unit }: FigureSize): string {
  return unit === "pixel" ? fixed(value, PIXEL_PLACES) : `${fixed(3600 * value, SECOND_PLACES)}"`;
}

function fixed(value: number, places: number): string {
  return String(Number(value.toFixed(places)));
}

/** In braces; a text that holds such, in quotes. Line breaks would end the command. */
function delimited(name: string): string {
  const line = name.replace(/\s+/g, " ");
  if (!/[{}]/.test(line)) {
    return `{${line}}`;
  }
  return line.includes('"') ? `'${line.replaceAll("'", "’")}'` : `"${line}"`;
}
