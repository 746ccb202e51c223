/**
 * Arrays of one shape and datatype beside each other, as one array: their last two axes are joined, the others are common. Where there
 * is none, elements are missing.
 */
import type { ScalarType } from "../api/arrays.ts";
import type { NdArray } from "../api/ndarray.ts";
import { sizeOf } from "../api/shape.ts";
import { wholeAxis } from "./axes.ts";
import { hide, isFloat } from "./memory.ts";
import { partedArray } from "./parts.ts";

/** Arrays in rows and columns. */
export interface Mosaic {
  /** How many rows and columns there are. */
  readonly rows: number;
  readonly columns: number;
  /** The shape of each array, which has two axes or more. */
  readonly tileShape: readonly number[];
  readonly dtype: ScalarType;
  /** The names of the files with the elements. */
  readonly files: readonly string[];
  /** The maximum size of the result of a read, in bytes. */
  readonly limit: number;
  /** The array in a row and a column, if there is one. */
  tileAt(signal: AbortSignal | undefined): Promise<(row: number, column: number) => NdArray | undefined>;
}

/** The array of a mosaic. */
export function mosaicArray({ rows, columns, tileShape, dtype, files, limit, tileAt }: Mosaic): NdArray {
  const [height = 0, width = 0] = tileShape.slice(-2);
  return partedArray(() => ({
    ...{ dtype, limit, partShape: tileShape, known: { masked: !isFloat(dtype), files } },
    axes: [...tileShape.slice(0, -2), rows * height, columns * width].map(wholeAxis),
    begin: async (indices, axes, signal) => {
      const tileIn = await tileAt(signal);
      const planes = sizeOf(axes.slice(0, -2).map(({ count }) => count));
      return {
        // A tile whose planes are in files of their own reads several at a time itself.
        atOnce: planes === 1 ? undefined : 1,
        read: async (at, selection, { mask, onRows, ...options }) => {
          const [row = 0, column = 0] = indices[at]?.slice(-2) ?? [];
          const tile = tileIn(row, column);
          const rowsOf = onRows && !tile?.masked ? { onRows } : {};
          const read = await tile?.read(selection, { ...options, ...rowsOf });
          hide(read?.mask, options.into, mask);
          return tile !== undefined;
        },
        // The array of the tile has warned of it.
        onMissing: () => {},
      };
    },
  }));
}
