/** The keywords of an array's WCS for the part of it that is exported, or why there are none. */

import type { Content } from "@asdf-wasm/science/export/content";
import type { Card } from "@asdf-wasm/science/export/fits/cards";
import { centresIn } from "@asdf-wasm/science/export/wcs/centres";
import { keywordsOf } from "@asdf-wasm/science/export/wcs/keywords";
import { linearAxis } from "@asdf-wasm/science/export/wcs/spectral";
import { firstSection, type Section } from "@asdf-wasm/science/sections/section";
import type { ArrayPart } from "../../../protocol/exports.ts";
import type { OpenFile } from "../../opened.ts";
import type { Coordinates } from "../../wcs/coordinates.ts";

export interface Celestial {
  /** None if the WCS cannot be written as keywords. */
  readonly cards: readonly Card[];
  readonly remark: string;
}

const NONE = "The file gets no WCS: ";

export async function celestial(
  { file, nodes, world: { coordinates } }: OpenFile,
  part: ArrayPart,
  path: string,
  { shape, corner: [x, y] }: Content,
  signal: AbortSignal,
): Promise<Celestial> {
  const all = nodes.array(part.node).shape;
  const section = part.section ?? firstSection(all);
  const at = { node: part.node, path, section };
  const { facts, problem } = await coordinates.describe(at);
  if (!facts || section.axes.length < 2) {
    return { cards: [], remark: `${NONE}${problem?.message ?? "it has only one axis."}` };
  }
  if (!facts.sky?.isOnStage) {
    return { cards: [], remark: `${NONE}its two axes are not a position on the sky.` };
  }
  if (!part.section && !(await isSteady(coordinates, at, all))) {
    return { cards: [], remark: `${NONE}positions change along the other axes. Choose a section.` };
  }
  signal.throwIfAborted();
  const reference = facts.frames.at(-1)?.reference ?? "";
  const celestialFrame = facts.frames.findLast(({ reference }) => reference !== "");
  const window = { x, y, width: shape.at(-1) ?? 0, height: shape.at(-2) ?? 0 };
  const found = await keywordsOf(
    (points) => coordinates.toSky(at, points, "own"),
    celestialFrame?.reference ?? reference,
    window,
    centresIn(file.get(path)),
  );
  if (!found) {
    return { cards: [], remark: `${NONE}FITS keywords do not give its positions to a millionth of a pixel.` };
  }
  const others = part.section ? [] : [...all.keys()].slice(0, -2);
  const alongAxis = (section: Section, axis: number, indices: Float64Array) =>
    coordinates.alongAxis({ ...at, section }, axis, indices);
  const axes = await Promise.all(others.map((axis) => linearAxis(alongAxis, section, all, axis)));
  const left = others.filter((_, i) => axes[i]?.length === 0);
  const isSip = found.cards.some(([keyword]) => keyword === "A_ORDER");
  const pixels = left.length > 0 ? ` Along axis ${left.join(", ")} it counts pixels.` : "";
  return {
    cards: [...found.cards, ...axes.flat()],
    remark: `WCS as ${isSip ? "TAN-SIP" : "TAN"}, exact to ${precision(found.error)} pixels.${pixels}`,
  };
}

/** Whether positions are the same in the first and the last section. */
async function isSteady(
  coordinates: Coordinates,
  at: { readonly node: number; readonly path: string; readonly section: Section },
  shape: readonly number[],
): Promise<boolean> {
  const last = shape.map((length, axis) => (axis < shape.length - 2 ? length - 1 : 0));
  if (last.every((index) => index === 0)) {
    return true;
  }
  const [height = 1, width = 1] = shape.slice(-2);
  const points = Float64Array.of(0, 0, width - 1, height - 1, (width - 1) / 2, (height - 1) / 2);
  const [first, other] = await Promise.all([
    coordinates.toSky(at, points, "own"),
    coordinates.toSky({ ...at, section: { ...at.section, index: last } }, points, "own"),
  ]);
  return first.every((value, i) => Object.is(value, other[i]) || Math.abs(value - (other[i] ?? 0)) < 1e-12);
}

/** Rounded up to a power of ten. */
function precision(error: number): string {
  return `10${superscript(Math.max(Math.ceil(Math.log10(Math.max(error, 1e-12))), -12))}`;
}

function superscript(exponent: number): string {
  return String(exponent).replace(/./g, (digit) =>
    digit === "-" ? "⁻" : ("⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)] ?? ""),
  );
}
