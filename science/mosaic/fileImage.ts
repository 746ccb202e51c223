/**
 * The image of a file with what belongs to it: its WCS, unit and background, the factor to MJy/sr, and the pixels that are not to be used.
 */
import {
  AsdfError,
  type AsdfFile,
  arrayOf,
  hdusBeside,
  isMap,
  NdArray,
  type TreeValue,
  toQuantity,
} from "asdf-wasm";
import { DO_NOT_USE } from "../elements/flags.ts";
import { isSameShape } from "../elements/shapes.ts";
import { type Calibration, calibrationOf, fluxScale, member, romanUnit } from "../measure/flux.ts";
import { MosaicError } from "./grid.ts";
import type { Levels, SkyImage } from "./skyImage.ts";

/** Which image of a file, and what it is called. */
export interface FileImageOptions {
  /** The path of the array; by default the path of the image that the viewer shows first. */
  readonly path?: string | undefined;
  readonly name?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The image of a file, and where it is there. */
export interface FileImage extends SkyImage {
  readonly path: string;
  /** The node of the tree that is its WCS; undefined for the keywords of a FITS file. */
  readonly node?: TreeValue | undefined;
}

/**
 * The image of a file, for `reproject` and `mosaic`. Pixels with the flag DO_NOT_USE in the `dq` of Roman and JWST do not count.
 *
 * @throws MosaicError if there is no image
 */
export async function imageOf(
  file: AsdfFile,
  { path, name, signal }: FileImageOptions = {},
): Promise<FileImage> {
  const found = path ?? file.mainImage()?.path;
  const node = found === undefined ? undefined : file.get(found);
  const array = arrayOf(node) ?? quantity(node)?.value;
  if (found === undefined || !(array instanceof NdArray)) {
    throw new MosaicError(`there is no image${path === undefined ? "" : ` at \`${path}\``}`);
  }
  if (array.error) {
    throw array.error;
  }
  const { cards, around } = calibrationOf(file, found, array.hdu);
  const flags = flagsOf(file, found, array, around, cards);
  return {
    path: found,
    name,
    array,
    ...levelsOf(file, found, array),
    flags: flags && { array: flags, bits: DO_NOT_USE },
    ...(await wcsOf(file, array, found, signal)),
  };
}

/** Arrays beside an image, in which there is no level of the sky. */
const BESIDE = /^(err|dq|var|wht|weight|con|context)(_|\d|$)/i;

/** What its values are: their unit, factors to others, and the level of the sky. */
export function levelsOf(file: AsdfFile, path: string, array: NdArray): Levels {
  const calibration = calibrationOf(file, path, array.hdu);
  const holder = file.get(path.replace(/\/value$/, ""));
  const unit = quantity(holder)?.unit ?? quantity(array)?.unit ?? romanUnit(calibration);
  const scale = fluxScale({ unit, ...calibration });
  return {
    unit,
    factors: scale?.area === undefined ? {} : { "MJy/sr": scale.jansky / scale.area / 1e6 },
    background: BESIDE.test(calibration.name)
      ? undefined
      : backgroundOf(calibration.around, calibration.cards),
  };
}

/** The WCS, or why it cannot be had. */
async function wcsOf(
  file: AsdfFile,
  array: NdArray,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Pick<FileImage, "wcs" | "problem" | "node">> {
  const [first, ...others] = file.wcsChoices(array, path);
  if (!first?.isBest) {
    const problem =
      first && others.length > 0 ? "it has several WCS, none of which is the obvious one" : undefined;
    return { wcs: undefined, problem };
  }
  try {
    return { wcs: await file.wcs(first.path, { signal }), node: file.get(first.path) };
  } catch (thrown) {
    if (thrown instanceof AsdfError && thrown.code !== "aborted") {
      return { wcs: undefined, problem: `its WCS cannot be evaluated: ${thrown.message}` };
    }
    throw thrown;
  }
}

function quantity(node: TreeValue | undefined) {
  try {
    return node === undefined ? undefined : toQuantity(node);
  } catch {
    return undefined;
  }
}

function cardOf(cards: Calibration["cards"], keyword: string): unknown {
  return cards.flat().find((card) => card.keyword === keyword)?.value;
}

/** The level of the sky that is still in the values. */
function backgroundOf(around: Calibration["around"], cards: Calibration["cards"]): number | undefined {
  const known = around.map((map) => member(map, "meta", "background")).find(isMap);
  const [level, isSubtracted] = known
    ? [member(known, "level"), member(known, "subtracted")]
    : [cardOf(cards, "BKGLEVEL"), cardOf(cards, "BKGSUB")];
  const value = typeof level === "number" ? level : quantity(level as TreeValue | undefined)?.value;
  return typeof value === "number" && isSubtracted !== true && value > -99_999 ? value : undefined;
}

/** The data-quality array beside an image of an observatory whose bit 0 means DO_NOT_USE. */
function flagsOf(
  file: AsdfFile,
  path: string,
  array: NdArray,
  around: Calibration["around"],
  cards: Calibration["cards"],
): NdArray | undefined {
  const telescopes = [cardOf(cards, "TELESCOP"), ...around.map((map) => member(map, "meta", "telescope"))];
  if (!telescopes.some((name) => /^(JWST|ROMAN)$/i.test(String(name)))) {
    return undefined;
  }
  const own = array.hdu === undefined ? undefined : file.hdus[array.hdu];
  const beside = own && hdusBeside(file.hdus, own).find(({ name }) => name === "DQ")?.data;
  const sibling = file.get(path.replace(/[^/]+$/, "dq"));
  const flags = beside ?? (sibling instanceof NdArray ? sibling : undefined);
  return flags && isSameShape(flags.shape, array.shape) && !flags.error ? flags : undefined;
}
