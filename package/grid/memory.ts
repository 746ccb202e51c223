/** The memory of a result that is read in parts, and the value of missing elements in it. */
import type { IntoArray, ScalarType } from "../api/arrays.ts";
import { allocate, holderOf, itemSize, valuesOf } from "../api/elements.ts";
import { AsdfError } from "../api/error.ts";

/** Refuses a result that is larger than `limit` bytes. */
export function checkSize(bytes: number, limit: number): void {
  if (bytes > limit) {
    const message = `the result takes ${bytes} bytes, more than the limit of ${limit}: select less, or open the file with a higher \`limits.output\``;
    throw new AsdfError("limit-exceeded", message);
  }
}

/** Whether the datatype has a value that is no number, which takes the place of elements that are missing. */
export function isFloat(dtype: ScalarType): boolean {
  return dtype.startsWith("float") || dtype.startsWith("complex");
}

/** Memory for the values of the result: the caller's, or new. */
export function memoryFor(
  dtype: ScalarType,
  count: number,
  into: IntoArray | undefined,
  float16: "bits" | undefined,
): IntoArray {
  const bits = dtype === "float16" ? float16 : undefined;
  const holder = holderOf(dtype, bits);
  if (holder === undefined) {
    throw new AsdfError("unsupported-datatype", `arrays of several files hold no values of ${dtype}`);
  }
  const item = dtype === "float16" && bits === undefined ? 4 : dtype === "complex32" ? 8 : itemSize(dtype);
  const values = (bytes: Uint8Array<ArrayBuffer>) => valuesOf(dtype, bytes, count, bits) as IntoArray;
  if (into === undefined) {
    return values(allocate(count * item));
  }
  const given = String(Reflect.get(into, Symbol.toStringTag));
  const wanted = (count * item) / into.BYTES_PER_ELEMENT;
  if (given !== holder || into.length !== wanted) {
    const message = `values of ${dtype} are put into a ${holder} of ${wanted}, and \`into\` is a ${given} of ${into.length}`;
    throw new AsdfError("bad-selection", message);
  }
  return into;
}

/** The 16 bits of a float16 that is no number. */
const NAN_BITS = 0x7e00;

/** Makes elements missing: masked if there is a mask, otherwise NaN. */
export function makeMissing(
  values: IntoArray,
  mask: Uint8Array | undefined,
  float16: "bits" | undefined,
): void {
  if (mask) {
    mask.fill(1);
    new Uint8Array(values.buffer, values.byteOffset, values.byteLength).fill(0);
  } else {
    values.fill((float16 && values instanceof Uint16Array ? NAN_BITS : Number.NaN) as never);
  }
}

/** Marks elements that are masked in a file, or makes them NaN where the result has no mask. */
export function hide(its: Uint8Array | undefined, values: IntoArray, mask: Uint8Array | undefined): void {
  if (its === undefined) {
    return;
  }
  if (mask) {
    mask.set(its);
    return;
  }
  for (const [index, isMasked] of its.entries()) {
    if (isMasked) {
      values[index] = Number.NaN as never;
    }
  }
}
