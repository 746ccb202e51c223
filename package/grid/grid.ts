/**
 * Arrays whose elements are in many files: one array a file, all of one shape and datatype, in a grid. If the axes of the grid come before
 * those of the files, what a selection takes of a file is one piece of the result, into which it is read.
 */
import type { ArrayData, IntoArray, Rows, ScalarType, Selection, TypedArray } from "../api/arrays.ts";
import { allocate, itemSize, nameOf, valuesOf } from "../api/elements.ts";
import { AsdfError, reasonOf } from "../api/error.ts";
import { setDatatype } from "../api/marks/marks.ts";
import { type ArrayReader, NdArray, type ReadableArray } from "../api/ndarray.ts";
import type { Progress, ReadOptions } from "../api/options.ts";
import { sizeOf, stridesOf } from "../api/shape.ts";
import { RowFeed } from "../read/row-feed.ts";
import { type Axis, selectedAxes, selectionOf } from "./axes.ts";
import { checkSize, hide, isFloat, makeMissing, memoryFor } from "./memory.ts";
import { MissingFiles } from "./missing.ts";

/** How many files are read at a time. */
const AT_ONCE = 4;

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
  /** The shape of the array in a file. */
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

/** A file that a selection touches, and where its elements are in the result. */
interface Part {
  readonly name: string;
  /** Its place in the result, among the files that the selection touches. */
  readonly at: number;
}

/** The selected elements of a file in the result: `outer` runs of `inner` elements, between which lie the elements of other files. */
interface Layout {
  readonly outer: number;
  readonly inner: number;
  readonly files: number;
}

export const lengthsOf = (axes: readonly Axis[]) => axes.flatMap(({ kept, count }) => (kept ? [count] : []));

/** The array whose elements are in the files of a grid; `describe` throws if that is described wrongly. */
export function gridArray(describe: () => Grid, files: GridFiles): NdArray {
  const reader = new GridReader(files);
  try {
    const grid = describe();
    const { dtype, axes, names } = grid;
    const shape = lengthsOf(ordered(grid, axes.grid, axes.file));
    const strides = stridesOf(shape).map((stride) => stride * itemSize(dtype));
    const stored = { byteorder: "little", strides, offset: 0, source: null } as const;
    return NdArray.at(grid, { shape, dtype, masked: !isFloat(dtype), files: names, ...stored }, reader);
  } catch (thrown) {
    if (thrown instanceof AsdfError) {
      return NdArray.at<unknown>(undefined, thrown, reader as ArrayReader);
    }
    throw thrown;
  }
}

/** The axes of the array, of those of the grid and of the files. */
function ordered({ leading }: Grid, grid: readonly Axis[], file: readonly Axis[]): Axis[] {
  return [...file.slice(0, leading), ...grid, ...file.slice(leading)];
}

class GridReader implements ArrayReader<Grid> {
  readonly #files: GridFiles;
  readonly #missing = new MissingFiles();

  constructor(files: GridFiles) {
    this.#files = files;
  }

  compressionOf(): undefined {
    return undefined;
  }

  cardsOf(): readonly [] {
    return [];
  }

  async readArray(
    { masked }: ReadableArray,
    grid: Grid,
    selection: Selection,
    options: ReadOptions,
  ): Promise<ArrayData> {
    const { dtype, axes, fileShape, leading } = grid;
    const { signal, onProgress, onRows, into, float16, workers, fields } = options;
    if (fields !== undefined) {
      const message = `\`fields\` is for records, and the elements of this array are ${dtype}`;
      throw new AsdfError("bad-selection", message);
    }
    const taken = selectedAxes(selection, ordered(grid, axes.grid, axes.file));
    const inFile = [...taken];
    const inGrid = inFile.splice(leading, axes.grid.length);
    const shape = lengthsOf(taken);
    const outer = sizeOf(lengthsOf(inFile.slice(0, leading)));
    const inner = sizeOf(lengthsOf(inFile.slice(leading)));
    const each = outer * inner;
    const size = sizeOf(shape) * itemSize(dtype);
    checkSize(size, this.#files.limit);
    const parts = partsOf(grid, inGrid);
    const layout = { outer, inner, files: parts.length };
    const data = memoryFor(dtype, sizeOf(shape), into, float16);
    const perElement = data.length / sizeOf(shape) || 1;
    const mask = masked ? allocate(sizeOf(shape)) : undefined;
    const result: ArrayData = {
      data: data as ArrayData["data"],
      shape,
      stride: stridesOf(shape),
      ...(mask && { mask }),
    };
    if (sizeOf(shape) === 0) {
      return setDatatype(result, dtype);
    }
    // Rows of which every file has a part are finished with the last file.
    const rows = onRows && rowsOf(result, dtype, outer === 1 ? inner : sizeOf(shape), onRows);
    const progress = onProgress && new FileProgress(parts.length, onProgress);
    const failures: unknown[] = [];
    const fileSelection = [...(fileShape.length > inFile.length ? [0] : []), ...selectionOf(inFile)];

    const readPart = async ({ name, at }: Part, index: number) => {
      const isOne = outer === 1;
      const values = isOne
        ? data.subarray(at * each * perElement, (at + 1) * each * perElement)
        : memoryFor(dtype, each, undefined, float16);
      const masks = isOne ? mask?.subarray(at * each, (at + 1) * each) : mask && allocate(each);
      try {
        await this.#files.use(name, signal, async (array) => {
          check(array, name, grid);
          const read = await array.read(fileSelection, {
            signal,
            into: values,
            float16,
            workers,
            ...(progress && { onProgress: ({ loaded }: Progress) => progress.loaded(index, loaded) }),
            ...(rows &&
              isOne && { onRows: ({ stop, shape: [, row = 1] }: Rows) => rows.reached(index, stop * row) }),
          });
          hide(read.mask, values, masks);
        });
      } catch (thrown) {
        if (!isReplaced(thrown, signal)) {
          throw thrown;
        }
        failures.push(thrown);
        makeMissing(values, masks, float16);
        if (this.#missing.add(name, reasonOf(thrown))) {
          this.#files.warn(this.#missing.warning(grid.names.length, masked ? "masked" : "NaN"));
        }
      }
      if (isOne) {
        rows?.reached(index, each);
      } else {
        spread(values, data, at, { ...layout, inner: inner * perElement });
        if (masks && mask) {
          spread(masks, mask, at, layout);
        }
      }
      progress?.done(index);
    };

    await inParallel(parts, readPart);
    checkFailures(failures, parts.length);
    if (outer !== 1) {
      rows?.reached(0, sizeOf(shape));
    }
    return setDatatype(result, dtype);
  }
}

/** The files that a selection of the grid touches, in the order of the result. */
function partsOf({ names, shape }: Grid, axes: readonly Axis[]): Part[] {
  const strides = stridesOf(shape);
  let indices = [0];
  for (const [axis, { start, step, count }] of axes.entries()) {
    indices = indices.flatMap((index) =>
      Array.from({ length: count }, (_, i) => index + (start + i * step) * (strides[axis] ?? 0)),
    );
  }
  return indices.map((index, at) => ({ name: names[index] ?? "", at }));
}

/** Copies the values of the file at a place to where they are in the result. */
function spread(from: IntoArray, to: IntoArray, at: number, { outer, inner, files }: Layout): void {
  for (let i = 0; i < outer; i += 1) {
    to.set(from.subarray(i * inner, (i + 1) * inner) as never, (i * files + at) * inner);
  }
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

/** Failures that are not caused by a single file: they never become missing elements. */
const UNREPLACED = ["aborted", "closed", "bad-selection", "bad-array", "limit-exceeded", "bad-argument"];

/** Whether the elements of a file are missing that failed so. */
export function isReplaced(failure: unknown, signal: AbortSignal | undefined): boolean {
  return !signal?.aborted && !(failure instanceof AsdfError && UNREPLACED.includes(failure.code));
}

/** Throws if none of the parts could be read: a server that answers nothing is no gap in the data. */
export function checkFailures(failures: readonly unknown[], parts: number): void {
  if (failures.length === parts && !failures.every(isNotThere)) {
    throw failures.find((failure) => !isNotThere(failure));
  }
}

/** Whether a failure says that a file does not exist. */
function isNotThere(failure: unknown): boolean {
  return failure instanceof AsdfError && (failure.code === "not-found" || isNotThere(failure.cause));
}

/** Runs `work` on items, some at a time. The first failure stops those that have not begun. */
export async function inParallel<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<void>,
  atOnce = AT_ONCE,
): Promise<void> {
  const queue = items.entries();
  let failed = false;
  const walk = async () => {
    for (const [index, item] of queue) {
      if (failed) {
        return;
      }
      await work(item, index).catch((cause) => {
        failed = true;
        throw cause;
      });
    }
  };
  const walks = await Promise.allSettled(Array.from({ length: atOnce }, walk));
  for (const walked of walks) {
    if (walked.status === "rejected") {
      throw walked.reason;
    }
  }
}

/** Delivers the rows of a result that has `each` elements of a file. */
export function rowsOf(
  { data, shape, mask }: ArrayData,
  dtype: ScalarType,
  each: number,
  onRows: (rows: Rows) => void,
): { reached(index: number, elements: number): void } {
  const { buffer, byteOffset, byteLength } = data as TypedArray;
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  const bits = dtype === "float16" && data instanceof Uint16Array ? "bits" : undefined;
  const feed = new RowFeed(onRows, (some, count) => valuesOf(dtype, some, count, bits));
  return new GridRows(each, (elements) => feed.advance({ bytes, shape, mask }, elements));
}

/** Delivers rows of the result in order, while files finish in any. */
class GridRows {
  readonly #advance: (elements: number) => void;
  readonly #each: number;
  /** How many elements of each file are finished, from the first file on that is not. */
  readonly #finished = new Map<number, number>();
  #first = 0;

  /** `each`: how many elements of the result are in a file. */
  constructor(each: number, advance: (elements: number) => void) {
    this.#each = each;
    this.#advance = advance;
  }

  /** Says that so many elements of a file, the one at `index`, are finished. */
  reached(index: number, elements: number): void {
    this.#finished.set(index, elements);
    while (this.#finished.get(this.#first) === this.#each) {
      this.#finished.delete(this.#first);
      this.#first += 1;
    }
    this.#advance(this.#first * this.#each + (this.#finished.get(this.#first) ?? 0));
  }
}

/** Adds up the progress of files. */
class FileProgress {
  readonly #total: number;
  readonly #report: (progress: Progress) => void;
  readonly #loaded = new Map<number, number>();
  readonly #done = new Set<number>();
  #bytes = 0;

  constructor(total: number, report: (progress: Progress) => void) {
    this.#total = total;
    this.#report = report;
  }

  loaded(index: number, bytes: number): void {
    this.#bytes += bytes - (this.#loaded.get(index) ?? 0);
    this.#loaded.set(index, bytes);
    this.#say();
  }

  done(index: number): void {
    this.#done.add(index);
    this.#say();
  }

  #say(): void {
    const files = { done: this.#done.size, total: this.#total };
    this.#report({ loaded: this.#bytes, phase: "read", files });
  }
}
