/** Sizes of files in words. */

/** The size in whole megabytes, at least one. */
export function megabytes(size: number): string {
  return `${Math.max(1, Math.round(size / 1e6)).toLocaleString("en")} MB`;
}
