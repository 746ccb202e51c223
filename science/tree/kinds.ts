/** What a node is, as its tag, its name and its datatype tell. */
import { isCompanion as isNameOfCompanion, isFlags as isNameOfFlags } from "asdf-wasm/names";

/** A table or a column, of the core schemas or of astropy. */
export function isTable(tag: string | undefined): boolean {
  return /\/(table|column)-\d/.test(tag ?? "");
}

/** A number or an array, called `value`, with its unit. */
export function isQuantity(tag: string | undefined): boolean {
  return /\/quantity-\d/.test(tag ?? "");
}

/** Whether an array belongs to another one by its name: errors, variances, weights and the like. */
export function isCompanion({ key }: Pick<Named, "key">): boolean {
  return isNameOfCompanion(key);
}

interface Named {
  readonly key: string;
  readonly array?: { readonly datatype: string } | undefined;
}

/** Whether an array holds bit masks, by its name and its datatype. */
export function isFlags({ key, array }: Named): boolean {
  return array !== undefined && isNameOfFlags(key, array.datatype);
}
