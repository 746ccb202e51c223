/** What a file is that was refused, by its first bytes: a person who chose the wrong one sees which. */
import { AsdfError } from "../api/error.ts";

/** How many bytes are looked at. */
export const LOOKED_AT = 1024;

/** What files of other formats begin with. */
const MAGIC: readonly (readonly [begins: string, kind: string])[] = [
  ["PAR1", "a Parquet table"],
  ["ARROW1", "a table of Apache Arrow"],
  ["\x89PNG", "a PNG image"],
  ["\xff\xd8\xff", "a JPEG image"],
  ["GIF8", "a GIF image"],
  ["II*\0", "a TIFF image"],
  ["MM\0*", "a TIFF image"],
  ["\0\0\0\x0cjP  ", "a JPEG 2000 image"],
  ["%PDF-", "a PDF document"],
  ["%!PS", "a PostScript document"],
  ["\x93NUMPY", "an array of NumPy (.npy)"],
  ["PK\x03\x04", "a zip archive, as .npz and .xlsx are, and must be unpacked first"],
  ["SQLite format 3", "a database of SQLite"],
  ["CDF\x01", "a NetCDF file"],
  ["CDF\x02", "a NetCDF file"],
  ["CDF\x05", "a NetCDF file"],
  ["MATLAB 5.0", "a file of MATLAB"],
  ["BZh", "compressed by bzip2 and must be unpacked first"],
  ["\xfd7zXZ\0", "compressed by xz and must be unpacked first"],
  ["\x28\xb5\x2f\xfd", "compressed by Zstandard and must be unpacked first"],
  ["\x1f\x9d", "compressed by compress (.Z) and must be unpacked first"],
  ["7z\xbc\xaf", "a 7-Zip archive and must be unpacked first"],
  ["Rar!", "a RAR archive and must be unpacked first"],
  ["\x7fELF", "a program"],
  ["MZ", "a program"],
];

/** What texts of other formats begin with. */
const WORDS: readonly (readonly [begins: RegExp, kind: string])[] = [
  [/^<(!doctype html|(.*<)?html)\b/is, "a web page"],
  [/^<(.*<)?(\w+:)?votable\b/is, "a VOTable"],
  [/^<(.*<)?svg\b/is, "an SVG picture"],
  [/^</, "XML"],
  [/^# %ECSV/, "an ECSV table"],
  [/^# Region file format/, "a file of regions, to be dropped on an image"],
  [/^%YAML|^---\s/, "YAML, without the header line `#ASDF`"],
  [/^[{[]/, "JSON"],
  [/^#!/, "a script"],
];

/** What servers answer where they have no file to give. */
const ANSWERS: ReadonlySet<string> = new Set(["a web page", "XML", "JSON", "a text"]);

/** The protocols that a pickle of Python names. */
const PICKLES: ReadonlySet<number> = new Set([2, 3, 4, 5]);

/** What the core knows, and what is meant to be ASDF or FITS. */
const KNOWN = /^(#ASDF|%FINF|SIMPLE|XTENSION|version https:\/\/git-lfs)/;
/** No text has these. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROLS = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;

/** The error that a file was refused, which then says what the file is, if its first bytes tell. */
export function withKind(refusal: AsdfError, first: Uint8Array, isRemote: boolean): AsdfError {
  const kind = kindOf(first);
  if (kind === undefined) {
    return refusal;
  }
  const instead = isRemote && ANSWERS.has(kind) ? ", perhaps what a server answered in its place" : "";
  const { code, offset, cause } = refusal;
  return new AsdfError(code, `not an ASDF file: it is ${kind}${instead}`, { offset, cause });
}

/** Undefined for what is not known, and for FITS, HDF5 and others of which the core says more. */
function kindOf(first: Uint8Array): string | undefined {
  const bytes = Array.from(first, (byte) => String.fromCharCode(byte)).join("");
  const magic = MAGIC.find(([begins]) => bytes.startsWith(begins));
  if (magic) {
    return magic[1];
  }
  if (first[0] === 0x80 && PICKLES.has(first[1] ?? 0)) {
    return "a pickle of Python";
  }
  if (bytes.startsWith("ustar", 257)) {
    return "a tar archive and must be unpacked first";
  }
  if (bytes !== "" && /^\0*$/.test(bytes)) {
    return "nothing but zeros, as files are whose writing or download was not finished";
  }
  const text = decoded(first)?.trimStart() ?? "";
  if (text === "" || KNOWN.test(text)) {
    return undefined;
  }
  return WORDS.find(([begins]) => begins.test(text))?.[1] ?? "a text";
}

/** Undefined for what is no text. */
function decoded(first: Uint8Array): string | undefined {
  try {
    // The last character may be cut: a stream waits for the rest of it.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(first, { stream: true });
    return CONTROLS.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
