/** The absolute values of complex numbers, which are looked at where an order is needed: they have none. */
import type { ArrayData, Datatype } from "asdf-wasm";

export function isComplex(dtype: Datatype): boolean {
  return typeof dtype === "string" && dtype.startsWith("complex");
}

/** A reading of real numbers as it is; of complex ones, whose parts alternate, their absolute values. */
export function real(part: ArrayData, dtype: Datatype): ArrayData {
  if (!isComplex(dtype)) {
    return part;
  }
  const { data } = part;
  const values = Float64Array.from({ length: data.length / 2 }, (_, i) =>
    Math.hypot(Number(data[2 * i]), Number(data[2 * i + 1])),
  );
  return { ...part, data: values };
}
