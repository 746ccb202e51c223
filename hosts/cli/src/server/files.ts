/** Which files of this machine the viewer may read: those that were named, and the ASDF and FITS files in folders that were named. */
import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, join, sep } from "node:path";
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

/** Whether a file in a folder is one for the viewer, by its name. */
export function isShown(name: string): boolean {
  return /\.(?:asdf|fits|fit|fts)(?:\.gz)?$/i.test(name);
}

function inFolder(folder: string): ServedFile[] {
  const names = namesIn(folder).filter(isShown).sort();
  if (names.length === 0) {
    throw new Problem(`${folder} has no ASDF or FITS files (*.asdf, *.fits)`);
  }
  const root = realpathSync(folder);
  return names.flatMap((name) => {
    const path = realPath(join(folder, name));
    // A link out of the folder was not named, and one that leads nowhere is no file.
    const isInside = path?.startsWith(root.endsWith(sep) ? root : root + sep) ?? false;
    return path !== undefined && isInside ? [{ name: name.split(sep).join("/"), path }] : [];
  });
}

/** The names of all files below a folder. Folders that may not be read are left out. */
function namesIn(folder: string): string[] {
  const found: string[] = [];
  const pending = [""];
  for (let inner = pending.pop(); inner !== undefined; inner = pending.pop()) {
    for (const entry of entriesOf(join(folder, inner))) {
      const name = join(inner, entry.name);
      if (entry.isDirectory()) {
        pending.push(name);
      } else {
        found.push(name);
      }
    }
  }
  return found;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Undefined if it leads nowhere, or not to a file. */
function realPath(path: string): string | undefined {
  try {
    const real = realpathSync(path);
    return statSync(real).isFile() ? real : undefined;
  } catch {
    return undefined;
  }
}
