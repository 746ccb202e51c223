/** Older spellings of the keywords of world coordinates and of their values, converted to the standard (FITS 4.0, section 8). */
import type { Keywords } from "../paths.ts";

/** Keywords that had another name. */
const RENAMED: Readonly<Record<string, string>> = {
  EPOCH: "EQUINOX",
  RADECSYS: "RADESYS",
  RESTFREQ: "RESTFRQ",
};

/** Keywords by their names in the standard; if a header has both, the name in the standard counts. */
export function spelled(keywords: Keywords): Keywords {
  const all = new Map(keywords);
  for (const [keyword, value] of keywords) {
    const name = standardName(keyword);
    if (name !== keyword && !keywords.has(name)) {
      all.set(name, value);
    }
  }
  return all;
}

/**
 * The standard's types for the `Solar-X` and `Solar-Y` of SOHO, as sunpy reads them: helioprojective, and in arcseconds where no unit is
 * given ("Coordinate systems for solar image data", Thompson 2006, A&A 449, 791). Empty without both.
 */
export function solarTypes(keywords: Keywords): Keywords {
  const axisOf = (type: RegExp) =>
    [...keywords].find(([name, value]) => /^CTYPE\d+$/.test(name) && type.test(String(value)))?.[0].slice(5);
  const [x, y] = [axisOf(/^\s*solar[-_]x\s*$/i), axisOf(/^\s*solar[-_]y\s*$/i)];
  if (x === undefined || y === undefined) {
    return new Map();
  }
  const unitOf = (axis: string) => String(keywords.get(`CUNIT${axis}`) ?? "").trim() || "arcsec";
  return new Map([
    [`CTYPE${x}`, "HPLN-TAN"],
    [`CTYPE${y}`, "HPLT-TAN"],
    [`CUNIT${x}`, unitOf(x)],
    [`CUNIT${y}`, unitOf(y)],
  ]);
}

/** The name of a keyword in the standard: `PC1_2` for `PC001002` and `PC01_02`. */
export function standardName(keyword: string): string {
  const [, name = "", i, j] =
    /^(PC|CD)(\d{3})(\d{3})$/.exec(keyword) ?? /^(PC|CD|PV|PS)(\d{1,2})_(\d{1,2})$/.exec(keyword) ?? [];
  return name === "" ? (RENAMED[keyword] ?? keyword) : `${name}${Number(i)}_${Number(j)}`;
}
