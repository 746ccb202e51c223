/** ZIP archives whose bytes depend on nothing but their contents: wheels of Python and extensions of VS Code are such archives. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** The earliest time that the format knows. The archive keeps local time, so this one is the same in all time zones. */
const TIME = new Date(1980, 0, 1);

/** A file of Unix that its owner may write and everybody read, in the upper half of the attributes. */
const MODE = 0o100644 << 16;

/** @typedef {Map<string, Uint8Array>} Files their contents by their paths in the archive, which are separated by `/` */

/**
 * All files of a folder, sorted by path.
 *
 * @param {string} folder
 * @param {string} [under] the path in the archive that it becomes
 * @returns {Files}
 */
export function filesIn(folder, under = "") {
  const entries = readdirSync(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return new Map(
    entries.flatMap((entry) => {
      const [from, to] = [join(folder, entry.name), posix.join(under, entry.name)];
      return entry.isDirectory() ? [...filesIn(from, to)] : [[to, readFileSync(from)]];
    }),
  );
}

/**
 * @param {Files} files in the order of the archive
 * @returns {Promise<Uint8Array>}
 */
export async function archive(files) {
  // Scripts answer `--help` in a clone without npm packages.
  const { zipSync } = await import("fflate");
  // On Unix, `os` 3, programs that unpack it take the file's mode from the attributes.
  return zipSync(Object.fromEntries(files), { level: 9, mtime: TIME, os: 3, attrs: MODE });
}
