/** The file that a connection of the page holds, and how its calls are answered: with the file as it is when they come. */
import { noticeOf } from "../protocol/notices.ts";
import type { OpenFile } from "./opened.ts";

export class HeldFile {
  #file: OpenFile | undefined;
  /** Calls that can be stopped, by the page's numbers. */
  readonly #tasks = new Map<number, AbortController>();

  get file(): OpenFile {
    if (!this.#file) {
      throw new Error("no file is open");
    }
    return this.#file;
  }

  show(file: OpenFile): void {
    this.#file = file;
  }

  answer<T>(work: (file: OpenFile) => T | Promise<T>): Promise<T> {
    return answered(async () => work(this.file));
  }

  /** Answers a call that the page may stop. */
  stoppable<T>(task: number, work: (file: OpenFile, signal: AbortSignal) => T | Promise<T>): Promise<T> {
    const controller = new AbortController();
    this.#tasks.set(task, controller);
    return this.answer((file) => work(file, controller.signal)).finally(() => this.#tasks.delete(task));
  }

  /** Stops a call by its number. */
  readonly stop = async (task: number): Promise<void> => this.#tasks.get(task)?.abort();
}

/** Failures reach the page as notices: an Error would lose its code and place in cloning. */
export async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw noticeOf(cause);
  }
}
