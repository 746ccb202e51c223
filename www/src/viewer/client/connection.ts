/**
 * A file that a worker holds, and reading from it for the stage. The worker answers the calls of a file on a port of its own.
 * Closing ends them: the worker closes the file, or is terminated if it holds no other. An `open` under way then resolves to
 * undefined, and other pending calls never settle: they are forgotten, so that a closed file keeps nothing of what waited for it.
 */
import { batch, signal } from "@preact/signals";
import { type Endpoint, proxy, type Remote, releaseProxy, wrap } from "comlink";
import type { FileSet, Notice, Opened, Progress } from "../protocol/facts.ts";
import type { HostFile } from "../protocol/host.ts";
import { ABORTED, isAborted, noticeOf } from "../protocol/notices.ts";
import type { PlaneRequest } from "../protocol/plane.ts";
import { closeWith } from "../protocol/transfer.ts";
import type { WorkerApi } from "../protocol/workerApi.ts";
import { isFirst, shareFirst, shareWithout } from "./cacheShares.ts";
import { FileWorker } from "./fileWorker.ts";
import { hostReads } from "./hostReads.ts";
import { problemOfStart } from "./thread.ts";

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

/** A call of the worker, which gets the signal. */
export type Question<T> = (worker: WorkerApi, signal: AbortSignal) => Promise<T>;

export class Connection {
  readonly #holder = FileWorker.next();
  #worker: Remote<WorkerApi> | undefined;
  readonly #closing = new AbortController();
  readonly #closed: Promise<undefined>;
  #settle = () => {};
  #share: number | undefined;

  /** `onFailure` is called when the worker itself fails. */
  constructor(onFailure: (notice: Notice) => void) {
    const { signal } = this.#closing;
    const fail = ({ message }: ErrorEvent) =>
      onFailure(message ? { severity: "error", code: "unexpected", message } : problemOfStart());
    this.#holder.worker.addEventListener("error", fail, { signal });
    const port = this.#holder.connect();
    signal.addEventListener("abort", () => port.close(), { once: true });
    this.#worker = wrap<WorkerApi>(endpointOf(port, signal));
    this.#closed = new Promise((resolve) => {
      this.#settle = () => resolve(undefined);
    });
  }

  /** The worker's calls. Throws as aborted once the connection is closed. */
  get worker(): WorkerApi {
    if (!this.#worker) {
      throw ABORTED;
    }
    // Comlink's type knows no groups of calls.
    return this.#worker as unknown as WorkerApi;
  }

  /** Resolves to undefined if the connection was closed meanwhile. */
  open(
    source: FileSet | HostFile | string,
    path: string | undefined,
    onProgress: (progress: Progress) => void,
  ): Promise<Opened | undefined> {
    const opening = this.#open(source, path, onProgress).then((opened) => {
      shareFirst(this);
      return opened;
    });
    return Promise.race([opening, this.#closed]);
  }

  /** Says how much of the page's cache the file gets. */
  share(bytes: number): void {
    if (bytes !== this.#share) {
      this.#share = bytes;
      // What fails here fails in the next reading, which says so.
      this.worker.file.limitCache(bytes).catch(() => {});
    }
  }

  /** Makes a call with a signal: it rejects as soon as that aborts, however busy the worker is. */
  async request<T>(signal: AbortSignal, question: Question<T>): Promise<T> {
    signal.throwIfAborted();
    return new Promise<T>((resolve, reject) => {
      const stop = () => reject(signal.reason);
      signal.addEventListener("abort", stop, { once: true });
      question(this.worker, signal)
        .then(resolve, reject)
        .finally(() => signal.removeEventListener("abort", stop));
      shareFirst(this);
    });
  }

  /** Has a plane prepared, if no other file was read later. Resolves to false if something else was asked meanwhile. */
  async prepare(request: PlaneRequest): Promise<boolean> {
    try {
      await (isFirst(this) ? this.worker.image.prepare(request) : undefined);
      return true;
    } catch (cause) {
      // What else fails is told when it is looked at.
      return !isAborted(noticeOf(cause));
    }
  }

  close(): void {
    // The worker hears of it; and the table of pending calls leads to all that waits for them.
    this.#worker?.[releaseProxy]();
    this.#worker = undefined;
    this.#closing.abort(ABORTED);
    shareWithout(this);
    this.#holder.disconnect();
    this.#settle();
  }

  #open(
    source: FileSet | HostFile | string,
    path: string | undefined,
    onProgress: (progress: Progress) => void,
  ): Promise<Opened> {
    if (typeof source === "string" || "files" in source) {
      return this.worker.open({ source, path }, onProgress);
    }
    const { name } = source;
    const { size } = source.source;
    const host = proxy(hostReads(source, this.#closing.signal));
    return this.worker.open({ source: { name, size }, path }, onProgress, host);
  }
}

/** A reading under way. */
export interface Work {
  /** Asks the worker for something that may take long. Rejects on failure, and when the signal aborts. */
  readonly request: <T>(question: Question<T>) => Promise<T>;
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

  /** Runs a reading. Resolves with the reason for a failure; to be replaced by another reading is no failure. */
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
    const request: Work["request"] = (question) => connection.request(signal, question);
    let failure: Notice | undefined;
    this.busy.value = true;
    try {
      await work({ request, signal, onProgress });
    } catch (cause) {
      failure = noticeOf(cause);
    }
    const news = signal.aborted ? [] : await connection.worker.file.news();
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
