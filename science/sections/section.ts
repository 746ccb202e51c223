/** Sections of arrays: the plane or line of an array that is shown, and what reading one needs of an array. */
import type { ArrayData, NdArray, ReadOptions, Selection, StructData } from "asdf-wasm";
import type { Collapse } from "../compute/reductions.ts";
import type { PlaneValues } from "../elements/values.ts";

/** Which section of an array is shown. */
export interface Section {
  /** The axes on the stage: rows and columns; only rows for an array of one axis; none for a single element. */
  readonly axes: readonly number[];
  /** An index for each axis of the array; ignored for the axes on the stage. */
  readonly index: readonly number[];
  /** An axis of which not one plane is shown, but what all or some of them make together. */
  readonly collapse?: Collapse | undefined;
}

/** Every `step`-th element, on both axes, of a rectangle of a section. */
export interface Excerpt {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly step: number;
}

/** Indices along an axis from `start` (inclusive) to `stop` (exclusive). */
export interface Span {
  readonly start: number;
  readonly stop: number;
}

/** Elements of a section, row by row. */
export interface GridWindow {
  readonly rows: Span;
  readonly columns: Span;
  readonly values: PlaneValues | readonly string[];
  readonly mask?: Uint8Array | undefined;
  readonly complex: boolean;
}

/** An array of a file, or one that is computed while it is read. */
export interface ReadableArray extends Pick<NdArray, "shape" | "size" | "dtype" | "nbytes" | "compression"> {
  /** Whether elements may be masked. */
  readonly masked?: boolean | undefined;
  /** Of an array in many files: their names. */
  readonly files?: readonly string[] | undefined;
  read(selection: Selection, options: ReadOptions): Promise<ArrayData | StructData>;
}

/** The section that is shown first of an array: its last two axes, at index 0 of the others. */
export function firstSection(shape: readonly number[]): Section {
  return { axes: [...shape.keys()].slice(-2), index: shape.map(() => 0) };
}

/** The numbers of rows and columns of a section. */
export function sizeOf(
  { shape }: Pick<ReadableArray, "shape">,
  { axes }: Section,
): readonly [rows: number, columns: number] {
  const [rows = 0, columns = 0] = axes.map((axis) => shape[axis]);
  return [rows, columns];
}

/** The whole section, or every `step`-th of its rows and columns. */
export function allOf(array: ReadableArray, section: Section, step: number): Excerpt {
  const [height, width] = sizeOf(array, section);
  return { x: 0, y: 0, width, height, step };
}

/** Whether the axis of the rows comes after the axis of the columns. */
export function isTurned({ axes }: Section): boolean {
  return (axes[0] ?? 0) > (axes[1] ?? 0);
}
