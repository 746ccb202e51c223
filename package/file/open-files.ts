/**
 * Files that are opened when they are used, once for all that use them. At most `MOST` stay open: those that nobody uses are closed, the
 * least recently used first, and opened again when needed. Files that are to be kept stay open; exceeding the limit with these is
 * an error.
 */
import { AsdfError } from "../api/error.ts";
import { orAborted } from "../bytes/work.ts";

/** The maximum number of files that stay open. */
const MOST = 64;

interface Used<File> {
  readonly opening: Promise<File>;
  readonly stop: AbortController;
  /** Set once it is open. */
  file?: File;
  /** The number of operations that wait for it or read from it. */
  users: number;
  kept: boolean;
}

export class OpenFiles<File extends { close(): void }> {
  /** By name, the last used at the end. */
  readonly #files = new Map<string, Used<File>>();

  /** Runs `work` on the file of this name, which `open` opens unless it is open. */
  async use<T>(
    name: string,
    open: (signal: AbortSignal) => Promise<File>,
    signal: AbortSignal | undefined,
    work: (file: File) => T | Promise<T>,
  ): Promise<T> {
    const used = this.#files.get(name) ?? this.#begin(name, open);
    this.#files.delete(name);
    this.#files.set(name, used);
    used.users += 1;
    try {
      return await work(await orAborted(used.opening, signal));
    } finally {
      used.users -= 1;
      this.#tidy();
    }
  }

  /** Keeps a file open that is in use; returns whether it was not kept before. */
  keep(file: File, name: string): boolean {
    const all = [...this.#files.values()];
    const used = all.find((candidate) => candidate.file === file);
    if (!used || used.kept) {
      return false;
    }
    if (all.filter(({ kept }) => kept).length >= MOST) {
      const message = `\`${name}\` is one more than the ${MOST} other files that may be open at a time`;
      throw new AsdfError("limit-exceeded", `${message}: open it by itself`);
    }
    used.kept = true;
    return true;
  }

  close(): void {
    const reason = new AsdfError("closed", "the file is closed");
    for (const [name, used] of this.#files) {
      this.#drop(name, used, reason);
    }
  }

  #begin(name: string, open: (signal: AbortSignal) => Promise<File>): Used<File> {
    const stop = new AbortController();
    const opening = open(stop.signal).then(
      (file) => {
        if (stop.signal.aborted) {
          file.close();
          throw stop.signal.reason;
        }
        used.file = file;
        return file;
      },
      (cause) => {
        // A file that failed to open is tried again next time.
        if (this.#files.get(name) === used) {
          this.#files.delete(name);
        }
        throw stop.signal.aborted ? stop.signal.reason : cause;
      },
    );
    // Avoids an unhandled rejection: those who wait for the file report the failure.
    opening.catch(() => {});
    const used: Used<File> = { opening, stop, users: 0, kept: false };
    return used;
  }

  /** Closes unused files: those that no operation waits for any more, and idle ones beyond the limit. */
  #tidy(): void {
    for (const [name, used] of this.#files) {
      const needed = used.users > 0 || used.kept;
      if (!needed && (used.file === undefined || this.#files.size > MOST)) {
        this.#drop(name, used, new AsdfError("aborted", "nobody waits for the file any more"));
      }
    }
  }

  #drop(name: string, { stop, file }: Used<File>, reason: AsdfError): void {
    this.#files.delete(name);
    stop.abort(reason);
    file?.close();
  }
}
