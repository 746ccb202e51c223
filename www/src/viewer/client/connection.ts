/**
 * A file that a worker holds, and reading from it for the stage. The worker answers the calls of a file on a port of its own.
 * Closing terminates the worker: decoding stops at once and all its memory is released. An `open` under way then resolves to
 * undefined, and other pending calls never settle: they are forgotten, so that a closed file keeps nothing of what waited for it.
 */
import { batch, signal } from "@preact/signals";
import { type Endpoint, proxy, type Remote, releaseProxy, wrap } from "comlink";
import type { FileSet, Notice, Opened, Progress } from "../protocol/facts.ts";
import type { HostFile } from "../protocol/host.ts";
import { ABORTED, noticeOf } from "../protocol/notices.ts";
import type { WorkerApi } from "../protocol/workerApi.ts";
import { closeWith } from "./callbacks.ts";
import { hostReads } from "./hostReads.ts";
import { problemOfStart, startWorker } from "./thread.ts";

/** A worker started ahead, waiting for a file. */
let spare: Worker | undefined;

/**
 * Starts a worker ahead of the next file. Returns a function that terminates it while it is unused. Opening a file reports a
 * failure.
 */
export function startAhead(): () => void {
  let worker: Worker;
  try {
    worker = spare ?? startWorker();
  } catch {
    return () => {};
  }
  spare = worker;
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    spare = spare === worker ? undefined : spare;
  });
  return () => {
    if (spare === worker) {
      worker.terminate();
      spare = undefined;
    }
  };
}

/** The worker as the page calls it. */
export type RemoteWorker = Remote<WorkerApi>;

/**
 * The port of a file as comlink knows it, without listeners and callbacks once `closing` is aborted: comlink keeps what it wraps for
 * ever while calls are pending, and a listener would keep the file with it.
 */
function endpointOf(port: MessagePort, closing: AbortSignal): Endpoint {
  return {
    postMessage: (message, transfer = []) => {
      closeWith(closing, transfer);
      port.postMessage(message, transfer);
    },
    addEventListener: (type, listener) => port.addEventListener(type, listener, { signal: closing }),
    removeEventListener: (type, listener) => port.removeEventListener(type, listener),
    start: () => port.start(),
  };
}

export class Connection {
  readonly #thread = spare ?? startWorker();
  #worker: RemoteWorker | undefined;
  readonly #closing = new AbortController();
  readonly #closed: Promise<undefined>;
  #settle = () => {};
  #tasks = 0;

  /** `onFailure` is called when the worker itself fails. */
  constructor(onFailure: (notice: Notice) => void) {
    spare = undefined;
    const { signal } = this.#closing;
    const refuse = (event: ErrorEvent) => {
      event.preventDefault();
      onFailure(
        event.message ? { severity: "error", code: "unexpected", message: event.message } : problemOfStart(),
      );
    };
    this.#thread.addEventListener("error", refuse, { signal });
    const { port1: port, port2: other } = new MessageChannel();
    this.#thread.postMessage(other, [other]);
    signal.addEventListener("abort", () => port.close(), { once: true });
    this.#worker = wrap<WorkerApi>(endpointOf(port, signal));
    this.#closed = new Promise((resolve) => {
      this.#settle = () => resolve(undefined);
    });
  }

  /** The worker's calls. Throws as aborted once the connection is closed. */
  get worker(): RemoteWorker {
    if (!this.#worker) {
      throw ABORTED;
    }
    return this.#worker;
  }

  /** Resolves to undefined if the connection was closed meanwhile. */
  open(
    source: FileSet | HostFile | string,
    path: string | undefined,
    onProgress: (progress: Progress) => void,
  ): Promise<Opened | undefined> {
    return Promise.race([this.#open(source, path, proxy(onProgress)), this.#closed]);
  }

  /** Makes a call that can be stopped: when the signal aborts it rejects at once, and the worker stops. */
  async stoppable<T>(signal: AbortSignal, ask: (task: number) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const task = this.#tasks;
    this.#tasks += 1;
    return new Promise<T>((resolve, reject) => {
      const stop = () => {
        void this.#worker?.stop(task);
        reject(signal.reason);
      };
      signal.addEventListener("abort", stop, { once: true });
      ask(task)
        .then(resolve, reject)
        .finally(() => signal.removeEventListener("abort", stop));
    });
  }

  close(): void {
    this.#thread.terminate();
    this.#closing.abort(ABORTED);
    // Its table of pending calls leads to all that waits for them.
    this.#worker?.[releaseProxy]();
    this.#worker = undefined;
    this.#settle();
  }

  #open(
    source: FileSet | HostFile | string,
    path: string | undefined,
    onProgress: (progress: Progress) => void,
  ): Promise<Opened> {
    if (typeof source === "string" || "files" in source) {
      return this.worker.open(source, path, onProgress);
    }
    const { name } = source;
    const { size } = source.source;
    return this.worker.open({ name, size }, path, onProgress, proxy(hostReads(source, this.#closing.signal)));
  }
}

/** A reading under way. */
export interface Work {
  /** Asks the worker for something that may take long. Rejects on failure, and when the signal aborts. */
  readonly request: <T>(question: (worker: RemoteWorker, task: number) => Promise<T>) => Promise<T>;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** The least time between two reports of progress, in milliseconds: each repaints the page. */
const REPORT_INTERVAL = 100;

/**
 * Reads for the stage, one thing at a time. A new reading aborts the one under way, whose progress is shown and which a
 * person can cancel.
 */
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
    this.#controller.abort(ABORTED);
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
    this.#controller.abort(ABORTED);
  }

  /** Drops the reading under way. */
  clear(): void {
    this.#controller.abort(ABORTED);
    this.#controller = new AbortController();
    this.busy.value = false;
    this.progress.value = undefined;
  }
}
