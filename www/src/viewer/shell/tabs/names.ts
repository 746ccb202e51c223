/**
 * The names of the open files, by which tabs, lists, links and sessions tell them apart: no two are the same. A file has its own name if
 * no other open file has that, and else as much of its path as tells it from them, such as `n2/same.asdf`, or a number:
 * `same (2).asdf`. It keeps the name, even when the others are closed: links have it.
 */
import { numbered, unnumbered } from "@asdf-wasm/science/format/names";

/** A file that is open, or can be. */
export interface NamedFile {
  readonly id: string;
  /** Its own name; empty while it is not known. */
  readonly name: string;
  /** Its path in what it was opened from, or its address. */
  readonly path: string;
  /** The paths of the files that were opened together with it. */
  readonly among: readonly string[];
  /** The name that it had when it was open before. */
  readonly as?: string | undefined;
}

/** The most letters of a name that has folders in it. */
const LONGEST = 255;

export class Names {
  #given: ReadonlyMap<string, { readonly file: NamedFile; readonly name: string }> = new Map();

  /** The names of files, by their identities; those that were given before stay. */
  of(files: readonly NamedFile[]): ReadonlyMap<string, string> {
    const given = new Map<string, { readonly file: NamedFile; readonly name: string }>();
    const taken = new Set<string>();
    const give = (file: NamedFile, name: string | undefined): void => {
      if (name !== undefined && name !== "" && !given.has(file.id) && !taken.has(name)) {
        given.set(file.id, { file, name });
        taken.add(name);
      }
    };
    for (const file of files) {
      const before = this.#given.get(file.id);
      give(file, before && isSame(before.file, file) ? before.name : undefined);
    }
    for (const file of files) {
      give(file, file.as !== undefined && suits(file.as, file.name) ? file.as : undefined);
    }
    const left = files.filter(({ id, name }) => name !== "" && !given.has(id));
    // Addresses may differ behind their paths only: an end that another path has does not tell them apart.
    const ends = new Set(
      left.length > 0 ? Array.from(given.values(), ({ file }) => endsOf(file.path)).flat() : [],
    );
    const counts = new Map<readonly string[], ReadonlyMap<string, number>>();
    for (const file of left) {
      const count = counts.get(file.among) ?? countsOf(file.among);
      counts.set(file.among, count);
      const isFree = (name: string) => !taken.has(name) && (count.get(name) ?? 0) < 2;
      const own = endsOf(file.path);
      const name = [file.name, ...own.filter((end) => !ends.has(end))].find(isFree);
      give(file, name ?? numbered(file.name, taken));
      for (const end of own) {
        ends.add(end);
      }
    }
    this.#given = given;
    return new Map(Array.from(given, ([id, { name }]) => [id, name]));
  }
}

/** Whether a name can be of a file: with a path before its own name, or with a number in it. */
function suits(as: string, name: string): boolean {
  return name !== "" && (as === name || as.endsWith(`/${name}`) || unnumbered(as) === name);
}

function isSame(one: NamedFile, other: NamedFile): boolean {
  return one.name === other.name && one.path === other.path && one.as === other.as;
}

/** How many paths end in the same names of folders and file. */
function countsOf(paths: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const end of paths.flatMap(endsOf)) {
    counts.set(end, (counts.get(end) ?? 0) + 1);
  }
  return counts;
}

/** The last name in a path, then the last two, …; nothing that is too long. */
function endsOf(path: string): readonly string[] {
  const names = path.split(/(?<=\/)(?=[^/])/);
  const ends = names.map((_, i) => names.slice(-1 - i).join(""));
  return ends.filter((end) => end !== "" && end.length <= LONGEST);
}
