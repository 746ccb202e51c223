/**
 * What the page gives to open: an address, a file that the page's host reads, or files opened together: which of them to show, and how the
 * external files that it refers to are found.
 */
import { folderIn, OWN_ENDING } from "@asdf-wasm/science/format/dialects";
import { many } from "@asdf-wasm/science/format/format";
import { AsdfError, type ByteSource, type OpenOptions, open, Reference } from "asdf-wasm";
import { HAS_CATALOGUES } from "../../protocol/catalogues.ts";
import { type FileSet, MOST_FILES, type Notice } from "../../protocol/facts.ts";
import type { HostFacts, HostReads } from "../../protocol/host.ts";
import { noticeOf, refusalOf } from "../../protocol/notices.ts";
import { unpacked } from "./gzip.ts";
import type { AnyFile } from "./inMemory.ts";
import { loadAhead } from "./loadAhead.ts";
import { type FolderOfTables, isTable, opensAsTable, tablesIn, tablesOf } from "./tableFile.ts";

interface Given {
  readonly bytes: Blob | ByteSource | string;
  /** The file itself if it is made here, and has no bytes. */
  readonly made?: AnyFile;
  /** The name to show. */
  readonly name: string;
  /** Its path in its set, and of the files that can be shown instead. */
  readonly main: string;
  readonly mains: readonly string[];
  /** Why files that were opened together with it are not. */
  readonly refused?: readonly Notice[];
  /** How external files are found. */
  readonly resolve?: (uri: string) => Blob | Promise<ByteSource>;
  /** The folder of tables that it names. */
  readonly folder?: FolderOfTables | undefined;
}

export async function given(
  source: FileSet | HostFacts | string,
  host: HostReads | undefined,
  options: Pick<OpenOptions, "signal" | "onProgress"> = {},
): Promise<Given> {
  if (typeof source === "string") {
    const folder = folderIn(source);
    const name = nameIn(folder ?? source);
    loadAhead(name);
    return {
      bytes: source,
      name,
      main: source,
      mains: [source],
      folder: folder ? { at: folder } : undefined,
    };
  }
  if (host && "name" in source) {
    const { name, size } = source;
    loadAhead(name);
    const hosted = new HostedFiles(host);
    const resolve = (uri: string) => hosted.beside(uri);
    const at = (path: string) => orMissing(hosted.beside(path));
    const folder = folderIn(name) === undefined ? undefined : { at };
    return { bytes: hosted.source({ file: 0, size }), name, main: name, mains: [name], resolve, folder };
  }
  if (!("files" in source)) {
    throw new TypeError("a file of the page's host comes with a way to read it");
  }
  if (source.stack) {
    const { main = "" } = source;
    const { stacked } = await import("./stacked.ts");
    return { ...(await stacked(source, source.stack, options)), bytes: new Blob(), main, mains: [main] };
  }
  const folder = new Folder(source);
  const { mains, refused } = source.mains
    ? { mains: source.mains, refused: [] }
    : await folder.survey(options.signal);
  const main = source.main ?? mains[0] ?? "";
  if (main.endsWith("/")) {
    const name = main.split("/").at(-2) ?? "";
    return { bytes: new Blob(), name: `${name}/`, main, mains, refused, folder: folder.tablesIn(main) };
  }
  const file = folder.get(main);
  const name = file instanceof File ? file.name : (main.split("/").at(-1) ?? main);
  loadAhead(name);
  return { bytes: await unpacked(file), name, main, mains, refused, resolve: folder.resolver(main) };
}

/** Opens a file of ASDF or FITS, or the tables of another, or of a folder. */
export async function openAny(
  source: Blob | ByteSource | string,
  name: string,
  { folder, ...options }: OpenOptions & Pick<Given, "folder">,
): Promise<AnyFile> {
  try {
    return { file: await open(source, options) };
  } catch (refusal) {
    if (folder && HAS_CATALOGUES && !options.signal?.aborted) {
      return tablesIn(folder, name, options);
    }
    if (!(refusal instanceof AsdfError && refusal.code === "not-asdf" && opensAsTable(name))) {
      throw refusal;
    }
    const { signal, onProgress } = options;
    return tablesOf(source, name, { signal, onProgress });
  }
}

/** Nothing, in place of a file that is not there. */
async function orMissing<T>(finding: Promise<T>): Promise<T | undefined> {
  try {
    return await finding;
  } catch (cause) {
    if (noticeOf(cause).code !== "not-found") {
      throw cause;
    }
    return undefined;
  }
}

/** A file that the page's host reads, and those that it refers to. */
class HostedFiles {
  readonly #host: HostReads;

  constructor(host: HostReads) {
    this.#host = host;
  }

  source({ file, size }: { readonly file: number; readonly size?: number | undefined }): ByteSource {
    const host = this.#host;
    return {
      size,
      read: async (offset, length, { signal }) => {
        signal?.throwIfAborted();
        return host.read({ file, offset, length }, signal);
      },
      // The open one ends with the page's connection: it may be opened again.
      ...(file > 0 && { close: () => host.close(file) }),
    };
  }

  /** A file that the host's file refers to. */
  async beside(uri: string): Promise<ByteSource> {
    if (URL.canParse(uri)) {
      throw new Error("it is on the web, and this file may not fetch from there");
    }
    // What is escaped may be a way out of the folder, too.
    const paths = locate("", uri).filter((path) => !path.split("/").includes(".."));
    if (uri.startsWith("/") || paths.length === 0) {
      throw new Error("it is outside the folder of this file");
    }
    let failure: Notice | undefined;
    // A name may only look escaped.
    for (const path of paths) {
      try {
        return this.source(await this.#host.beside(path));
      } catch (cause) {
        failure ??= noticeOf(cause);
      }
    }
    throw Object.assign(new Error(failure?.message), { code: failure?.code });
  }
}

/** What is no address is refused when it is opened. */
function nameIn(address: string): string {
  if (!URL.canParse(address)) {
    return address;
  }
  const { pathname, host } = new URL(address);
  const name = /[^/]*\/?$/.exec(pathname)?.[0].replace(/^\/$/, "") || host;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Files that refer to no others. */
const FITS = /\.(fits?|fts)(\.gz)?$/i;
/** The most files searched for references. */
const MOST_SURVEYED = 1000;
/** The most files of other names that are looked into. */
const MOST_OTHERS = 100;

const CUT: Notice = {
  severity: "warning",
  code: "limit-exceeded",
  message: `Only the first ${MOST_FILES} files of the folder were taken: drop a smaller one`,
};

/** Says which files were not looked into. @param paths at least one */
function leftOut(paths: readonly string[]): Notice {
  const left = many(paths.length, "more file was", "more files were");
  const message = `${left} not looked into, such as \`${paths[0]}\`: drop fewer at once`;
  return { severity: "warning", code: "limit-exceeded", message };
}

/** The files that can be shown, the best first, and why the others that were meant to be cannot. */
interface Survey {
  readonly mains: readonly string[];
  readonly refused: readonly Notice[];
}

/** Files opened together. References are resolved by path, case-sensitive, inside the set only. */
export class Folder {
  readonly #files: ReadonlyMap<string, Blob>;

  constructor({ files }: FileSet) {
    this.#files = new Map(files.map(({ path, file }) => [normal(path), file]));
  }

  get(path: string): Blob {
    const file = this.#files.get(normal(path));
    if (!file) {
      throw new Error("there is no file to open here");
    }
    return file;
  }

  /** A folder of tables among the files. Its files are listed here, and so `_metadata`, which lists them too, is not needed. */
  tablesIn(folder: string): FolderOfTables {
    const [root, files] = [folder === "./" ? "" : folder, this.#files];
    return {
      at: async (path) => (path === "_metadata" ? undefined : files.get(root + path)),
      list: async () =>
        [...files.keys()].flatMap((path) => (path.startsWith(root) ? path.slice(root.length) : [])),
    };
  }

  /** Whether there may be more files, which were not taken. */
  get #isCut(): boolean {
    return this.#files.size >= MOST_FILES;
  }

  /** Resolves the URIs in a file, relative to it. */
  resolver(main: string): (uri: string) => Blob {
    return (uri) => {
      if (URL.canParse(uri)) {
        throw new Error("it is on the web, and a file on this device may not fetch from there");
      }
      const path = locate(main, uri);
      const found = path.map((name) => this.#files.get(name)).find((file) => file !== undefined);
      if (!found && this.#isCut) {
        throw new Error(`it is not among the first ${MOST_FILES} files of the folder: drop a smaller one`);
      }
      if (!found) {
        const message = `it is not here, so drop it together with ${main}, or drop the folder that holds both`;
        throw new AsdfError("not-found", message);
      }
      return found;
    };
  }

  /**
   * The files that can be shown: those that no other refers to. Files that refer to others, and outer files, come first. Of files with
   * names of other formats, those are looked into that were chosen by themselves, and not with their folder.
   */
  async survey(signal?: AbortSignal): Promise<Survey> {
    const all = [...this.#files.keys()].sort().sort((a, b) => depth(a) - depth(b));
    const folders = HAS_CATALOGUES ? foldersOfTables(all) : [];
    const paths = all.filter((path) => !folders.some((folder) => isIn(folder, path)));
    const known = paths.filter((path) => OWN_ENDING.test(path));
    // A data set may have more FITS files than are looked into: those that it names need not be.
    const named = known
      .toSorted((a, b) => Number(FITS.test(a)) - Number(FITS.test(b)))
      .slice(0, MOST_SURVEYED);
    const others = paths.filter(
      (path) => !OWN_ENDING.test(path) && (depth(path) === 1 || named.length === 0),
    );
    const looked = [...named, ...others.slice(0, MOST_OTHERS)];
    const cut = this.#isCut ? [CUT] : [];
    if (looked.length + folders.length < 2) {
      return { mains: [...looked, ...folders], refused: cut };
    }
    const referring = new Map<string, readonly string[]>();
    const referredTo = new Set<string>();
    const refused: Notice[] = [];
    for (const path of looked) {
      if (FITS.test(path) && referredTo.has(path)) {
        continue;
      }
      signal?.throwIfAborted();
      const file = this.get(path);
      const found = (await isTable(path, file)) ? [] : await urisIn(file);
      if (Array.isArray(found)) {
        const targets = found.flatMap((uri) => locate(path, uri)).filter((other) => other !== path);
        referring.set(path, targets);
        for (const target of targets) {
          referredTo.add(target);
        }
      } else {
        refused.push(refusalOf(path, found, "warning"));
      }
    }
    const candidates = [...known, ...others];
    const seen = new Set(looked);
    const left = candidates.filter((path) => !seen.has(path) && !referredTo.has(path));
    const notices = [...cut, ...(left.length > 0 ? [leftOut(left)] : [])];
    const sound = candidates.filter((path) => referring.has(path));
    const free = sound.filter((path) => !referredTo.has(path));
    // If none can be opened, the first says why, and then the others.
    const files = [free, sound, looked].find((some) => some.length > 0) ?? [];
    const mains = [...files, ...folders];
    // Catalogues come after what they may be drawn over.
    const rank = (path: string) =>
      Number((referring.get(path)?.length ?? 0) > 0) - Number(opensAsTable(path));
    return {
      mains: mains.toSorted((a, b) => rank(b) - rank(a)),
      refused: [...notices, ...(sound.length > 0 ? refused : [])],
    };
  }
}

/** The folder of a file that describes a catalogue of HATS, and that of Parquet files in folders named `key=value`. */
const HATS = /^(.*\/)?(?:hats|collection)\.properties$/;
const HIVE = /^((?:[^=/]*\/)*)[^/]+=[^/]*\/.*\.(?:parquet|parq|pq)$/i;

/** The folders of tables that some files are in: none that is in another. */
function foldersOfTables(paths: readonly string[]): string[] {
  const named = paths.flatMap((path) => {
    const found = HATS.exec(path) ?? HIVE.exec(path);
    return found ? found[1] || "./" : [];
  });
  const found = [...new Set(named)];
  return found.filter((folder) => !found.some((other) => other !== folder && isIn(other, folder)));
}

function isIn(folder: string, path: string): boolean {
  return folder === "./" || path.startsWith(folder);
}

/** The URIs of external files in a file's tree; why it cannot be opened, if so. */
async function urisIn(source: Blob): Promise<string[] | Notice> {
  try {
    const file = await open(await unpacked(source));
    file.close();
    const sources = Array.from(file.arrays()).flatMap<unknown>(([, { source, files }]) => files ?? [source]);
    const references = Array.from(file.search(""), ({ value }) => value instanceof Reference && value.uri);
    const uris = [...sources, ...references].filter((uri) => typeof uri === "string");
    return uris.map((uri) => uri.replace(/#.*/s, "")).filter((uri) => uri !== "");
  } catch (cause) {
    return noticeOf(cause);
  }
}

/** The paths that a URI in the file at `base` may mean: unescaped and, for names that only look escaped, as written. */
function locate(base: string, uri: string): string[] {
  const segments = base.split("/").slice(0, -1);
  for (const segment of uri.split("/")) {
    if (segment !== ".." && segment !== ".") {
      segments.push(segment);
    } else if (segment === ".." && segments.pop() === undefined) {
      return [];
    }
  }
  const path = segments.join("/");
  return [...new Set([unescaped(path), path])].map(normal);
}

function depth(path: string): number {
  return path.split("/").length;
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Systems encode accents in names differently. */
function normal(path: string): string {
  return path.normalize();
}
