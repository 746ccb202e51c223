/**
 * Reading for the stage, one thing at a time. A new reading aborts the one under way, whose progress is shown and which
 * a person can cancel.
 */
import { batch, signal } from "@preact/signals";
import type { Notice, Progress } from "../protocol/facts.ts";
import { noticeOf } from "../protocol/notices.ts";
import type { Connection, RemoteWorker } from "./connection.ts";

/** A reading under way. */
export interface Work {
  /** Asks the worker for something that may take long. Rejects on failure, and when the signal aborts. */
  readonly request: <T>(question: (worker: RemoteWorker, task: number) => Promise<T>) => Promise<T>;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** The least time between two reports of progress, in milliseconds: each repaints the page. */
const REPORT_INTERVAL = 100;

export class Reading {
  readonly busy = signal(false);
  readonly progress = signal<Progress | undefined>(undefined);
  readonly #onNews: (notices: readonly Notice[]) => void;
  #controller = new AbortController();

  /** `onNews` gets the warnings that came up during a reading. */
  constructor(onNews: (notices: readonly Notice[]) => void) {
    this.#onNews = onNews;
  }

  /** Runs a reading. Resolves with the reason for a failure; being replaced by another reading is none. */
  async run(connection: Connection, work: (work: Work) => Promise<void>): Promise<Notice | undefined> {
    this.#controller.abort();
    const controller = new AbortController();
    this.#controller = controller;
    const { signal } = controller;
    const isCurrent = () => this.#controller === controller;
    let reported = -REPORT_INTERVAL;
    const onProgress = (progress: Progress) => {
      const now = performance.now();
      if (isCurrent() && now - reported >= REPORT_INTERVAL) {
        reported = now;
        this.progress.value = progress;
      }
    };
    const request: Work["request"] = (question) =>
      connection.stoppable(signal, (task) => question(connection.worker, task));
    let failure: Notice | undefined;
    this.busy.value = true;
    try {
      await work({ request, signal, onProgress });
    } catch (cause) {
      failure = noticeOf(cause);
    }
    const news = signal.aborted ? [] : await connection.worker.news();
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

  /** Cancels the reading under way: it fails as aborted. */
  stop(): void {
    this.#controller.abort();
  }

  /** Drops the reading under way. */
  clear(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.busy.value = false;
    this.progress.value = undefined;
  }
}
