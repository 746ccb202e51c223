/** What images, histograms and lines need of an array: one of the file, or one that is computed while it is read. */
import type { ArrayData, NdArray, ReadOptions, Selection, StructData } from "asdf-wasm";

export interface ReadableArray extends Pick<NdArray, "shape" | "size" | "dtype" | "nbytes" | "compression"> {
  read(selection: Selection, options: ReadOptions): Promise<ArrayData | StructData>;
}
