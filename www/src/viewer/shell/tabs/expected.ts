/**
 * Finds the files on this device that a link or a session names among those that are opened: by their folders, then by their size, and last
 * by their name alone. A file that is in another folder, or could be one of several, is not taken.
 */
import { unnumbered } from "@asdf-wasm/science/format/names";
import type { FolderFile, ViewerSource } from "../../protocol/facts.ts";
import type { Place } from "../../state/linking.ts";
import { fileIn, fileName, isHosted, nameOf, setOf } from "../../state/source.ts";

/** A file on this device that a link leads to: it is opened by its owner. */
export interface ExpectedFile {
  readonly name: string;
  /** The name that it had among the open files, if it was another. */
  readonly as?: string | undefined;
  /** Of several of its name, the one of this size is meant. */
  readonly size?: number | undefined;
  readonly place: Place;
}

/** The file that each expected one is, in their order. */
export type FoundFiles = ReadonlyMap<ExpectedFile, FolderFile>;

export function foundAmong(expected: readonly ExpectedFile[], files: readonly FolderFile[]): FoundFiles {
  const found = new Map<ExpectedFile, FolderFile>();
  const taken = new Set<FolderFile>();
  const names = new Set(expected.map(({ name }) => unnumbered(name)));
  const all = files.filter((one) => names.has(unnumbered(ownName(one))));
  const isLeft = (one: ExpectedFile) => !found.has(one);
  /** Takes each file that fits one expected file only, which no other file fits. */
  const take = (
    isIt: (one: ExpectedFile, file: FolderFile) => boolean,
    called = (name: string) => name,
  ): void => {
    const left = expected.filter(isLeft);
    const free = all.filter((file) => !taken.has(file));
    const fits = (one: ExpectedFile, file: FolderFile) =>
      called(one.name) === called(ownName(file)) && isIt(one, file);
    for (const one of left) {
      const [file, ...others] = free.filter((file) => fits(one, file));
      if (file && others.length === 0 && left.every((other) => other === one || !fits(other, file))) {
        found.set(one, file);
        taken.add(file);
      }
    }
  };
  take((one, file) => isIn(one, file) && (one.size === undefined || isOfSize(one, file)));
  const isSized = (one: ExpectedFile, file: FolderFile) => isOfSize(one, file) && mayBeIn(one, file);
  take(isSized);
  // A browser numbers files of one name that are dropped together.
  take(isSized, unnumbered);
  take(isIn);
  take(mayBeIn, unnumbered);
  const order = (one: ExpectedFile) => expected.indexOf(one);
  return new Map([...found].sort(([one], [other]) => order(one) - order(other)));
}

/** The name that an expected file had among the open ones; undefined if neither folder nor size confirms that this is the file. */
export function nameOfFound(one: ExpectedFile, file: FolderFile): string | undefined {
  return !one.as?.includes("/") || isIn(one, file) || isOfSize(one, file) ? one.as : undefined;
}

function isOfSize({ size }: ExpectedFile, { file }: FolderFile): boolean {
  return file.size === size;
}

/** Whether a file is in the folders that its name among the open files had. A browser numbers folders too: that tells nothing. */
function isIn({ as = "" }: ExpectedFile, { path }: FolderFile): boolean {
  const plain = (path: string) => `/${path.replace(/ \(\d+\)(?=\/)/g, "")}`;
  return as.includes("/") && plain(path).endsWith(plain(as));
}

/** Whether a file may be in those folders: its own are not known, or are the same. */
function mayBeIn(one: ExpectedFile, file: FolderFile): boolean {
  return !one.as?.includes("/") || !file.path.includes("/") || isIn(one, file);
}

/** Says which files cannot be told from others of their names; undefined if there are none such. */
export function unsureAmong(
  expected: readonly ExpectedFile[],
  files: readonly FolderFile[],
  found: FoundFiles,
): string | undefined {
  const taken = new Set(found.values());
  const left = new Set(files.filter((file) => !taken.has(file)).map((file) => unnumbered(ownName(file))));
  const unsure = expected.filter((one) => !found.has(one) && left.has(unnumbered(one.name)));
  const names = unsure.map(({ name, as = name }) => as).join(", ");
  return names === ""
    ? undefined
    : `names, folders and sizes do not tell which file is ${names} of the link or session: what was shown of it is not restored`;
}

/** The one of the expected files that is opened, and its name among the open ones. */
export function expectedIn(
  expected: readonly ExpectedFile[],
  source: ViewerSource,
): { readonly one: ExpectedFile; readonly as: string | undefined } | undefined {
  const set = setOf(source);
  if (typeof set === "string") {
    return undefined;
  }
  if (isHosted(set)) {
    const one = expected.find(({ name }) => name === nameOf(set));
    return one && { one, as: one.as };
  }
  const file = fileIn(source);
  const [one] = file ? foundAmong(expected, [file]).keys() : [];
  return file && one && { one, as: nameOfFound(one, file) };
}

/** The name of a file, which its path may have in another form: of files that were dropped together, none has the path of another. */
function ownName(one: FolderFile): string {
  return one.file instanceof File ? fileName(one.file.name) : nameOf([one]);
}
