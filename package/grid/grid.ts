/** Arrays whose elements are in many files: one array a file, all of one shape and datatype, in a grid. */
import type { ScalarType } from "../api/arrays.ts";
import { nameOf } from "../api/elements.ts";
import { AsdfError, reasonOf } from "../api/error.ts";
import type { NdArray } from "../api/ndarray.ts";
import { stridesOf } from "../api/shape.ts";
import type { Axis } from "./axes.ts";
import { hide, isFloat } from "./memory.ts";
import { MissingFiles } from "./missing.ts";
import { type Parts, partedArray } from "./parts.ts";

/** Which files there are, and what their arrays have in common. */
export interface Grid {
  /** The names of the files, in C order of the grid. */
  readonly names: readonly string[];
  /** The indices that are taken of the axes of the grid, and of the axes of the array in a file. */
  readonly axes: { readonly grid: readonly Axis[]; readonly file: readonly Axis[] };
  /** How many axes of the array in a file come before those of the grid; the others come after them. */
  readonly leading: number;
  /** The lengths of the axes of the grid. */
  readonly shape: readonly number[];
  /** The shape of the array in a file. Its first axis, of one element, may be missing in `axes`. */
  readonly fileShape: readonly number[];
  readonly dtype: ScalarType;
  /** How a message calls the array that says all this. */
  readonly name: string;
}

/** Opens the files of a grid. */
export interface GridFiles {
  /** The maximum size of the result of a read, in bytes. */
  readonly limit: number;
  /** Runs `work` on the array in a file, which is open as long as that takes. */
  use<T>(name: string, signal: AbortSignal | undefined, work: (array: NdArray) => Promise<T>): Promise<T>;
  /** Says which files could not be read, in place of what was said before. */
  warn(warning: { readonly code: string; readonly message: string; readonly count: number }): void;
}

/** The array whose elements are in the files of a grid; `describe` throws if that is described wrongly. */
export function gridArray(describe: () => Grid, files: GridFiles): NdArray {
  return partedArray(() => partsOf(describe(), files));
}

function partsOf(grid: Grid, files: GridFiles): Parts {
  const { names, axes, leading, shape, fileShape, dtype } = grid;
  const masked = !isFloat(dtype);
  const missing = new MissingFiles();
  const strides = stridesOf(shape);
  const dropped = fileShape.length - axes.file.length;
  const among = <T>(ofFile: readonly T[], ofGrid: readonly T[]) => ofFile.toSpliced(leading, 0, ...ofGrid);
  return {
    ...{ dtype, limit: files.limit, known: { masked, files: names } },
    axes: among(axes.file, axes.grid),
    partShape: among(
      fileShape.slice(dropped),
      shape.map(() => 1),
    ),
    begin: async (indices) => {
      const nameOfPart = (at: number) => {
        const own = indices[at]?.slice(leading, leading + shape.length) ?? [];
        return names[own.reduce((sum, index, axis) => sum + index * (strides[axis] ?? 0), 0)] ?? "";
      };
      return {
        read: async (at, selection, { mask, onRows, ...options }) => {
          const name = nameOfPart(at);
          await files.use(name, options.signal, async (array) => {
            check(array, name, grid);
            const inFile = selection.toSpliced(leading, shape.length);
            const whole = [...Array.from({ length: dropped }, () => 0), ...inFile];
            // Of what the file masks, rows are not right before it is hidden.
            const rows = onRows && !array.masked ? { onRows } : {};
            const read = await array.read(whole, { ...options, ...rows });
            hide(read.mask, options.into, mask);
          });
          return true;
        },
        onMissing: (at, thrown) => {
          if (missing.add(nameOfPart(at), reasonOf(thrown))) {
            files.warn(missing.warning(names.length, masked ? "masked" : "NaN"));
          }
        },
      };
    },
  };
}

/** Refuses the array in a file that is of another shape or datatype than the grid has. */
function check(array: NdArray, file: string, { fileShape, dtype, name }: Grid): void {
  if (array.error) {
    throw array.error;
  }
  const [has, wanted] = [array.shape.join(" × "), fileShape.join(" × ")];
  if (has !== wanted || array.dtype !== dtype) {
    const message = `\`${file}\` holds ${has} elements of ${nameOf(array.dtype)}, where ${name} says ${wanted} of ${dtype}`;
    throw new AsdfError("bad-array", message);
  }
}
