/** What a node is, as its tag, its name and its datatype tell. */
import type { ArrayBadges } from "./facts.ts";

/** A table or a column, of the core schemas or of astropy. */
export function isTable(tag: string | undefined): boolean {
  return /\/(table|column)-\d/.test(tag ?? "");
}

/** A number or an array, called `value`, with its unit. */
export function isQuantity(tag: string | undefined): boolean {
  return /\/quantity-\d/.test(tag ?? "");
}

interface Named {
  readonly key: string;
  readonly array?: Pick<ArrayBadges, "datatype"> | undefined;
}

/** Whether an array holds bit masks, by its name and its datatype. */
export function isFlags({ key, array }: Named): boolean {
  return (
    array !== undefined &&
    /^(bool8|u?int(8|16|32))$/.test(array.datatype) &&
    (array.datatype === "bool8" || /dq|flag|mask|quality|bad_?pix/i.test(key))
  );
}
