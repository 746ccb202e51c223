/**
 * The external files of a file: those that a `$ref` or the source of an array refers to. They are found as the options
 * `resolve` and `external` say, opened once for all that refer to them, and closed with the file that the caller opened,
 * the root.
 *
 * Each has a name: its URL if that is known, otherwise its path relative to the root. At most `MOST` stay open: files from
 * which only elements are read are closed, the least recently used first, and opened again when needed; files whose tree
 * was returned to the caller stay open, and exceeding the limit with these is an error.
 */
import { AsdfError, reasonOf } from "../api/error.ts";
import type { OpenSyncOptions, Source } from "../api/options.ts";
import { orAborted } from "../bytes/work.ts";
import type { FetchOptions } from "../source/http/remote.ts";

/** The maximum number of external files that stay open. */
const MOST = 64;

/** What has to be known of an opened file. */
interface Openable {
  readonly name: string;
  readonly url: URL | undefined;
  close(): void;
}

/** Opens a file that belongs to the same root. */
type Opener<File> = (source: Source, options: FetchOptions, name: string) => Promise<File>;

interface ExternalFile<File> {
  readonly opening: Promise<File>;
  readonly stop: AbortController;
  /** Set once it is open. */
  file?: File;
  /** The number of operations that wait for it or read from it. */
  users: number;
  /** Whether values of its tree were returned to the caller. */
  kept: boolean;
}

export class ExternalFiles<File extends Openable> {
  readonly #root: File;
  readonly #options: OpenSyncOptions;
  readonly #open: Opener<File>;
  /** By name, the last used at the end. */
  readonly #files = new Map<string, ExternalFile<File>>();

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
  ): Promise<T> {
    const name = join(from.name, uri);
    if (name === this.#root.name && name !== "") {
      return work(this.#root);
    }
    const external = this.#files.get(name) ?? this.#begin(name, from);
    this.#files.delete(name);
    this.#files.set(name, external);
    external.users += 1;
    try {
      return await work(await orAborted(external.opening, signal));
    } finally {
      external.users -= 1;
      this.#tidy();
    }
  }

  /** The file to which `from` refers as `uri`. It stays open, because its tree is used; `added` is called the first time. */
  keep(from: File, uri: string, signal: AbortSignal | undefined, added: (file: File) => void): Promise<File> {
    return this.use(from, uri, signal, (file) => {
      const all = [...this.#files.values()];
      const external = all.find((candidate) => candidate.file === file);
      if (external && !external.kept) {
        if (all.filter(({ kept }) => kept).length >= MOST) {
          const message = `\`${file.name}\` is one more than the ${MOST} other files that may be open at a time`;
          throw new AsdfError("limit-exceeded", `${message}: open it by itself`);
        }
        external.kept = true;
        added(file);
      }
      return file;
    });
  }

  close(): void {
    const reason = new AsdfError("closed", "the file is closed");
    for (const [name, external] of this.#files) {
      this.#drop(name, external, reason);
    }
  }

  #begin(name: string, from: File): ExternalFile<File> {
    const stop = new AbortController();
    const opening = this.#find(name, from, stop.signal).then(
      (file) => {
        if (stop.signal.aborted) {
          file.close();
          throw stop.signal.reason;
        }
        external.file = file;
        return file;
      },
      (cause) => {
        // A file that failed to open is tried again next time.
        if (this.#files.get(name) === external) {
          this.#files.delete(name);
        }
        throw stop.signal.aborted ? stop.signal.reason : failure(name, cause);
      },
    );
    // Avoids an unhandled rejection: those who wait for the file report the failure.
    opening.catch(() => {});
    const external: ExternalFile<File> = { opening, stop, users: 0, kept: false };
    return external;
  }

  async #find(name: string, from: File, signal: AbortSignal): Promise<File> {
    // What the caller sends along is for the file that the caller named, not for those that a file names.
    const { request: _, ...options } = this.#options;
    const answer = await options.resolve?.(name);
    if (answer !== undefined) {
      return this.#open(answer, { ...options, signal }, name);
    }
    if (options.resolve && !URL.canParse(name)) {
      throw new AsdfError("not-found", "`resolve` does not know this name");
    }
    const url = this.#allowed(name, from.url?.origin);
    const admit = (redirected: URL) => {
      this.#allowed(redirected.href, from.url?.origin);
    };
    return this.#open(url, { ...options, signal, admit }, name);
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

  /** Closes unused files: those that no operation waits for any more, and idle ones beyond the limit. */
  #tidy(): void {
    for (const [name, external] of this.#files) {
      const needed = external.users > 0 || external.kept;
      if (!needed && (external.file === undefined || this.#files.size > MOST)) {
        this.#drop(name, external, new AsdfError("aborted", "nobody waits for the file any more"));
      }
    }
  }

  #drop(name: string, { stop, file }: ExternalFile<File>, reason: AsdfError): void {
    this.#files.delete(name);
    stop.abort(reason);
    file?.close();
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
