/** A column that was read in parts, each of some of its rows. Every row has one element. */
import type { ArrayData, ArrayValues } from "asdf-wasm";
import { joined } from "../elements/pixels.ts";
import { lengthOf } from "../elements/shapes.ts";

export interface Part {
  readonly data: ArrayValues;
  readonly mask?: Uint8Array<ArrayBuffer> | undefined;
}

/** A column that is masked somewhere has a mask in each part: what writes it takes that from the first rows. */
export function withMask(part: ArrayData): ArrayData {
  return part.mask ? part : { ...part, mask: new Uint8Array(lengthOf(part.shape)) };
}

/** The parts in their order. `none`: the elements of a column without rows. */
export function joinedParts(parts: readonly Part[], none: ArrayValues): ArrayData {
  const [first = { data: none }, ...more] = parts;
  const data = more.length > 0 ? joined(first.data, ...more.map((part) => part.data)) : first.data;
  const marks = parts.map((part) => part.mask ?? new Uint8Array(part.data.length));
  const [mask, ...others] = parts.some((part) => part.mask) ? marks : [];
  return { data, shape: [data.length], stride: [1], ...(mask && { mask: joined(mask, ...others) }) };
}
