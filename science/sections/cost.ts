/** What reading a section of an array costs, before it is read. */
import type { ReadableArray, Section } from "./section.ts";

/** An estimate: `files` are those that an array in many files has to open; undefined of an array in one. */
export interface Cost {
  readonly bytes: number;
  readonly files: number | undefined;
}

/**
 * The decoded bytes that a section takes. Of an array in many files, these are whole rows: their tiles, if they are compressed, are rows
 * unless a file says otherwise, and a column needs every one.
 */
export function costOf({ shape, nbytes, size, files }: ReadableArray, { axes, collapse }: Section): Cost {
  const taken = shape.map((length, axis) =>
    axes.includes(axis) ? length : collapse?.axis === axis ? collapse.stop - collapse.start : 1,
  );
  const whole = files ? taken.with(-1, shape.at(-1) ?? 1) : taken;
  const bytes = product(whole) * (nbytes / Math.max(size, 1));
  return { bytes, files: files && filesOf(shape, taken, files.length) };
}

/** The first axes are those of the files; the others of the array in each. */
function filesOf(shape: readonly number[], taken: readonly number[], files: number): number {
  let leading = 0;
  while (product(shape.slice(0, leading)) < files && leading < shape.length - 1) {
    leading += 1;
  }
  return Math.max(
    1,
    Math.round((files * product(taken.slice(0, leading))) / product(shape.slice(0, leading))),
  );
}

const product = (lengths: readonly number[]): number => lengths.reduce((all, length) => all * length, 1);
