/** Which files of this machine the viewer may read: those that were named, and the ASDF files in folders that were named. */
import { readdirSync, realpathSync, statSync } from "node:fs";
import { basename, join, resolve, sep } from "node:path";
import { Problem } from "../exit.ts";

export interface ServedFile {
  /** As the viewer shows it; also its place in addresses. */
  readonly name: string;
  readonly path: string;
}

export function filesOf(paths: readonly string[]): ServedFile[] {
  const found = paths.flatMap((path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) {
      throw new Problem(`${path} does not exist`);
    }
    return stat.isDirectory() ? inFolder(path) : [{ name: basename(path), path: realpathSync(path) }];
  });
  const taken = new Map<string, number>();
  return found.map(({ name, path }) => {
    // Files of the same name get a number.
    const count = taken.get(name) ?? 0;
    taken.set(name, count + 1);
    return { name: count === 0 ? name : name.replace(/(\.\w+)?$/, ` (${count + 1})$1`), path };
  });
}

function inFolder(folder: string): ServedFile[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.asdf$/i.test(name))
    .sort();
  if (names.length === 0) {
    throw new Problem(`${folder} has no ASDF files (*.asdf)`);
  }
  const root = realpathSync(folder);
  return names.flatMap((name) => {
    const path = resolve(join(folder, name));
    const isOutside = !realpathSync(path).startsWith(root.endsWith(sep) ? root : root + sep);
    // A link out of the folder was not named.
    return isOutside ? [] : [{ name: name.split(sep).join("/"), path: realpathSync(path) }];
  });
}
