/** Which format a file has, by its first bytes, and where these do not tell by its name. */
import { AsdfError } from "asdf-wasm";
import type { TableFormat } from "./table.ts";

/** The formats of single files. */
export type FileFormat = Exclude<TableFormat, "hats">;

/** How many bytes are looked at. */
export const LOOKED_AT = 4096;

const MAGIC: readonly (readonly [begins: RegExp, format: FileFormat])[] = [
  // The second one is encrypted, which its reader says.
  [/^PAR[1E]/, "parquet"],
  [/^(SIMPLE {2}=|XTENSION=)/, "fits"],
  [/^(#ASDF|%FINF)/, "asdf"],
  [/^\s*# %ECSV/, "ecsv"],
  [/^\s*<(.*<)?(\w+:)?VOTABLE\b/is, "votable"],
];

/** Files that are no tables and look like text. */
const OTHER: readonly (readonly [begins: RegExp, kind: string])[] = [
  [/^<(!doctype html|(.*<)?html)\b/is, "a web page"],
  [/^</, "XML, but no VOTable"],
  [/^[{[]/, "JSON"],
  [
    // Comments that may be longer than what is looked at; or the names, then the datatypes or the rows.
    /^((\\( |\w+ *=)[^\n]*\n){2}|(\\[^\n]*\n)+\||(\|[^\n]*\|[ \r]*\n)+( |\|( *(int|long|float|real|double|char|date|[ilfrdc]) *\|)+[ \r]*\n))/,
    "an IPAC table, which is not read: astropy's `ascii.ipac` reads it",
  ],
  [
    /^(Title:[\s\S]*\nAuthors?:|[\s\S]*?\bByte-by-byte Description)/,
    "a table of the CDS or of the AAS, which is not read: astropy's `ascii.mrt` reads it",
  ],
  [/^[^\n]*\\begin\{/, "LaTeX"],
];

/** No text has these, but a byte order mark of UTF-16 is followed by zeros. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROLS = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;

/** @throws AsdfError `not-asdf` if its format is not known */
export function formatOf(first: Uint8Array): FileFormat {
  const latin = Array.from(first, (byte) => String.fromCharCode(byte)).join("");
  const text = latin.replace(/^\xef\xbb\xbf/, "");
  const [, format] = MAGIC.find(([begins]) => begins.test(text)) ?? [];
  if (format) {
    return format;
  }
  const [, kind] = OTHER.find(([begins]) => begins.test(text.trimStart())) ?? [];
  if (
    kind !== undefined ||
    text.trim() === "" ||
    (CONTROLS.test(text) && !/^(\xff\xfe|\xfe\xff)/.test(text))
  ) {
    const found = kind ?? (text === "" ? "empty" : "of another format");
    throw new AsdfError("not-asdf", `this is no table: the file is ${found}`, { offset: 0 });
  }
  return "csv";
}
