/**
 * The external files of a file: those that a `$ref` or the source of an array refers to. They are found as the options
 * `resolve` and `external` say, opened once for all that refer to them, and closed with the file that the caller opened,
 * the root.
 *
 * Each has a name: its URL if that is known, otherwise its path relative to the root. Files whose tree was returned to the caller
 * stay open.
 */
import { AsdfError, isNotThere, reasonOf } from "../api/error.ts";
import type { OpenSyncOptions, Source } from "../api/options.ts";
import { checkSize } from "../grid/memory.ts";
import type { FetchOptions } from "../source/http/remote.ts";
import { bytesOf } from "../source/source.ts";
import { OpenFiles } from "./open-files.ts";

/** What has to be known of an opened file. */
interface Openable {
  readonly name: string;
  readonly url: URL | undefined;
  close(): void;
}

/** Opens a file that belongs to the same root; `asStored`: with the numbers of FITS images as they are stored. */
type Opener<File> = (source: Source, options: FetchOptions, name: string, asStored: boolean) => Promise<File>;

export class ExternalFiles<File extends Openable> {
  readonly #root: File;
  readonly #options: OpenSyncOptions;
  readonly #open: Opener<File>;
  readonly #files = new OpenFiles<File>();

  constructor(root: File, options: OpenSyncOptions, open: Opener<File>) {
    this.#root = root;
    this.#options = options;
    this.#open = open;
  }

  /** Runs `work` on the file to which `from` refers as `uri`. */
  async use<T>(
    from: File,
    uri: string,
    signal: AbortSignal | undefined,
    work: (file: File) => T | Promise<T>,
    asStored = false,
  ): Promise<T> {
    const name = join(from.name, uri);
    if (name === this.#root.name && name !== "") {
      return work(this.#root);
    }
    const open = (stop: AbortSignal) =>
      this.#find(name, from, stop, asStored).catch((cause) => {
        throw failure(name, cause);
      });
    return this.#files.use(asStored ? `stored ${name}` : name, open, signal, work);
  }

  /** The file to which `from` refers as `uri`. It stays open, because its tree is used; `added` is called the first time. */
  keep(from: File, uri: string, signal: AbortSignal | undefined, added: (file: File) => void): Promise<File> {
    return this.use(from, uri, signal, (file) => {
      if (this.#files.keep(file, file.name)) {
        added(file);
      }
      return file;
    });
  }

  close(): void {
    this.#files.close();
  }

  /** The bytes of the file to which `from` refers as `uri`, at most `most`; undefined if it does not exist. */
  async read(
    from: File,
    uri: string,
    most: number,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const name = join(from.name, uri);
    try {
      const [source, options] = await this.#located(name, from);
      const bytes = await bytesOf(source, { ...options, signal });
      try {
        checkSize(bytes.size, most);
        return await bytes.read(0, bytes.size, signal);
      } finally {
        bytes.close?.();
      }
    } catch (thrown) {
      if (isNotThere(thrown)) {
        return undefined;
      }
      throw signal?.aborted ? thrown : failure(name, thrown);
    }
  }

  async #find(name: string, from: File, signal: AbortSignal, asStored: boolean): Promise<File> {
    const [source, options] = await this.#located(name, from);
    return this.#open(source, { ...options, signal }, name, asStored);
  }

  /** The source of this name, and the options with which it is opened. */
  async #located(name: string, from: File): Promise<[Source, FetchOptions]> {
    // What the caller sends along is for the file that the caller named, not for those that a file names.
    const { request: _, ...options } = this.#options;
    const answer = await options.resolve?.(name);
    if (answer !== undefined) {
      return [answer, options];
    }
    if (options.resolve && !URL.canParse(name)) {
      throw new AsdfError("not-found", "`resolve` does not know this name");
    }
    const url = this.#allowed(name, from.url?.origin);
    const admit = (redirected: URL) => {
      this.#allowed(redirected.href, from.url?.origin);
    };
    return [url, { ...options, admit }];
  }

  /** The URL with this name, if the options allow to fetch it for a file from `origin`. */
  #allowed(name: string, origin: string | undefined): URL {
    const { external = "same-origin" } = this.#options;
    const refuse = (why: string) =>
      new AsdfError("external-source", `\`${name}\`, to which this file refers, is not fetched: ${why}`);
    if (!URL.canParse(name)) {
      throw refuse("open this file from its http(s) URL, or pass `resolve` to open(), to say where it is");
    }
    const url = new URL(name);
    if (url.protocol !== "https:" && url.protocol !== "http:") {
      throw refuse(`it is at a ${url.protocol} address, and only http: and https: ones are`);
    }
    if (external === "none") {
      throw refuse('`external` is "none"; pass `resolve` to open() to give it');
    }
    if (external === "same-origin" && url.origin !== origin) {
      throw refuse(
        `to let it be fetched from ${url.origin}, pass \`external: "any"\` or \`resolve\` to open()`,
      );
    }
    return url;
  }
}

function failure(name: string, cause: unknown): AsdfError {
  if (cause instanceof AsdfError && cause.code === "external-source") {
    return cause;
  }
  const message = `\`${name}\`, to which this file refers, cannot be opened: ${reasonOf(cause)}`;
  return new AsdfError("external-source", message, { cause });
}

/** The name of the file to which the file named `base` refers as `uri`. */
function join(base: string, uri: string): string {
  const [reference = ""] = uri.split("#");
  const from = URL.canParse(base) ? base : undefined;
  if (URL.canParse(reference, from)) {
    return new URL(reference, from).href;
  }
  if (reference.startsWith("/")) {
    return reference;
  }
  const path = base.split("/").slice(0, -1);
  for (const segment of reference.split("/")) {
    if (segment === ".." && path.length > 0 && path.at(-1) !== "..") {
      path.pop();
    } else if (segment !== ".") {
      path.push(segment);
    }
  }
  return path.join("/");
}
