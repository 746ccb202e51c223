/** Paths in the tree as arguments have them. */

/** The keys of a path: `~1` in a key means `/`, and `~0` means `~`. */
export function keysOf(path: string): string[] {
  return path.split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}
