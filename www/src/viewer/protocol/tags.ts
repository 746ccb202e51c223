/** Tags that say what a map is. */

/** A table or a column, of the core schemas or of astropy. */
export function isTable(tag: string | undefined): boolean {
  return /\/(table|column)-\d/.test(tag ?? "");
}

/** A number or an array, called `value`, with its unit. */
export function isQuantity(tag: string | undefined): boolean {
  return /\/quantity-\d/.test(tag ?? "");
}
