/**
 * Lines of other open files on the chart of a line: through the same position on the sky where both are cubes with a WCS and the line runs across
 * their planes, and else as their own tabs show them; in the unit and over the axis of the first line.
 */

import type { ValueRange } from "@asdf-wasm/science/elements/values";
import { spectralConversion } from "@asdf-wasm/science/format/units";
import type { ArrayNode } from "../../protocol/facts.ts";
import type { Line } from "../../protocol/lines.ts";
import { problemOf } from "../../protocol/notices.ts";
import type { ImageElsewhere } from "../../state/elsewhere.ts";
import { skyMapOf } from "../../state/sky/skyMap.ts";
import { commonFrame, placeOnStage } from "../../state/skyPlace.ts";
import type { ViewHost } from "../../state/view.ts";
import { WorldModel } from "../../state/world.ts";
import { factorBetween, levelsOf } from "../section/commonUnit.ts";
import { binsForScreen, type LineChoice, usualAxis } from "./lineChoice.ts";

const AIR = "air";

/** The line of another file; or why there is none. */
export interface BesideLine {
  readonly source: ImageElsewhere;
  readonly line?: Line;
  readonly problem?: string;
}

/** The line on the stage, as it was read. */
interface Own {
  readonly host: ViewHost;
  readonly choice: LineChoice;
  readonly line: Line;
  /** The axis that is chosen in the tab of a file. */
  readonly axisOf: (host: ViewHost) => number | undefined;
}

export function linesElsewhere(
  own: Own,
  sources: readonly ImageElsewhere[],
  window: ValueRange | undefined,
  signal: AbortSignal,
): Promise<readonly BesideLine[]> {
  const lines = sources.map(async (source): Promise<BesideLine> => {
    try {
      return { source, line: await lineElsewhere(own, source, window, signal) };
    } catch (cause) {
      signal.throwIfAborted();
      return { source, problem: problemOf(cause) };
    }
  });
  return Promise.all(lines);
}

/** Throws a sentence where it cannot be put on the chart. */
async function lineElsewhere(
  own: Own,
  { node, name, neighbour: { host } }: ImageElsewhere,
  window: ValueRange | undefined,
  signal: AbortSignal,
): Promise<Line> {
  const choice = await choiceIn(host, node, own);
  const read = async (window?: ValueRange): Promise<Line> => {
    const request = { ...choice, window, bins: binsForScreen() };
    const [line] = await host.request(signal, (worker, signal) => worker.array.lines([request], signal));
    if (!line) {
      throw new Error("there is no line");
    }
    return line;
  };
  const whole = await read();
  const [along, back] = [axisBetween(whole, own.line), axisBetween(own.line, whole)];
  const levels = async (host: ViewHost, node: number, unit: string | undefined) => ({
    ...(await levelsOf(host, node, signal)),
    unit,
  });
  const factor = factorBetween(
    await levels(host, node.id, whole.unit),
    await levels(own.host, own.choice.node, own.line.unit),
  );
  if (factor === undefined) {
    const [from, to] = [whole, own.line].map(({ unit }) => unit || "no unit");
    throw new RangeError(`its values are in ${from}, which cannot be converted to ${to}`);
  }
  const ends = window && [back(window.min), back(window.max)];
  const part = ends && { min: Math.min(...ends), max: Math.max(...ends) };
  const line = part && whole.thinned ? await read(part) : whole;
  return { ...converted(line, own.line, along, factor), name: `${name}: ${line.name}` };
}

/** Where the line of another file runs. */
async function choiceIn(host: ViewHost, node: ArrayNode, own: Own): Promise<LineChoice> {
  const { section } = host;
  const { shape } = node.array;
  const isAcross = !own.host.section.current.peek().axes.includes(own.choice.axis);
  const across = isAcross
    ? shape.findIndex((length, axis) => length > 1 && !section.current.peek().axes.includes(axis))
    : -1;
  const usual = across < 0 ? usualAxis(shape, section) : across;
  const axis = Math.min(own.axisOf(host) ?? usual, shape.length - 1);
  const part = host.part.peek();
  const known = host.model(WorldModel).facts.peek()?.path;
  const choices = known ? [] : await host.ask((worker) => worker.wcs.beside(node.id));
  const wcs = known ?? choices?.find(({ isBest }) => isBest)?.path;
  const at = (await atSamePosition(own, host, node, axis)) ?? section.at.peek();
  return { node: node.id, axis, at, part, wcs };
}

/** The index of the pixel at the position of the line on the stage; undefined where one of both lines does not run across an image of the sky. */
async function atSamePosition(
  { host, choice }: Own,
  other: ViewHost,
  node: ArrayNode,
  axis: number,
): Promise<readonly number[] | undefined> {
  const [here, there] = [await placeOnStage(host, choice.node), await placeOnStage(other, node.id)];
  const [map, its] = [skyMapOf(here), skyMapOf(there)];
  const frame = here && there && commonFrame(here.facts, there.facts);
  const isAcross = !(here?.at.section.axes.includes(choice.axis) || there?.at.section.axes.includes(axis));
  if (!(here && there && map && its && frame && isAcross)) {
    return undefined;
  }
  const [rows = 0, columns = 1] = here.at.section.axes;
  const sky = await map.toSky(Float64Array.of(choice.at[columns] ?? 0, choice.at[rows] ?? 0), frame);
  const [x = Number.NaN, y = Number.NaN] = (await its.toPixels(sky, frame)).map(Math.round);
  const [itsRows = 0, itsColumns = 1] = there.at.section.axes;
  const isIn = (at: number, length = 0) => at >= 0 && at < length;
  if (!(isIn(x, node.array.shape[itsColumns]) && isIn(y, node.array.shape[itsRows]))) {
    throw new RangeError("the position of the line is not in it");
  }
  return other.section.at.peek().with(itsColumns, x).with(itsRows, y);
}

/** From coordinates of one line to those of another. */
function axisBetween(one: Line, other: Line): (value: number) => number {
  const [name, others] = [one, other].map(({ along, alongUnit }) =>
    along === undefined ? "an index" : `${along}${alongUnit ? ` in ${alongUnit}` : ""}`,
  );
  const units = [one, other].map(({ alongUnit }) => alongUnit ?? "");
  const isSame = units[0] === units[1] && (one.along === undefined) === (other.along === undefined);
  const found =
    one.along !== undefined && other.along !== undefined && units.every(Boolean)
      ? spectralConversion(units[0] ?? "", units[1] ?? "")
      : undefined;
  const convert = isSame ? (value: number) => value : found;
  if (!convert || areMixed(definitionOf(one), definitionOf(other))) {
    throw new RangeError(`its axis is ${name}, which cannot be converted to ${others}`);
  }
  return convert;
}

/** Of what kind the coordinates are, where their unit does not tell: wavelengths in air, and velocities by definitions of FITS. */
function definitionOf({ along = "" }: Line): string | undefined {
  return /air|awav/i.test(along) ? AIR : /^(vrad|vopt|velo|zopt|beta)\b/i.exec(along)?.[1]?.toLowerCase();
}

/** Wavelengths are in vacuum unless they say otherwise; velocities may be of any kind unless they do. */
function areMixed(one: string | undefined, other: string | undefined): boolean {
  return one !== other && (one === AIR || other === AIR || (one !== undefined && other !== undefined));
}

/** The line with the axis and in the unit of the first. */
function converted(line: Line, own: Line, along: (value: number) => number, factor: number): Line {
  const ends = [along(line.extent.min), along(line.extent.max)] as const;
  const isTurned = ends[0] > ends[1];
  const laid = (values: Float64Array<ArrayBuffer>) => (isTurned ? values.toReversed() : values);
  const scaled = (values: Float64Array<ArrayBuffer>) => laid(values).map((value) => value * factor);
  const x = laid(line.x).map(along);
  const { along: name, alongUnit, axisName, unit } = own;
  return {
    ...line,
    ...{ along: name, alongUnit, axisName, unit, x, y: scaled(line.y) },
    error: line.error && scaled(line.error),
    extent: { min: Math.min(...ends), max: Math.max(...ends) },
    leastPositive: Math.min(...x.filter((value) => value > 0), Number.POSITIVE_INFINITY),
  };
}
