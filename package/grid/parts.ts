/**
 * Arrays in parts of one shape, each of which is in a file, a tile or a chunk of its own. A read takes from each part what the selection has
 * of it, a few parts at a time, and puts it into the result. A part that is one piece of the result is read into it.
 */
import type { ArrayData, IntoArray, Rows, ScalarType, Selection, TypedArray } from "../api/arrays.ts";
import { allocate, itemSize, valuesOf } from "../api/elements.ts";
import { AsdfError, isNotThere } from "../api/error.ts";
import { setDatatype } from "../api/marks/marks.ts";
import { originalOf } from "../api/marks/originals.ts";
import { type ArrayDescription, type ArrayReader, NdArray, type ReadableArray } from "../api/ndarray.ts";
import type { Progress, ReadOptions } from "../api/options.ts";
import { sizeOf, stridesOf } from "../api/shape.ts";
import { RowFeed } from "../read/result.ts";
import { type Axis, type Run, runsOf, selectedAxes, selectionOf } from "./axes.ts";
import { checkSize, makeMissing, memoryFor } from "./memory.ts";

/** How many parts are read at a time. */
const AT_ONCE = 4;

/** An array in parts. */
export interface Parts {
  /** The indices that the array has of each axis of all parts together. */
  readonly axes: readonly Axis[];
  readonly partShape: readonly number[];
  readonly dtype: ScalarType;
  /** What else is known of the array; progress counts its `files`, if it has any. */
  readonly known: Partial<ArrayDescription>;
  /** The maximum size of the result of a read, in bytes. */
  readonly limit: number;
  /** Prepares to read parts, by their indices along each axis. `axes` are the indices that are read. */
  begin(
    indices: readonly (readonly number[])[],
    axes: readonly Axis[],
    signal: AbortSignal | undefined,
  ): Promise<PartReader>;
}

export interface PartReader {
  /** How many parts are read at a time, if not as many as usual. */
  readonly atOnce?: number | undefined;
  /** Reads of a part, the one at this place among those that are read; returns whether it is there. */
  read(at: number, selection: Selection, options: PartOptions): Promise<boolean>;
  /** Told of a part that could not be read: its elements are missing, as those of a part that is not there. Without it, the read fails. */
  readonly onMissing?: (at: number, thrown: unknown) => void;
}

/** How a part is read. */
export interface PartOptions extends Omit<ReadOptions, "into" | "fields" | "view"> {
  /** Where its values go. */
  readonly into: IntoArray;
  /** Where to mark elements that are missing; otherwise they are NaN. */
  readonly mask: Uint8Array<ArrayBuffer> | undefined;
}

/** The array that consists of parts; `describe` throws if it is described wrongly. */
export function partedArray(describe: () => Parts): NdArray {
  try {
    const parts = describe();
    const { dtype, axes, known } = parts;
    const shape = lengthsOf(axes);
    const strides = stridesOf(shape).map((stride) => stride * itemSize(dtype));
    const stored = { byteorder: "little", strides, offset: 0, source: null, masked: false } as const;
    return NdArray.at(parts, { ...stored, ...known, shape, dtype }, READER);
  } catch (thrown) {
    if (thrown instanceof AsdfError) {
      return NdArray.at<unknown>(undefined, thrown, READER as ArrayReader);
    }
    throw thrown;
  }
}

/** Whether an array consists of parts. */
export function isParted(array: NdArray): boolean {
  return originalOf(array).reader === READER;
}

const READER: ArrayReader<Parts> = { compressionOf: () => undefined, cardsOf: () => [], readArray };

const lengthsOf = (axes: readonly Axis[]) => axes.flatMap(({ kept, count }) => (kept ? [count] : []));

async function readArray(
  { masked }: ReadableArray,
  parts: Parts,
  selection: Selection,
  { signal, onProgress, onRows, into, float16, workers, fields }: ReadOptions,
): Promise<ArrayData> {
  const { dtype, partShape, known } = parts;
  if (fields !== undefined) {
    const message = `\`fields\` is for records, and the elements of this array are ${dtype}`;
    throw new AsdfError("bad-selection", message);
  }
  const axes = selectedAxes(selection, parts.axes);
  const shape = lengthsOf(axes);
  const size = sizeOf(shape);
  checkSize(size * itemSize(dtype), parts.limit);
  const data = memoryFor(dtype, size, into, float16);
  const mask = masked ? allocate(size) : undefined;
  const result: ArrayData = {
    ...{ data: data as ArrayData["data"], shape, stride: stridesOf(shape) },
    ...(mask && { mask }),
  };
  if (size === 0) {
    return setDatatype(result, dtype);
  }
  const touched = products(axes.map((axis, i) => runsOf(axis, partShape[i] ?? 1)));
  const indices = touched.map((part) => part.map(({ number }) => number));
  const reader = await parts.begin(indices, axes, signal);
  const progress = onProgress && new PartProgress(touched.length, known.files !== undefined, onProgress);
  const places = touched.map((part) => placeIn(result, part));
  const rows = onRows && new PartRows(places, rowsOf(result, dtype, onRows));
  const failures: unknown[] = [];
  const perElement = data.length / size;

  const readPart = async (part: readonly Run[], at: number) => {
    const place = places[at] as Place;
    const { start, count, isWhole } = place;
    const end = start + count;
    const values = isWhole
      ? data.subarray(start * perElement, end * perElement)
      : memoryFor(dtype, count, undefined, float16);
    const masks = isWhole ? mask?.subarray(start, end) : mask && allocate(count);
    let isThere = false;
    try {
      isThere = await reader.read(at, selectionOf(part.map(({ axis }) => axis)), {
        ...{ signal, float16, workers, into: values, mask: masks },
        ...(progress && { onProgress: (its: Progress) => progress.said(at, its) }),
        ...(rows &&
          isWhole && { onRows: ({ stop, shape: [, row = 1] }: Rows) => rows.reached(at, stop * row) }),
      });
    } catch (thrown) {
      if (!reader.onMissing || !isReplaced(thrown, signal)) {
        throw thrown;
      }
      failures.push(thrown);
      reader.onMissing(at, thrown);
    }
    if (!isThere) {
      makeMissing(values, masks, float16);
    }
    if (!isWhole) {
      spread(values, data, place, perElement);
      if (masks && mask) {
        spread(masks, mask, place, 1);
      }
    }
    rows?.reached(at, count);
    progress?.finished(at);
  };

  await inParallel(touched, readPart, reader.atOnce);
  checkFailures(failures, touched.length);
  return setDatatype(result, dtype);
}

/** Each combination of one item of each list, the last one varying fastest. */
function products<T>(lists: readonly (readonly T[])[]): T[][] {
  let all: T[][] = [[]];
  for (const list of lists) {
    all = all.flatMap((items) => list.map((item) => [...items, item]));
  }
  return all;
}

/** Where the elements of a part are in the result. */
interface Place {
  /** The first one. */
  readonly start: number;
  readonly count: number;
  /** How many they are along each axis, and how far apart in the result. */
  readonly lengths: readonly number[];
  readonly stride: readonly number[];
  /** Whether they follow each other. */
  readonly isWhole: boolean;
  /** How many elements of the result are before its first row that has elements of the part. */
  readonly before: number;
}

function placeIn({ shape, stride }: Pick<ArrayData, "shape" | "stride">, part: readonly Run[]): Place {
  const kept = part.filter(({ axis }) => axis.kept);
  const lengths = kept.map(({ axis }) => axis.count);
  const start = kept.reduce((sum, { at }, axis) => sum + at * (stride[axis] ?? 0), 0);
  const first = lengths.findIndex((length) => length > 1);
  const isWhole = first < 0 || lengths.every((length, axis) => axis <= first || length === shape[axis]);
  const before = isWhole ? start : (kept[0]?.at ?? 0) * (stride[0] ?? 1);
  return { start, count: sizeOf(lengths), lengths, stride, isWhole, before };
}

/** Copies the elements of a part, each of so many numbers, to their place in the result. */
function spread(from: IntoArray, to: IntoArray, { start, lengths, stride }: Place, perElement: number): void {
  const row = (lengths.at(-1) ?? 1) * perElement;
  const outer = lengths.slice(0, -1);
  const steps = stridesOf(outer);
  for (let i = 0; i < sizeOf(outer); i += 1) {
    let at = start;
    for (const [axis, step] of steps.entries()) {
      at += (Math.floor(i / step) % (outer[axis] ?? 1)) * (stride[axis] ?? 0);
    }
    to.set(from.subarray(i * row, (i + 1) * row) as never, at * perElement);
  }
}

/** Failures that are not caused by a single part: they never become missing elements. */
const UNREPLACED = ["aborted", "closed", "bad-selection", "bad-array", "limit-exceeded", "bad-argument"];

/** Whether the elements of a part are missing that failed so. */
function isReplaced(failure: unknown, signal: AbortSignal | undefined): boolean {
  return !signal?.aborted && !(failure instanceof AsdfError && UNREPLACED.includes(failure.code));
}

/** Throws if none of the parts could be read: a server that answers nothing is no gap in the data. */
function checkFailures(failures: readonly unknown[], parts: number): void {
  if (failures.length === parts && !failures.every(isNotThere)) {
    throw failures.find((failure) => !isNotThere(failure));
  }
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

/** Delivers the rows of a result up to the first element that is not finished. */
function rowsOf(
  { data, shape, mask }: ArrayData,
  dtype: ScalarType,
  onRows: (rows: Rows) => void,
): (elements: number) => void {
  const { buffer, byteOffset, byteLength } = data as TypedArray;
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  const bits = dtype === "float16" && data instanceof Uint16Array ? "bits" : undefined;
  const feed = new RowFeed(onRows, (some, count) => valuesOf(dtype, some, count, bits));
  return (elements) => feed.advance({ bytes, shape, mask }, elements);
}

/** Delivers rows of the result in order, while parts finish in any. */
class PartRows {
  readonly #places: readonly Place[];
  readonly #advance: (elements: number) => void;
  /** How many elements of each part are finished, from the first part on that is not. */
  readonly #finished = new Map<number, number>();
  #first = 0;

  constructor(places: readonly Place[], advance: (elements: number) => void) {
    this.#places = places;
    this.#advance = advance;
  }

  /** Says that so many elements of the part at a place are finished. */
  reached(at: number, elements: number): void {
    this.#finished.set(at, elements);
    let next = this.#places[this.#first];
    while (next && this.#finished.get(this.#first) === next.count) {
      this.#finished.delete(this.#first);
      this.#first += 1;
      next = this.#places[this.#first];
    }
    const own = next?.isWhole ? (this.#finished.get(this.#first) ?? 0) : 0;
    this.#advance(next ? next.before + own : Number.POSITIVE_INFINITY);
  }
}

/** Adds up the progress of parts, each of which is one file or as many as another one. */
class PartProgress {
  readonly #parts: number;
  readonly #isOfFiles: boolean;
  readonly #report: (progress: Progress) => void;
  readonly #known = new Map<number, { readonly loaded: number; readonly done: number }>();
  #loaded = 0;
  /** How many parts are done, with fractions of those of which some files are. */
  #done = 0;
  #files = 1;

  constructor(parts: number, isOfFiles: boolean, report: (progress: Progress) => void) {
    this.#parts = parts;
    this.#isOfFiles = isOfFiles;
    this.#report = report;
  }

  said(at: number, { loaded, files }: Progress): void {
    this.#files = files?.total ?? this.#files;
    this.#set(at, { loaded, done: files ? files.done / files.total : 0 });
  }

  finished(at: number): void {
    this.#set(at, { loaded: this.#known.get(at)?.loaded ?? 0, done: 1 });
  }

  #set(at: number, now: { readonly loaded: number; readonly done: number }): void {
    const before = this.#known.get(at);
    this.#known.set(at, now);
    this.#loaded += now.loaded - (before?.loaded ?? 0);
    this.#done += now.done - (before?.done ?? 0);
    const [done, total] = [Math.round(this.#done * this.#files), this.#parts * this.#files];
    this.#report({
      ...{ loaded: this.#loaded, phase: "read" },
      ...(this.#isOfFiles && { files: { done, total } }),
    });
  }
}
