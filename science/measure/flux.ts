/**
 * What a sum of pixel values is as a flux density, where the unit and the metadata allow it: surface brightness times the area of a
 * pixel (`PIXAR_SR` and `PIXAR_A2` of JWST, `pixelarea_steradians`, Roman's `pixel_area`), Roman's count rates by
 * `conversion_megajanskys`, and counts of the Hubble Space Telescope by `PHOTFLAM` and `PHOTPLAM`.
 */
import { type AsdfFile, type Hdu, isMap, type TreeValue, tagOf, toQuantity } from "asdf-wasm";
import type { Flux, Photometry } from "./results.ts";

/** What one unit of a sum is. */
export interface FluxScale {
  /** In Jy. */
  readonly jansky: number;
  /** The AB magnitude of a sum of 1. */
  readonly zeroPoint: number;
  /** The keywords that it follows from. */
  readonly by: string;
  /** The area of a pixel in steradians, where the scale follows from it. */
  readonly area?: number | undefined;
}

/** What is known of an array: the cards of its HDU and of the primary one, and the maps around it, the nearest first. */
export interface Calibration {
  readonly unit: string | undefined;
  readonly cards: readonly Hdu["cards"][];
  readonly around: readonly TreeValue[];
  /** The key of the array in the nearest. */
  readonly name: string;
}

/** What a file says around an array: where it is, and the number of its HDU. */
export function calibrationOf(
  file: AsdfFile,
  path: string,
  hdu: number | undefined,
): Omit<Calibration, "unit"> {
  const keys = path.split("/");
  return {
    // The array of a quantity has the name of that.
    name:
      path
        .replace(/\/value$/, "")
        .split("/")
        .at(-1) ?? "",
    cards: hdu === undefined ? [] : [hdu, 0].map((index) => file.hdus[index]?.cards ?? []),
    around: keys.map((_, i) => file.get(keys.slice(0, keys.length - 1 - i).join("/")) ?? null),
  };
}

const PREFIXES: Readonly<Record<string, number>> = {
  ...{ "": 1, n: 1e-9, u: 1e-6, µ: 1e-6, μ: 1e-6, m: 1e-3, k: 1e3, M: 1e6, G: 1e9 },
};
/** In steradians. */
export const ARCSEC2 = (Math.PI / 180 / 3600) ** 2;
/** In Å/s, as wavelengths in `PHOTPLAM` are in Å. */
const LIGHT = 2.99792458e18;
/** The AB magnitude of 1 Jy. By definition, −48.6 belongs to 1 erg s⁻¹ cm⁻² Hz⁻¹, which is 10²³ Jy. */
const AB = 2.5 * 23 - 48.6;

export function fluxScale({ unit, cards, around, name }: Calibration): FluxScale | undefined {
  const written = compact(unit ?? romanUnit({ around, name }) ?? "");
  const [, prefix, per] =
    /^([nuµμmkMG]?)Jy(\/(?:sr|steradian|arcsec2|pix(?:el)?)|(?:sr|pix)-1|arcsec-2)?$/.exec(written) ?? [];
  const factor = PREFIXES[prefix ?? "none"];
  if (factor === undefined) {
    return /^DN(\/s|s-1)$/.test(written) && isRoman(around) ? ofRates(around) : ofHubble(written, cards);
  }
  if (per === undefined || per.includes("pix")) {
    return scale(factor, unit ?? written);
  }
  const area = pixelArea(cards, around);
  return area && scale((factor * area.value) / (per.includes("sr") ? 1 : ARCSEC2), area.by, area.value);
}

/** The flux density of a net sum. A sum that is not positive has no magnitude. */
export function fluxOf(
  { jansky, zeroPoint, by }: FluxScale,
  { net, error }: Pick<Photometry, "net" | "error">,
): Flux {
  const isPositive = net > 0;
  return {
    ...{ jansky: net * jansky, error: error === undefined ? undefined : error * jansky, by },
    magnitude: isPositive ? zeroPoint - 2.5 * Math.log10(net) : undefined,
    magnitudeError: isPositive && error !== undefined ? ((2.5 / Math.LN10) * error) / net : undefined,
  };
}

function scale(jansky: number, by: string, area?: number): FluxScale {
  return { jansky, zeroPoint: AB - 2.5 * Math.log10(jansky), by, area };
}

/** A unit without what its notations differ in: "MJy / sr", "MJy.sr**-1" and "MJy sr^-1" become "MJy/sr" and "MJysr-1". */
function compact(unit: string): string {
  const bare = unit.replace(/\*\*|[\s^*.()]/g, "");
  return /^JY(?![a-z])/.test(bare) ? `Jy${bare.slice(2).toLowerCase()}` : bare;
}

function pixelArea(cards: Calibration["cards"], around: Calibration["around"]) {
  for (const [keyword, factor] of [
    ["PIXAR_SR", 1],
    ["PIXAR_A2", ARCSEC2],
  ] as const) {
    const value = numberOf(cards, keyword);
    if (value !== undefined) {
      return { value: value * factor, by: keyword };
    }
  }
  const found = photometryIn(around, [
    ["pixelarea_steradians", 1],
    ["pixelarea_arcsecsq", ARCSEC2],
    ["pixel_area", 1],
  ]);
  return found && { value: found.value, by: found.key };
}

/** Count rates of Roman: the surface brightness that causes one DN a second, times the area of a pixel. */
function ofRates(around: Calibration["around"]): FluxScale | undefined {
  const brightness = photometryIn(around, [["conversion_megajanskys", 1e6]]);
  const area = photometryIn(around, [["pixel_area", 1]]);
  return (
    brightness && area && scale(brightness.value * area.value, `${brightness.key} × ${area.key}`, area.value)
  );
}

/** By STScI's formula, ABMAG = −2.5 log₁₀(PHOTFLAM) − 5 log₁₀(PHOTPLAM) − 2.408, of counts a second. */
function ofHubble(unit: string, cards: Calibration["cards"]): FluxScale | undefined {
  const [, counted = "", rate] = /^(electrons?|e-?|counts?|dn)(\/s(?:ec)?|s-1)?$/i.exec(unit) ?? [];
  const [flam, plam] = [numberOf(cards, "PHOTFLAM"), numberOf(cards, "PHOTPLAM")];
  const seconds = rate === undefined ? numberOf(cards, "EXPTIME") : 1;
  if (counted === "" || flam === undefined || plam === undefined || seconds === undefined) {
    return undefined;
  }
  const [, per = counted] = /\/\s*(e-?|electrons?|counts?|dn)$/i.exec(commentOf(cards, "PHOTFLAM")) ?? [];
  if (/^e/i.test(per) !== /^e/i.test(counted)) {
    return undefined;
  }
  return {
    jansky: (flam * plam ** 2 * 1e23) / LIGHT / seconds,
    zeroPoint: -2.5 * Math.log10(flam / seconds) - 5 * Math.log10(plam) - 2.408,
    by: rate === undefined ? "PHOTFLAM, PHOTPLAM and EXPTIME" : "PHOTFLAM and PHOTPLAM",
  };
}

/** A positive number of a card, of the array's own header before the primary one. */
function numberOf(cards: Calibration["cards"], keyword: string): number | undefined {
  const values = cards.map((header) => Number(header.find((card) => card.keyword === keyword)?.value));
  return values.find(isSize);
}

function commentOf(cards: Calibration["cards"], keyword: string): string {
  const found = cards.map((header) => header.find((card) => card.keyword === keyword));
  return found.find((card) => card !== undefined)?.comment?.trim() ?? "";
}

/** The first of some members of the nearest `meta.photometry`, in steradians and Jy; -999999 and null mean that it has no value. */
function photometryIn(around: Calibration["around"], keys: readonly (readonly [string, number])[]) {
  const photometry = around.map((map) => member(map, "meta", "photometry")).find(isMap);
  for (const [key, factor] of keys) {
    const value = (plain(member(photometry, key)) ?? Number.NaN) * factor;
    if (isSize(value)) {
      return { key, value };
    }
  }
  return undefined;
}

/** A number, or the value of a quantity in steradians or MJy/sr, as older files of Roman have them. */
function plain(value: TreeValue | undefined): number | undefined {
  if (!isMap(value)) {
    return typeof value === "number" ? value : undefined;
  }
  const quantity = toQuantity(value);
  const isAsNamed = /^(sr|MJy(\/sr|sr-1))$/.test(compact(quantity.unit));
  return isAsNamed ? Number(quantity.value) : undefined;
}

/** The unit that the schemas of Roman give to images and their errors, which name none; variances and flags do not have it. */
export function romanUnit({ around, name }: Pick<Calibration, "around" | "name">): string | undefined {
  if (name !== "data" && name !== "err") {
    return undefined;
  }
  const product = around.find((map) => /\/wfi_(image|mosaic)-\d/.test(tagOf(map) ?? ""));
  if (product === undefined) {
    return undefined;
  }
  const flux = member(product, "meta", "cal_step", "flux");
  const isRate = /\/wfi_image-/.test(tagOf(product) ?? "") && String(flux) !== "COMPLETE";
  return isRate ? (flux === undefined ? undefined : "DN/s") : "MJy/sr";
}

function isRoman(around: Calibration["around"]): boolean {
  return around.some((map) => /\/roman\/|\/wfi_/.test(tagOf(map) ?? ""));
}

/** What is in maps under a key, in that under the next, and so on. */
export function member(map: TreeValue | undefined, ...keys: readonly string[]): TreeValue | undefined {
  return keys.reduce<TreeValue | undefined>((at, key) => (isMap(at) ? at[key] : undefined), map);
}

function isSize(value: number): boolean {
  return Number.isFinite(value) && value > 0;
}
