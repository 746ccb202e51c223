/** Pieces of an array whose values are collapsed along one axis. */
import type { MomentNoise } from "./reductions.ts";

/** Numbers along three axes: how far apart neighbours on each are. */
export interface Block {
  readonly values: ArrayLike<number | bigint>;
  readonly mask?: Uint8Array | undefined;
  /** Rows, columns and depth, the axis that is collapsed: first index and length of the piece, distance of neighbours. */
  readonly rows: BlockAxis;
  readonly columns: BlockAxis;
  readonly depth: BlockAxis;
}

export interface BlockAxis {
  readonly start: number;
  readonly length: number;
  readonly stride: number;
}

export interface Reducer {
  /** Adds values. For the median, a piece has the whole depth. */
  add(block: Block): void;
  /** One number for each pixel, row by row; NaN where no value is finite. */
  result(): Float64Array<ArrayBuffer>;
  /** Of centres and widths, after `result()`. */
  noise?(): MomentNoise | undefined;
}

/** Calls back with each finite value, its pixel and its index along the depth. */
export function each(
  { values, mask, rows, columns, depth }: Block,
  width: number,
  take: (value: number, pixel: number, index: number) => void,
): void {
  for (let k = 0; k < depth.length; k += 1) {
    for (let y = 0; y < rows.length; y += 1) {
      let at = k * depth.stride + y * rows.stride;
      let pixel = (rows.start + y) * width + columns.start;
      for (let x = 0; x < columns.length; x += 1) {
        const value = Number(values[at]);
        if (Number.isFinite(value) && !mask?.[at]) {
          take(value, pixel, depth.start + k);
        }
        at += columns.stride;
        pixel += 1;
      }
    }
  }
}
