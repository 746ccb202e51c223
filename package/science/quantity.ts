/** Quantities (unit/quantity) as values with their unit. */
import { AsdfError } from "../api/error.ts";
import { NdArray } from "../api/ndarray.ts";
import { isTreeMap, type TreeValue } from "../api/tree.ts";
import { Complex } from "../api/values.ts";
import { toUnit } from "./unit.ts";

/** A value with its unit, as text in the form that the file has, such as `"Jy"` or `"km s-1"`; `""`: dimensionless. */
export interface Quantity {
  readonly value: number | bigint | Complex | NdArray;
  readonly unit: string;
}

/**
 * The value and the unit of a quantity: a map with `value` and `unit`, as astropy's `Quantity` is written, or an array in an HDU of
 * a FITS file whose header has `BUNIT`.
 *
 * @throws AsdfError `bad-tree` if it is no quantity
 *
 * @example
 * const { value, unit } = toQuantity(file.get("meta/focal_length"));   // 2.4, "m"
 */
export function toQuantity(node: TreeValue | undefined): Quantity {
  const isArray = node instanceof NdArray;
  const value = isArray ? node : isTreeMap(node) ? node["value"] : undefined;
  const unit = isArray ? cardOf(node, "BUNIT") : isTreeMap(node) ? toUnit(node["unit"]) : undefined;
  const isValue =
    typeof value === "number" ||
    typeof value === "bigint" ||
    value instanceof Complex ||
    value instanceof NdArray;
  if (!isValue || unit === undefined) {
    throw new AsdfError(
      "bad-tree",
      "this is no quantity: a map with a number or an array as `value`, and a `unit`",
    );
  }
  return { value, unit };
}

/** The text of a card of the HDU that an array is in. */
export function cardOf(
  array: NdArray,
  keyword: string,
  what: "value" | "comment" = "value",
): string | undefined {
  const { hdu, reader } = array;
  const card = hdu === undefined ? undefined : reader.cardsOf(hdu).find((card) => card.keyword === keyword);
  const text = card?.[what];
  return typeof text === "string" && text !== "" ? text.trim() : undefined;
}
