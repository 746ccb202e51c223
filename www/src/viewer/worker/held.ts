/** The file that a connection of the page holds, and how its calls are answered: with the file as it is when they come. */
import { ABORTED, noticeOf } from "../protocol/notices.ts";
import { letGo } from "../protocol/transfer.ts";
import type { OpenFile } from "./opened.ts";

// biome-ignore lint/suspicious/noExplicitAny: only so is every call meant.
type Call = (...args: any[]) => unknown;

/** The calls of a group as functions of the open file. */
export type Answers<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (...args: infer Args) => Promise<infer Answer>
    ? (file: OpenFile, ...args: Args) => Answer | Promise<Answer>
    : never;
};

export class HeldFile {
  #file: OpenFile | undefined;
  readonly #closing = new AbortController();
  #cache: number | undefined;
  #asked = new AbortController();

  /** Aborts when the file is closed. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  get file(): OpenFile {
    if (!this.#file) {
      throw new Error("no file is open");
    }
    return this.#file;
  }

  show(file: OpenFile): void {
    if (this.#cache !== undefined && file.file !== this.#file?.file) {
      // The file before an edit of its text is only there for undo.
      this.#file?.planes.share(0);
      file.planes.share(this.#cache);
    }
    this.#file = file;
    if (this.closing.aborted) {
      this.close();
      throw ABORTED;
    }
  }

  /** Changes how many bytes the file, and what edits of its text make of it, keep for later reads. */
  limitCache(bytes: number): void {
    this.#cache = bytes;
    this.file.planes.share(bytes);
  }

  /** Ends all reading of the file, and lets go of it. */
  close(): void {
    this.#closing.abort(ABORTED);
    this.#file?.close();
    this.#file = undefined;
  }

  /** Aborts with the next call. */
  untilAsked(): AbortSignal {
    this.#asked = new AbortController();
    return AbortSignal.any([this.#asked.signal, this.closing]);
  }

  /** A group of calls, answered with the file that is held. */
  calls<Calls extends object>(answers: Answers<Calls>): Calls {
    const calls = Object.entries<Call>(answers).map(([name, answer]) => [
      name,
      (...args: unknown[]) => {
        this.#asked.abort(ABORTED);
        return answered(args, async () => answer(this.file, ...args));
      },
    ]);
    return Object.fromEntries(calls);
  }
}

/** Failures reach the page as notices: an Error would lose its code and place in cloning. */
export async function answered<T>(args: readonly unknown[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof Error && cause.cause instanceof WebAssembly.RuntimeError) {
      // What was in use is never freed: the page opens no further file here.
      globalThis.postMessage?.("trapped");
    }
    throw noticeOf(cause);
  } finally {
    letGo(args);
  }
}
