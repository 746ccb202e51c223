/** The files of a folder, each opened once: at an address, in Node at a path, or behind a function that finds them. */
import { AsdfError, type Bytes, type OpenOptions, openBytes, type Source } from "asdf-wasm";
import { damaged } from "../damaged.ts";
import type { ReadTable } from "../table.ts";

/** Finds a file of a folder by its path in it; undefined if it is not there. */
export type FolderReader = (path: string) => Promise<Source | undefined>;

/** Texts that describe a catalogue are not longer. */
const MOST_TEXT = 2 ** 26;

export class Files {
  readonly options: OpenOptions;
  readonly #folder: string | URL | FolderReader;
  readonly #opened = new Map<string, Promise<Bytes | undefined>>();
  readonly #tables = new Map<string, Promise<ReadTable>>();

  constructor(folder: string | URL | FolderReader, options: OpenOptions) {
    this.#folder = folder;
    this.options = options;
  }

  async text(path: string): Promise<string | undefined> {
    const bytes = await this.open(path);
    if (bytes && bytes.size > MOST_TEXT) {
      throw new AsdfError("limit-exceeded", `\`${path}\` has ${bytes.size} bytes, more than ${MOST_TEXT}`);
    }
    return bytes && new TextDecoder().decode(await bytes.read(0, bytes.size, this.options.signal));
  }

  /** @throws AsdfError `not-found` if it is not there, and as reading Parquet does */
  table(path: string, signal: AbortSignal | undefined): Promise<ReadTable> {
    return this.once(path, () => this.#read(path, signal));
  }

  /** A table that is opened once. What failed is opened again, also if the call that began it was stopped. */
  async once(path: string, open: () => Promise<ReadTable>): Promise<ReadTable> {
    const known = this.#tables.get(path);
    if (!known) {
      const table = open();
      this.#tables.set(path, table);
      return table;
    }
    try {
      return await known;
    } catch {
      // Another call that waited may open it already.
      if (this.#tables.get(path) === known) {
        this.#tables.delete(path);
      }
      return this.once(path, open);
    }
  }

  open(path: string): Promise<Bytes | undefined> {
    const opened = this.#opened.get(path) ?? this.#find(path);
    this.#opened.set(path, opened);
    opened.catch(() => this.#opened.delete(path));
    return opened;
  }

  /**
   * From what a file is opened.
   *
   * @throws AsdfError `corrupt-data` if its path leads out of the folder: files and lists say paths, and requests may be signed
   */
  async source(path: string): Promise<Source | undefined> {
    const folder = this.#folder;
    if (path.split(/[/\\]/).includes("..")) {
      throw damaged(`the path \`${path}\` leads out of the folder`);
    }
    if (typeof folder === "function") {
      return folder(path);
    }
    const address = String(folder).replace(/\/?$/, "/");
    // The name of a file may look as if it were escaped, or had a query.
    const isAddress = /^https?:/i.test(address);
    return address + (isAddress ? encodeURI(path).replaceAll(/[?#]/g, encodeURIComponent) : path);
  }

  close(): void {
    for (const opened of this.#opened.values()) {
      opened.then((bytes) => bytes?.close?.()).catch(() => {});
    }
  }

  async #read(path: string, signal: AbortSignal | undefined): Promise<ReadTable> {
    const bytes = await this.open(path);
    if (!bytes) {
      throw new AsdfError("not-found", `the partition \`${path}\` is not there`);
    }
    const { parquetTable } = await import("../formats/parquet/parquet.ts");
    return parquetTable(bytes, { ...this.options, signal });
  }

  async #find(path: string): Promise<Bytes | undefined> {
    try {
      const source = await this.source(path);
      return source === undefined ? undefined : await openBytes(source, this.options);
    } catch (thrown) {
      if (isMissing(thrown)) {
        return undefined;
      }
      throw thrown;
    }
  }
}

/** Buckets that do not list their files to everybody refuse those that are not there. */
function isMissing(thrown: unknown): boolean {
  return thrown instanceof AsdfError && (thrown.code === "not-found" || thrown.status === 403);
}
