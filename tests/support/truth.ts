/**
 * The fixtures of `tests/data` and their right answers, read from the tables
 * that `tests/data/README.md` describes: one `Fixture` a row of `files.tsv`,
 * with its rows of `arrays.tsv`.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

export interface Fixture {
  /** Relative to `tests/data`. */
  readonly file: string;
  /** The code with which opening fails. */
  readonly error: string | undefined;
  /** The byte that the error names. */
  readonly offset: number | undefined;
  /** The codes of the warnings that opening gives. */
  readonly warnings: readonly string[];
  readonly arrays: readonly ArrayTruth[];
}

export interface ArrayTruth {
  /** The path in the tree, `a/b/0`. */
  readonly path: string;
  /** The names that lead to the field of a structured array; empty for the array itself. */
  readonly field: readonly string[];
  /** numpy's letter and size such as `f4`, `string` or `struct`; undefined when only the failure matters. */
  readonly kind: string | undefined;
  /** A field's includes its sub-shape. */
  readonly shape: readonly number[];
  /** SHA-256 of the elements in C order, little-endian. */
  readonly sha256: string | undefined;
  /** The elements of an array of strings. */
  readonly strings: readonly string[] | undefined;
  /** SHA-256 of float16 elements widened to float32. */
  readonly widened: string | undefined;
  /** SHA-256 of one byte an element, 1 where it is masked. */
  readonly mask: string | undefined;
  /** The code with which reading fails. */
  readonly error: string | undefined;
  /** The byte that the error names. */
  readonly offset: number | undefined;
  /** The code of the warning that reading gives. */
  readonly warning: string | undefined;
}

type Cell = string | undefined;

const data = new URL("../data/", import.meta.url);

/** A path or URL of a file of `tests/data`. */
export function locate(file: string): URL {
  return new URL(file, data);
}

/** The bytes of a file of `tests/data`, in an `ArrayBuffer` of their own. */
export function read(file: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(locate(file)));
}

/** SHA-256 in hexadecimal. */
export function sha256(bytes: ArrayBufferView): string {
  const view = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return createHash("sha256").update(view).digest("hex");
}

/** Every fixture, in the order of the tables. */
export function fixtures(): Fixture[] {
  return ["", "early/", "hostile/", "matrix/"].flatMap((folder) => {
    const arrays = rows(`${folder}arrays.tsv`);
    return rows(`${folder}files.tsv`).map(([file, error, offset, warnings]) => ({
      file: folder + text(file),
      error,
      offset: number(offset),
      warnings: warnings?.split(" ") ?? [],
      arrays: arrays.filter((row) => row[0] === file).map(arrayTruth),
    }));
  });
}

function arrayTruth(row: readonly Cell[]): ArrayTruth {
  const [, path, field, kind, shape, content, widened, mask, error, offset, warning] = row;
  const strings = kind === "string";
  return {
    path: text(path),
    field: field?.split(".") ?? [],
    kind,
    shape: (shape?.match(/\d+/g) ?? []).map(Number),
    sha256: strings ? undefined : content,
    // The odd pieces stand between quotes.
    strings: strings ? content?.split('"').filter((_, index) => index % 2 === 1) : undefined,
    widened,
    mask,
    error,
    offset: number(offset),
    warning,
  };
}

function number(cell: Cell): number | undefined {
  return cell === undefined ? undefined : Number(cell);
}

function text(cell: Cell): string {
  if (cell === undefined) {
    throw new Error("a row of the truth tables lacks its name");
  }
  return cell;
}

/** The cells of a table without its head; `-` is none. */
export function rows(file: string): Cell[][] {
  const lines = readFileSync(locate(file), "utf8").trimEnd().split("\n").slice(1);
  return lines.map((line) => line.split("\t").map((cell) => (cell === "-" ? undefined : cell)));
}
