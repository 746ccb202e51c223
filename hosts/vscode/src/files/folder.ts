/** Which files on a disk belong to another one. */
import { realpath } from "node:fs/promises";
import { dirname, join, sep } from "node:path";

/** Where a file is that is named relative to another one, after all links; it must be in the folder of that, or one inside it. */
export async function pathBeside(path: string, names: readonly string[]): Promise<string> {
  const folder = dirname(await realpath(path));
  const wanted = join(folder, ...names);
  const found = await realpath(wanted).catch(() => wanted);
  if (!found.startsWith(folder.endsWith(sep) ? folder : folder + sep)) {
    throw new Error("it is outside of the folder of this file, where it is looked for");
  }
  return found;
}
