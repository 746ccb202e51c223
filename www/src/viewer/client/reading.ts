/**
 * Reading for the stage: one thing at a time. What is asked for later takes the place of what is being read, whose
 * progress is shown and which can be stopped.
 */
import { batch, signal } from "@preact/signals";
import { noticeOf } from "../protocol/notices.ts";
import type { Notice, Progress } from "../protocol/protocol.ts";
import type { Connection } from "./connection.ts";

/** A reading under way: it ends when the signal aborts. */
export interface Work {
  readonly connection: Connection;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** How often progress is told, in milliseconds: each time, the page is painted. */
const EACH = 100;

export class Reading {
  readonly busy = signal(false);
  readonly progress = signal<Progress | undefined>(undefined);
  readonly #onNews: (notices: readonly Notice[]) => void;
  #controller = new AbortController();

  /** `onNews` is told the warnings that came up while something was read. */
  constructor(onNews: (notices: readonly Notice[]) => void) {
    this.#onNews = onNews;
  }

  /** Runs a reading; answers why it failed, unless another took its place: that is no failure. */
  async run(connection: Connection, work: (work: Work) => Promise<void>): Promise<Notice | undefined> {
    this.#controller.abort();
    const controller = new AbortController();
    this.#controller = controller;
    const isCurrent = () => this.#controller === controller;
    let told = -EACH;
    const onProgress = (progress: Progress) => {
      const now = performance.now();
      if (isCurrent() && now - told >= EACH) {
        told = now;
        this.progress.value = progress;
      }
    };
    let failure: Notice | undefined;
    this.busy.value = true;
    try {
      await work({ connection, signal: controller.signal, onProgress });
    } catch (cause) {
      failure = noticeOf(cause);
    }
    const news = controller.signal.aborted ? [] : await connection.engine.news();
    if (!isCurrent()) {
      return undefined;
    }
    batch(() => {
      this.#onNews(news);
      this.busy.value = false;
      this.progress.value = undefined;
    });
    return failure;
  }

  /** Stops what is being read: it fails as aborted. */
  stop(): void {
    this.#controller.abort();
  }

  /** Forgets what is being read. */
  clear(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.busy.value = false;
    this.progress.value = undefined;
  }
}
