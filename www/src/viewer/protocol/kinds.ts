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

/** Whether an array belongs to another one by its name: errors, variances, weights and the like. */
export function isCompanion({ key }: Pick<Named, "key">): boolean {
  const words =
    /(^|_)(err|errors?|sigma|std|stddev|unc|uncertaint(y|ies)|i?var|variances?|wht|weights?|con|context|dq|flags?|masks?|quality|area|chisq|exptime|exposure_time|coverage)(_|$)/i;
  return words.test(key);
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
