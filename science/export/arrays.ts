/** Arrays as `.npy` and CSV. */
import { lengthOf } from "../elements/shapes.ts";
import { GUARDED } from "../format/csvCell.ts";
import { type Bytes, isFloat } from "./bytes.ts";
import type { Content } from "./content.ts";
import { csvBytes, usualLength } from "./csv.ts";
import { descrOf, npyBytes, npyHeader } from "./npy.ts";
import { refused, type Writing } from "./writing.ts";

export function asNpy(content: Content): Writing {
  const { shape, dtype, masked } = content;
  if (typeof dtype === "object" && dtype.kind === "struct") {
    return refused("records are exported as a table");
  }
  const descr = descrOf(dtype);
  if (descr === undefined) {
    return refused(`numpy has no ${String(dtype)}: choose CSV`);
  }
  const header = npyHeader(descr, shape);
  const each = Number(descr.slice(2)) * (descr.includes("U") ? 4 : 1);
  const remarks = [
    ...(dtype === "complex32" ? ["Of type complex64, as numpy has no complex32."] : []),
    ...(masked
      ? [isFloat(dtype) ? "Masked elements become NaN." : "Masked elements keep their stored values."]
      : []),
  ];
  const pieces = async function* (signal: AbortSignal): AsyncGenerator<Bytes> {
    yield header;
    for await (const slab of content.slabs(signal, dtype === "float16")) {
      yield npyBytes(slab, dtype);
    }
  };
  return { bytes: header.length + lengthOf(shape) * each, isEstimate: false, remarks, pieces };
}

export function asCsv(content: Content): Writing {
  const { shape, dtype, masked } = content;
  if (shape.length > 2) {
    return refused(
      `a CSV file has rows and columns, and this array has ${shape.length} axes: choose a section of it`,
    );
  }
  const width = shape.length === 2 ? (shape[1] ?? 0) : 1;
  const remarks = [
    ...(shape.length === 2 ? ["The first line is row 0."] : []),
    ...(masked ? ["Masked elements are empty."] : []),
    ...(typeof dtype === "object" ? [GUARDED] : []),
  ];
  const pieces = async function* (signal: AbortSignal): AsyncGenerator<Bytes> {
    for await (const slab of content.slabs(signal)) {
      yield csvBytes(slab, dtype, width);
    }
  };
  return { bytes: lengthOf(shape) * usualLength(dtype), isEstimate: true, remarks, pieces };
}
