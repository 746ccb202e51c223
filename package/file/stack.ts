/** Arrays in files of the caller as one array: exposures, a time series. Opens each file when a read touches it. */
import { wrong } from "../api/arguments/checks.ts";
import type { ScalarType } from "../api/arrays.ts";
import type { Warning } from "../api/blocks.ts";
import { isStruct, nameOf } from "../api/elements.ts";
import { AsdfError } from "../api/error.ts";
import { NdArray } from "../api/ndarray.ts";
import type { OpenOptions, Source, Stream } from "../api/options.ts";
import { keysFrom } from "../api/path.ts";
import type { Path } from "../api/tree.ts";
import { wholeAxis } from "../grid/axes.ts";
import { gridArray } from "../grid/grid.ts";
import { imagesIn } from "../shown/rank.ts";
import { isRequest } from "../source/indirect.ts";
import { arrayAt } from "./arrays.ts";
import { OpenFiles } from "./open-files.ts";
import { checkOpenOptions } from "./open-options.ts";
import { OpenedFile } from "./opened-file.ts";

/** The maximum size of the result of a read, unless `limits` says another. */
const MOST_BYTES = 2 ** 31;

/** What `stack()` puts together: files that can be opened more than once, or arrays of files that are open. */
export type StackSource = Exclude<Source, Response | Stream> | NdArray;

/** Options of `stack`: those of `open`, for each of its files, and its own. */
export interface StackOptions extends Omit<OpenOptions, "onProgress" | "converters"> {
  /** Where the new axis is among those of the result; negative ones are counted from the end. Default 0. */
  readonly axis?: number | undefined;
  /** The path of the array in each file, as for `AsdfFile.array`. Default: the image for which the file was most likely opened. */
  readonly path?: Path | undefined;
  /** Told which files could not be read, once for each file more, with all of them counted. */
  readonly onWarning?: ((warning: Warning) => void) | undefined;
}

/**
 * Puts the arrays of many files, ASDF or FITS, along a new axis of one array. The first file that can be opened says their shape and
 * datatype; the others are opened when a read touches them, and at most 64 stay open.
 *
 * A read of a file of another shape or datatype fails with `bad-array`. The elements of files that cannot be read are NaN, or masked in
 * arrays of integers, and `onWarning` is told which.
 *
 * @throws AsdfError as `open()` does, if no file can be opened; `bad-argument`, `bad-array`, …
 *
 * @example
 * const cube = await stack(["a.fits", "b.fits", "c.fits"], { path: "SCI/data" });
 * const spectrum = await cube.read([null, 10, 20]);          // one element of each file
 */
export async function stack(sources: Iterable<StackSource>, options: StackOptions = {}): Promise<NdArray> {
  checkStackOptions(options);
  const { axis = 0, path, onWarning, ...open } = options;
  const named = withNames([...sources]);
  const files = new OpenFiles<OpenedFile>();
  const use = async <T>(
    name: string,
    signal: AbortSignal | undefined,
    work: (array: NdArray) => T | Promise<T>,
  ): Promise<T> => {
    const source = named.get(name);
    return source instanceof NdArray
      ? work(source)
      : files.use(
          name,
          (stop) => OpenedFile.open(source as Source, { ...open, signal: stop }),
          signal,
          (file) => work(arrayIn(file, path)),
        );
  };
  const names = [...named.keys()];
  const { shape, dtype, ndim } = await firstOf(names, (name) => use(name, open.signal, checkedArray));
  const leading = axis < 0 ? axis + ndim + 1 : axis;
  if (!Number.isInteger(axis) || leading < 0 || leading > ndim) {
    throw wrong("axis", axis, `a whole number from ${-ndim - 1} to ${ndim}`);
  }
  const grid = {
    names,
    leading,
    shape: [names.length],
    fileShape: shape,
    axes: { grid: [wholeAxis(names.length)], file: shape.map(wholeAxis) },
    dtype,
    name: "the first file",
  };
  return gridArray(() => grid, {
    limit: open.limits?.output ?? MOST_BYTES,
    use,
    warn: (warning) => onWarning?.(warning),
  });
}

function checkStackOptions(options: StackOptions): void {
  checkOpenOptions(options, "stack()", { axis: true, path: true, onWarning: true });
  const { onWarning } = options;
  if (onWarning !== undefined && typeof onWarning !== "function") {
    throw wrong("onWarning", onWarning, "a function");
  }
}

/** The sources by their names, which are different. */
function withNames(sources: readonly StackSource[]): ReadonlyMap<string, StackSource> {
  if (sources.length === 0) {
    throw new AsdfError("bad-argument", "stack() is given no files");
  }
  const named = new Map<string, StackSource>();
  for (const [index, source] of sources.entries()) {
    const name = nameOfSource(source) ?? `source ${index}`;
    let unique = name;
    for (let count = 2; named.has(unique); count += 1) {
      unique = `${name} (${count})`;
    }
    named.set(unique, source);
  }
  return named;
}

function nameOfSource(source: StackSource): string | undefined {
  if (typeof source === "string" || source instanceof URL) {
    return String(source);
  }
  if (isRequest(source)) {
    return source.url;
  }
  return "name" in source && typeof source.name === "string" ? source.name : undefined;
}

/** The array at a path of a file, or the one for which it was most likely opened. */
function arrayIn(file: OpenedFile, path: Path | undefined): NdArray {
  const { root } = file.tree();
  const array =
    path === undefined ? imagesIn(root)[0]?.array : arrayAt(root, keysFrom(root, path), undefined);
  if (!array) {
    throw new AsdfError("not-found", "it has no image: pass `path` to stack()");
  }
  return array;
}

/** What the array of the first file says of the others. */
function checkedArray({ shape, dtype, ndim, error }: NdArray) {
  if (error) {
    throw error;
  }
  if (typeof dtype === "object") {
    const what = isStruct(dtype) ? "records" : `values of ${nameOf(dtype)}`;
    throw new AsdfError("unsupported-datatype", `arrays of ${what} are not stacked`);
  }
  return { shape, dtype: dtype satisfies ScalarType, ndim };
}

/** The result for the first name that has one; otherwise the failure of the first. */
async function firstOf<T>(names: readonly string[], of: (name: string) => Promise<T>): Promise<T> {
  let failure: unknown;
  for (const name of names) {
    try {
      return await of(name);
    } catch (thrown) {
      failure ??= thrown;
      if (thrown instanceof AsdfError && ["aborted", "unsupported-datatype"].includes(thrown.code)) {
        break;
      }
    }
  }
  throw failure;
}
