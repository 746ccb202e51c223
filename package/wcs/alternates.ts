/**
 * The versions of the WCS that a FITS header may hold: the primary one, and alternate ones with a letter at the end of their keywords
 * ("Representations of world coordinates in FITS", Greisen and Calabretta 2002, §2.1.1).
 */
import { AsdfError } from "../api/error.ts";

/** The keywords of which each version has its own, and the letter of the version. */
const VERSIONED =
  /^(WCSAXES|WCSNAME|LONPOLE|LATPOLE|EQUINOX|RADESYS|RADECSYS|RESTFRQ|RESTWAV|SPECSYS|SSYSOBS|SSYSSRC|VELOSYS|VELANGL|ZSOURCE|(?:CTYPE|CUNIT|CRVAL|CDELT|CRPIX|CROTA|CNAME|CRDER|CSYER)\d{1,3}|(?:PC|CD|PV|PS)\d{1,3}_\d{1,3})([A-Z]?)$/;

/** The same of the columns of a table, which have these names in all versions. */
const VERSIONED_OF_COLUMNS =
  /^((?:WCAX|WCSN|TWCS|LONP|LATP|EQUI|RADE|RFRQ|RWAV|SPEC|SOBS|SSRC|VSYS|VANG|ZSOU)\d{1,3}|T(?:PC?|CD?|P?[VS])\d{1,3}_\d{1,3}|\d\d(?:PC|CD)\d{1,3}|\dP?[VS]\d{1,3}_\d{1,3})([A-Z]?)$/;
/** The keywords of columns whose names are shorter in alternate versions, with their names in the primary one (FITS 4.0, table 22). */
const SHORTER: Readonly<Record<string, string>> = {
  CTY: "CTYP",
  CUN: "CUNI",
  CRV: "CRVL",
  CDE: "CDLT",
  CRP: "CRPX",
};
const PRIMARY_OF_COLUMN = /^((?:T|\d)(?:CTYP|CUNI|CRVL|CDLT|CRPX|CROT)\d{1,3})$/;
const ALTERNATE_OF_COLUMN = /^(T|\d)(CTY|CUN|CRV|CDE|CRP)(\d{1,3})([A-Z])$/;

/** The name of a keyword in the primary version, and the letter of its own version; undefined if it belongs to all versions. */
function versioned(keyword: string): readonly [name: string, letter: string] | undefined {
  const [, of, short = "", column, alternate] = ALTERNATE_OF_COLUMN.exec(keyword) ?? [];
  if (alternate !== undefined) {
    return [`${of}${SHORTER[short]}${column}`, alternate];
  }
  const found =
    VERSIONED.exec(keyword) ?? VERSIONED_OF_COLUMNS.exec(keyword) ?? PRIMARY_OF_COLUMN.exec(keyword);
  const [, name, letter = ""] = found ?? [];
  return name === undefined ? undefined : [name, letter];
}

/** The letters of the versions in their order, the empty text for the primary one: those that say what an axis is, or where. */
export function keysIn(keywords: Iterable<string>): string[] {
  const keys = new Set<string>();
  for (const keyword of keywords) {
    const [name, letter] = versioned(keyword) ?? [];
    if (letter !== undefined && /^(?:(?:CTYPE|CRVAL)|(?:T|\d)CTYP)\d{1,3}$/.test(name ?? "")) {
      keys.add(letter);
    }
  }
  return [...keys].sort();
}

/** The keywords of a version, named as in the primary one. Keywords without versions, such as distortions, belong to all. */
export function versionOf<T>(keywords: ReadonlyMap<string, T>, key: string, path: string): Map<string, T> {
  const keys = keysIn(keywords.keys());
  if (!keys.includes(key)) {
    const names = keys.map((each) => (each === "" ? "the primary one" : each)).join(", ");
    throw new AsdfError("not-found", `this header has no WCS '${key}': it has ${names || "none"}`, { path });
  }
  const chosen = new Map<string, T>();
  for (const [keyword, value] of keywords) {
    const [name, letter] = versioned(keyword) ?? [];
    if (name === undefined) {
      chosen.set(keyword, value);
    } else if (letter === key) {
      chosen.set(name, value);
    }
  }
  return chosen;
}
