/**
 * The observation as a FITS header describes it: reserved keywords of FITS Standard 4.0, section 4.4.2, and those that
 * HEASARC's dictionary and the archives of HST, JWST and ESO use.
 */
import { type Found, known, type Rows, several, short, span } from "./facts.ts";

export interface HeaderCard {
  readonly value: string;
  readonly isNumber: boolean;
  readonly comment: string;
}

/** The card of a keyword in upper case. */
export type Header = (keyword: string) => HeaderCard | undefined;

/** Exposure times in seconds, unless the comment gives a unit: `[ms] exposure time`. */
const EXPOSURES = ["EXPTIME", "EFFEXPTM", "EXPOSURE", "XPOSURE"] as const;
const FILTERS = [
  ["FILTER", ""],
  ["FILTER1", ""],
  ["FILTER2", ""],
  ["FILTNAM1", ""],
  ["FILTNAM2", ""],
  ["ESO INS FILT1 NAME", ""],
  ["PUPIL", "pupil "],
  ["GRATING", "grating "],
] as const;
const POINTINGS = [
  ["RA_TARG", "DEC_TARG"],
  ["TARG_RA", "TARG_DEC"],
  ["RA_OBJ", "DEC_OBJ"],
  ["RA_PNT", "DEC_PNT"],
  ["RA", "DEC"],
  ["OBJCTRA", "OBJCTDEC"],
] as const;

export function rowsOfHeader(header: Header): Rows {
  const get = (keyword: string): string | undefined => known(header(keyword)?.value);
  const first = (keywords: readonly string[]): string | undefined =>
    keywords.find((keyword) => get(keyword) !== undefined);
  const text = (keywords: readonly string[]): Found => {
    const from = first(keywords);
    return from === undefined ? undefined : { value: get(from) ?? "", from };
  };
  const exposure = first(EXPOSURES);
  const waves = get("WAVELNTH");
  return {
    target: text(["OBJECT", "TARGNAME", "TARGPROP"]),
    telescope: text(["TELESCOP"]),
    instrument: several(get, [
      ["INSTRUME", ""],
      ["DETECTOR", ""],
    ]),
    filter: several(get, FILTERS),
    wavelength:
      waves === undefined
        ? undefined
        : { value: `${short(waves)}${waveUnit(header("WAVEUNIT"))}`, from: "WAVELNTH" },
    exposure:
      exposure === undefined
        ? undefined
        : { value: `${short(get(exposure) ?? "")}${exposureUnit(exposure, header)}`, from: exposure },
    date: dateIn(get),
    pointing: pointingIn(header, get),
  };
}

/** XPOSURE has the unit of TIMEUNIT, and some observatories mean another one by it. */
function exposureUnit(keyword: string, header: Header): string {
  const unit = unitIn(header(keyword)) ?? (keyword === "XPOSURE" ? header("TIMEUNIT")?.value : "s");
  return unit === undefined ? "" : ` ${unit}`;
}

/** A unit, or the power of ten that makes metres of the values. */
function waveUnit(card: HeaderCard | undefined): string {
  if (!card?.isNumber) {
    return card ? ` ${card.value}` : "";
  }
  return card.value === "-9" ? " nm" : card.value === "-10" ? " Å" : ` × 10^${card.value} m`;
}

function unitIn(card: HeaderCard | undefined): string | undefined {
  return card && /^\s*\[([^\]]{1,20})\]/.exec(card.comment)?.[1];
}

function dateIn(get: (keyword: string) => string | undefined): Found {
  const from = ["DATE-BEG", "DATE-OBS", "DATE_OBS", "MJD-OBS"].find((keyword) => get(keyword) !== undefined);
  const date = from && get(from);
  if (from === undefined || date === undefined) {
    return undefined;
  }
  if (from === "MJD-OBS") {
    return { value: `MJD ${date}`, from };
  }
  const time = get("TIME-OBS");
  const start = /[T:]/.test(date) || time === undefined ? date : `${date}T${time}`;
  const system = get("TIMESYS");
  return { value: span(start, get("DATE-END")) + (system === undefined ? "" : ` ${system}`), from };
}

/** Numbers are degrees, unless the comment speaks of hours; texts are as they stand. */
function pointingIn(header: Header, get: (keyword: string) => string | undefined): Found {
  const pair = POINTINGS.find((keywords) => keywords.every((keyword) => get(keyword) !== undefined));
  if (!pair) {
    return undefined;
  }
  const [ra, dec] = pair.map((keyword) => {
    const card = header(keyword);
    const unit = card?.isNumber ? (/\bhour|\[h\]/i.test(card.comment) ? " h" : "°") : "";
    return short(get(keyword) ?? "") + unit;
  });
  const system = get("RADESYS") ?? get("RADECSYS");
  const value = `RA ${ra}, Dec ${dec}${system === undefined ? "" : ` (${system})`}`;
  return { value, from: pair.join(", ") };
}
