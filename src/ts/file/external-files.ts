/**
 * The other files that a file refers to, by a `$ref` or as the source of an array: found as the options `resolve` and
 * `external` say, opened once for all that refer to them, and closed with the file that the caller opened, the root.
 *
 * Each has a name: its URL where that is known, else its path relative to the root. At most `MOST` stay open.
 * Those that only elements are read from are closed again, the longest unused first, and opened anew when needed; those
 * whose tree has been handed out stay, and one too many of these is an error.
 */

import { AsdfError, reasonOf } from "../api/error.ts";
import type { OpenSyncOptions, Source } from "../api/types.ts";
import { orAborted } from "../read/arrivals.ts";
import type { FetchOptions } from "../source/http/remote.ts";
import type { Store } from "./opened-file.ts";

/** How many other files may stay open. */
const MOST = 64;

/** Opens a file that belongs to the same root. */
type Opener = (source: Source, options: FetchOptions, name: string) => Promise<Store>;

interface Other {
  readonly opening: Promise<Store>;
  readonly stop: AbortController;
  /** There once it is open. */
  store?: Store;
  /** How many wait for it or read from it. */
  users: number;
  /** Whether values of its tree have been handed out. */
  kept: boolean;
}

export class Others {
  readonly #root: Store;
  readonly #options: OpenSyncOptions;
  readonly #open: Opener;
  /** By name, the last used at the end. */
  readonly #files = new Map<string, Other>();

  constructor(root: Store, options: OpenSyncOptions, open: Opener) {
    this.#root = root;
    this.#options = options;
    this.#open = open;
  }

  /** Runs `work` on the file that `from` calls `uri`. */
  async use<T>(
    from: Store,
    uri: string,
    signal: AbortSignal | undefined,
    work: (store: Store) => T | Promise<T>,
  ): Promise<T> {
    const name = join(from.name, uri);
    if (name === this.#root.name && name !== "") {
      return work(this.#root);
    }
    const other = this.#files.get(name) ?? this.#begin(name, from);
    this.#files.delete(name);
    this.#files.set(name, other);
    other.users += 1;
    try {
      return await work(await orAborted(other.opening, signal));
    } finally {
      other.users -= 1;
      this.#tidy();
    }
  }

  /** The file that `from` calls `uri`, for its tree: from now on it stays open. */
  keep(from: Store, uri: string, signal: AbortSignal | undefined): Promise<Store> {
    return this.use(from, uri, signal, (store) => {
      const others = [...this.#files.values()];
      const other = others.find((candidate) => candidate.store === store);
      if (other && !other.kept) {
        if (others.filter(({ kept }) => kept).length >= MOST) {
          const message = `\`${store.name}\` is one more than the ${MOST} other files that may be open at a time`;
          throw new AsdfError("limit-exceeded", `${message}: open it by itself`);
        }
        other.kept = true;
        this.#root.note(store.info.warnings, store);
      }
      return store;
    });
  }

  close(): void {
    const reason = new AsdfError("closed", "the file is closed");
    for (const [name, other] of this.#files) {
      this.#drop(name, other, reason);
    }
  }

  #begin(name: string, from: Store): Other {
    const stop = new AbortController();
    const opening = this.#find(name, from, stop.signal).then(
      (store) => {
        if (stop.signal.aborted) {
          store.close();
          throw stop.signal.reason;
        }
        other.store = store;
        return store;
      },
      (cause) => {
        // What failed is tried again next time.
        if (this.#files.get(name) === other) {
          this.#files.delete(name);
        }
        throw stop.signal.aborted ? stop.signal.reason : failure(name, cause);
      },
    );
    // Those who wait for it are told; there may be none any more.
    opening.catch(() => {});
    const other: Other = { opening, stop, users: 0, kept: false };
    return other;
  }

  async #find(name: string, from: Store, signal: AbortSignal): Promise<Store> {
    const { request, ...options } = this.#options;
    const answer = await options.resolve?.(name);
    if (answer !== undefined) {
      return this.#open(answer, { ...options, signal }, name);
    }
    const url = this.#allowed(name, from.url?.origin);
    const admit = (led: URL) => {
      this.#allowed(led.href, from.url?.origin);
    };
    const ours = url.origin === this.#root.asked;
    return this.#open(url, { ...options, ...(ours && { request }), signal, admit }, name);
  }

  /** The URL that a name is, if the policy lets it be fetched on behalf of a file from `origin`. */
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

  /** Closes what nobody needs: files that nobody waits for any more, and idle ones beyond the limit. */
  #tidy(): void {
    for (const [name, other] of this.#files) {
      const needed = other.users > 0 || other.kept;
      if (!needed && (other.store === undefined || this.#files.size > MOST)) {
        this.#drop(name, other, new AsdfError("aborted", "nobody waits for the file any more"));
      }
    }
  }

  #drop(name: string, { stop, store }: Other, reason: AsdfError): void {
    this.#files.delete(name);
    stop.abort(reason);
    store?.close();
  }
}

function failure(name: string, cause: unknown): AsdfError {
  if (cause instanceof AsdfError && cause.code === "external-source") {
    return cause;
  }
  const message = `\`${name}\`, to which this file refers, cannot be opened: ${reasonOf(cause)}`;
  return new AsdfError("external-source", message, { cause });
}

/** The name of what the file called `base` calls `uri`. */
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
