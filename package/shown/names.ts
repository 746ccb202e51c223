/** The entry `asdf-wasm/names`: what an array is, as its name and its datatype tell: flags, or another that belongs to an image. */

const COMPANION =
  /(^|_)(err|errors?|sigma|std|stddev|unc|uncertaint(y|ies)|i?var|variances?|wht|weights?|con|context|dq|flags?|masks?|quality|area|chisq|exptime|exposure_time|coverage)(_|$)/i;

/** Whether an array of this name belongs to another array: errors, variances, weights, flags and the like. */
export function isCompanion(name: string): boolean {
  return COMPANION.test(name);
}

/** Whether an array of this name and datatype holds bit masks. */
export function isFlags(name: string, datatype: string): boolean {
  return (
    /^(bool8|u?int(8|16|32))$/.test(datatype) &&
    (datatype === "bool8" || /dq|flag|mask|quality|bad_?pix/i.test(name))
  );
}
