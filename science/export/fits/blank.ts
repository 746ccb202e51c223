/** The integer that represents masked elements (`BLANK`, `TNULL`): one that no other element has. */
import type { ArrayData, ScalarType, TextType } from "asdf-wasm";
import type { TableSource } from "../../tables/columns.ts";
import type { Bytes } from "../bytes.ts";
import { type RecordColumn, recordParts } from "../records.ts";
import { fitsNumber } from "./numbers.ts";

/** How many integers from the least one on are tried. */
const TRIED = 250;

export interface Blank {
  /** As it is stored. */
  readonly value: bigint;
  /** Writes it over masked elements. */
  readonly mark: (bytes: Bytes, mask: Uint8Array | undefined) => void;
}

export class BlankSearch {
  readonly #free: Set<bigint>;
  readonly #zero: bigint;
  readonly #size: number;

  private constructor(bits: number, zero: bigint) {
    const range = 2n ** BigInt(bits);
    const least = bits === 8 ? 0n : -range / 2n;
    const greatest = least + range - 1n;
    const tried = (first: bigint, step: bigint) =>
      Array.from({ length: TRIED }, (_, i) => first + step * BigInt(i));
    // astropy refuses a table whose TNULL is negative in a column without negative numbers.
    this.#free = new Set(zero > greatest ? tried(greatest, -1n) : [least, greatest, ...tried(least, 1n)]);
    this.#zero = zero;
    this.#size = bits / 8;
  }

  /** Undefined for datatypes that say themselves what is no number. */
  static of(dtype: ScalarType | TextType): BlankSearch | undefined {
    const isInteger = typeof dtype === "string" && /^(u?int\d+|bool8)$/.test(dtype);
    const number = isInteger ? fitsNumber(dtype) : undefined;
    return number && new BlankSearch(number.bitpix, number.zero ?? 0n);
  }

  /** Drops the integers that some elements have. */
  add({ data, mask }: ArrayData): void {
    for (let i = 0; i < data.length && this.#free.size > 0; i += 1) {
      const value = data[i];
      if (!mask?.[i] && typeof value !== "string" && value !== undefined) {
        this.#free.delete(BigInt(value) - this.#zero);
        // astropy compares TNULL with the number after TZERO.
        this.#free.delete(BigInt(value));
      }
    }
  }

  /** Undefined if every candidate occurs. */
  get found(): Blank | undefined {
    const [value] = this.#free;
    const size = this.#size;
    if (value === undefined) {
      return undefined;
    }
    const own = Uint8Array.from({ length: size }, (_, i) =>
      Number((value >> BigInt(8 * (size - 1 - i))) & 255n),
    );
    const mark = (bytes: Bytes, mask: Uint8Array | undefined): void => {
      for (let i = 0; mask && i < mask.length; i += 1) {
        if (mask[i]) {
          bytes.set(own, i * size);
        }
      }
    };
    return { value, mark };
  }
}

/** For each column of a table its blank, if `isNeeded` says that it needs one; then all rows are read. */
export async function blanksOf(
  source: TableSource,
  columns: readonly RecordColumn[],
  isNeeded: (column: RecordColumn) => boolean,
  signal: AbortSignal,
): Promise<(Blank | undefined)[]> {
  const searches = columns.map((column) => (isNeeded(column) ? BlankSearch.of(column.dtype) : undefined));
  if (searches.some((search) => search !== undefined)) {
    for await (const { parts } of recordParts(source, columns, signal)) {
      for (const [i, part] of parts.entries()) {
        searches[i]?.add(part);
      }
    }
  }
  return searches.map((search) => search?.found);
}
