/**
 * A worker and the file it holds. Closing ends the worker: whatever it was
 * decoding stops at once, and all its memory goes with it. A file still being
 * opened is then undefined; other calls still waiting simply never answer.
 */
import { proxy, type Remote, wrap } from "comlink";
import type {
  BlockFacts,
  BlockState,
  Cells,
  Engine,
  FileDetail,
  FileSet,
  Found,
  IntervalName,
  NodeDetail,
  Notice,
  Opened,
  PlaneLimits,
  Progress,
  TreeNode,
} from "./protocol.ts";

export class Connection {
  readonly #worker: Worker;
  readonly #engine: Remote<Engine>;
  readonly #closed: Promise<undefined>;
  #settle = () => {};

  /** `onFailure` is told when the worker itself cannot go on. */
  constructor(onFailure: (message: string) => void) {
    this.#worker = new Worker(new URL("./worker.ts", import.meta.url), {
      type: "module",
      name: "asdf-viewer",
    });
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault();
      onFailure(event.message || "the worker that reads files could not be started");
    });
    this.#engine = wrap<Engine>(this.#worker);
    this.#closed = new Promise((resolve) => {
      this.#settle = () => resolve(undefined);
    });
  }

  /** Undefined when it was closed before it was open. */
  open(source: FileSet | string, onProgress: (progress: Progress) => void): Promise<Opened | undefined> {
    return Promise.race([this.#engine.open(source, proxy(onProgress)), this.#closed]);
  }

  children(id: number): Promise<readonly TreeNode[]> {
    return this.#engine.children(id);
  }

  detail(id: number): Promise<NodeDetail> {
    return this.#engine.detail(id);
  }

  text(id: number): Promise<string> {
    return this.#engine.text(id);
  }

  value(id: number): Promise<string> {
    return this.#engine.value(id);
  }

  file(): Promise<FileDetail> {
    return this.#engine.file();
  }

  blocks(): Promise<readonly BlockFacts[]> {
    return this.#engine.blocks();
  }

  verify(index: number): Promise<BlockState> {
    return this.#engine.verify(index);
  }

  stopVerifying(): Promise<void> {
    return this.#engine.stopVerifying();
  }

  trail(id: number): Promise<readonly number[]> {
    return this.#engine.trail(id);
  }

  search(text: string): Promise<Found> {
    return this.#engine.search(text);
  }

  searchOn(): Promise<Found> {
    return this.#engine.searchOn();
  }

  plane(...[id, leading, interval, onProgress, onPart]: Parameters<Engine["plane"]>): Promise<void> {
    return this.#engine.plane(id, leading, interval, proxy(onProgress), proxy(onPart));
  }

  limits(interval: IntervalName): Promise<PlaneLimits | undefined> {
    return this.#engine.limits(interval);
  }

  cells(id: number): Promise<Cells> {
    return this.#engine.cells(id);
  }

  news(): Promise<readonly Notice[]> {
    return this.#engine.news();
  }

  stop(): Promise<void> {
    return this.#engine.stop();
  }

  close(): void {
    this.#worker.terminate();
    this.#settle();
  }
}
