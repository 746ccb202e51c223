/**
 * The settings of the image as words of links: `limits=zscale`, or `limits=0.1,3.2` set manually; `stretch=asinh,0.02` with a
 * parameter; `colormap=viridis_r`, inverted as matplotlib names it; `zoom=2@1012.5,998`, about a point that counts pixels from 0 at
 * their centres, or `zoom=100px@1012.5,998`, with 100 pixels along the shorter side of the window; `shrink=maximum`, of elements
 * that share a pixel; `rotate=90`, clockwise, after `flip=x`; `smooth` and `bin` as in filters.ts. Only what differs from the default
 * is written, and numbers in as many digits as a picture needs.
 */

import type { Filter } from "@asdf-wasm/science/compute/reductions";
import type { DisplayLimits } from "@asdf-wasm/science/elements/values";
import type { ColormapName, Shrinking } from "asdf-wasm/image";
import type { IntervalName } from "../../../protocol/plane.ts";
import { inDigits, numberIn, rangeIn, rangeText, type Words } from "../../../state/linked.ts";

import type { Orientation } from "../camera/camera.ts";
import { SIDES, type Sight } from "../camera/viewpoint.ts";
import { COLORMAPS, INTERVALS, SHRINKINGS, STRETCHES } from "../display/choices.ts";
import { type Color, fromHex, inHex } from "../display/colors.ts";
import { CONTRAST, NO_NUMBER, type Parametric, type StretchChoice, USUAL } from "../display/displayModel.ts";
import { filterIn, filterWords } from "./filters.ts";

/** What may be shown beside or over the image. */
export const AIDS = ["adjust", "cuts", "magnifier", "overview", "values"] as const;
export type Aid = (typeof AIDS)[number];
const USUAL_AIDS: readonly Aid[] = ["overview", "values"];
const USUAL_SIDE = 5;

export interface ImageSettings extends Orientation {
  readonly interval: IntervalName | "manual";
  /** Limits that are set manually. */
  readonly manual?: DisplayLimits | undefined;
  /** Whether limits are computed from the whole array. */
  readonly shared: boolean;
  readonly stretch: StretchChoice;
  /** The stretch's parameter, if it has one that was chosen. */
  readonly parameter?: number | undefined;
  readonly colormap: ColormapName;
  readonly inverted: boolean;
  readonly contrast: number;
  readonly bias: number;
  readonly nan: Color;
  /** What elements that share a pixel of the screen become. */
  readonly shrinking: Shrinking;
  /** Undefined while the image is fitted into the window. */
  readonly sight?: Sight | undefined;
  readonly aids: readonly Aid[];
  /** The side of the square that the readout summarises. */
  readonly side: number;
  /** Smoothing and binning. */
  readonly filter?: Filter | undefined;
}

/** The stretches with a parameter. The package lists them too, but is loaded with the first image. */
const PARAMETRIC: Readonly<Record<Parametric, true>> = {
  ...{ log: true, asinh: true, sinh: true, power: true, powerdist: true },
};

export const USUAL_SETTINGS: ImageSettings = {
  interval: USUAL,
  shared: false,
  stretch: "asinh",
  colormap: "gray",
  inverted: false,
  contrast: 1,
  bias: 0.5,
  nan: NO_NUMBER,
  shrinking: "mean",
  angle: 0,
  mirrored: false,
  aids: USUAL_AIDS,
  side: USUAL_SIDE,
};

const NAMES = [
  ...["limits", "same", "stretch", "colormap", "contrast", "bias", "nan", "shrink"],
  ...["zoom", "rotate", "flip", "show", "hide", "box", "smooth", "bin"],
] as const;
export const SETTING_NAMES: readonly string[] = NAMES;

export function wordsOf(settings: ImageSettings): Words {
  return Object.fromEntries(
    Object.entries(allWords(settings)).filter(([name, text]) => text !== USUAL_WORDS[name]),
  );
}

function allWords(settings: ImageSettings): Words {
  return {
    limits: limitsText(settings),
    same: settings.shared ? "limits" : "",
    stretch: stretchText(settings),
    colormap: settings.colormap + (settings.inverted ? "_r" : ""),
    contrast: inDigits(settings.contrast, 6),
    bias: inDigits(settings.bias, 6),
    nan: inHex(settings.nan).slice(1),
    shrink: settings.shrinking,
    zoom: settings.sight ? sightText(settings.sight) : "",
    rotate: String(Number(settings.angle.toFixed(6)) % 360),
    flip: settings.mirrored ? "x" : "",
    show: settings.aids.filter((aid) => !USUAL_AIDS.includes(aid)).join(),
    hide: USUAL_AIDS.filter((aid) => !settings.aids.includes(aid)).join(),
    box: String(settings.side),
    ...filterWords(settings.filter ?? {}),
  };
}

const USUAL_WORDS = allWords(USUAL_SETTINGS);

/** The settings that words mean. What makes no sense means the default. */
export function settingsOf(words: Words): ImageSettings {
  const [stretch, parameter] = stretchIn(words["stretch"]);
  const manual = rangeIn(words["limits"]);
  const shown = listed(words["show"]);
  const hidden = listed(words["hide"]);
  return {
    interval: manual ? "manual" : (nameIn(INTERVALS, words["limits"]) ?? USUAL_SETTINGS.interval),
    manual,
    shared: words["same"] === "limits",
    stretch,
    parameter,
    ...colormapIn(words["colormap"]),
    contrast: within(words["contrast"], CONTRAST.least, CONTRAST.most) ?? USUAL_SETTINGS.contrast,
    bias: within(words["bias"], 0, 1) ?? USUAL_SETTINGS.bias,
    nan: /^[\da-f]{6}$/i.test(words["nan"] ?? "") ? fromHex(`#${words["nan"]}`) : NO_NUMBER,
    shrinking: nameIn(SHRINKINGS, words["shrink"]) ?? USUAL_SETTINGS.shrinking,
    sight: sightIn(words["zoom"]),
    angle: within(words["rotate"], 0, 360) ?? 0,
    mirrored: words["flip"] === "x",
    aids: AIDS.filter((aid) => (USUAL_AIDS.includes(aid) ? !hidden.includes(aid) : shown.includes(aid))),
    side: SIDES.find((side) => String(side) === words["box"]) ?? USUAL_SIDE,
    filter: filterIn(words),
  };
}

function limitsText({ interval, manual }: ImageSettings): string {
  return interval === "manual" && manual ? rangeText(manual) : interval === "manual" ? USUAL : interval;
}

function stretchText({ stretch, parameter }: ImageSettings): string {
  return parameter === undefined ? stretch : `${stretch},${inDigits(parameter, 6)}`;
}

function stretchIn(text = ""): [StretchChoice, number | undefined] {
  const [name, number] = text.split(",");
  const stretch = nameIn(STRETCHES, name) ?? USUAL_SETTINGS.stretch;
  const parameter = numberIn(number);
  const isUsed = parameter !== undefined && parameter > 0 && isParametric(stretch);
  return [stretch, isUsed ? parameter : undefined];
}

export function isParametric(stretch: StretchChoice): stretch is Parametric {
  return Object.hasOwn(PARAMETRIC, stretch);
}

function colormapIn(text = ""): Pick<ImageSettings, "colormap" | "inverted"> {
  const known = COLORMAPS.flatMap(([, names]) => names);
  const inverted = text.endsWith("_r");
  const colormap = known.find((name) => name === (inverted ? text.slice(0, -2) : text));
  return colormap ? { colormap, inverted } : { colormap: USUAL_SETTINGS.colormap, inverted: false };
}

/** The point in hundred-thousandths of a pixel, or finer where pixels are large on the screen. */
function sightText({ x, y, ...closely }: Sight): string {
  const isAcross = "across" in closely;
  const decimals = isAcross || closely.zoom > 16 ? 6 : 5;
  return `${isAcross ? `${inDigits(closely.across, 8)}px` : inDigits(closely.zoom, 8)}@${[x, y].map((at) => Number((at - 0.5).toFixed(decimals))).join()}`;
}

function sightIn(text = ""): Sight | undefined {
  const [factor, point = ""] = text.split("@");
  const across = factor?.endsWith("px") === true;
  const size = numberIn(across ? factor.slice(0, -2) : factor);
  const [x, y, ...more] = point.split(",").map(numberIn);
  const isWhole = size !== undefined && size > 0 && x !== undefined && y !== undefined && more.length === 0;
  return isWhole ? { x: x + 0.5, y: y + 0.5, ...(across ? { across: size } : { zoom: size }) } : undefined;
}

function nameIn<T extends string>(choices: readonly (readonly [T, string])[], text: string | undefined) {
  const found = choices.find(([name]) => name === text)?.[0];
  return found === "manual" ? undefined : found;
}

function within(text: string | undefined, least: number, most: number): number | undefined {
  const number = numberIn(text);
  return number !== undefined && number >= least && number <= most ? number : undefined;
}

function listed(text = ""): readonly string[] {
  return text.split(",");
}
