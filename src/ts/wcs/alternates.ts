/**
 * The versions of the WCS that a FITS header may hold: the primary one, and alternate ones with a letter at the end of their keywords
 * ("Representations of world coordinates in FITS", Greisen and Calabretta 2002, §2.1.1).
 */
import { AsdfError } from "../api/error.ts";

/** The keywords of which each version has its own, and the letter of the version. */
const VERSIONED =
  /^(WCSAXES|WCSNAME|LONPOLE|LATPOLE|EQUINOX|RADESYS|RADECSYS|RESTFRQ|RESTWAV|SPECSYS|SSYSOBS|SSYSSRC|VELOSYS|VELANGL|ZSOURCE|(?:CTYPE|CUNIT|CRVAL|CDELT|CRPIX|CROTA|CNAME|CRDER|CSYER)\d{1,3}|(?:PC|CD|PV|PS)\d{1,3}_\d{1,3})([A-Z]?)$/;

/** The letters of the versions in their order, the empty text for the primary one: those that say what an axis is, or where. */
export function keysIn(keywords: Iterable<string>): string[] {
  const keys = new Set<string>();
  for (const keyword of keywords) {
    const [, key] = /^(?:CTYPE|CRVAL)\d{1,3}([A-Z]?)$/.exec(keyword) ?? [];
    if (key !== undefined) {
      keys.add(key);
    }
  }
  return [...keys].sort();
}

/** The keywords of a version, named as those of the primary one. What has no versions, such as distortions, is that of all. */
export function versionOf<T>(keywords: ReadonlyMap<string, T>, key: string, path: string): Map<string, T> {
  const keys = keysIn(keywords.keys());
  if (!keys.includes(key)) {
    const names = keys.map((each) => (each === "" ? "the primary one" : each)).join(", ");
    throw new AsdfError("not-found", `this header has no WCS '${key}': it has ${names || "none"}`, { path });
  }
  const chosen = new Map<string, T>();
  for (const [keyword, value] of keywords) {
    const [, name, letter] = VERSIONED.exec(keyword) ?? [];
    if (name === undefined) {
      chosen.set(keyword, value);
    } else if (letter === key) {
      chosen.set(name, value);
    }
  }
  return chosen;
}
