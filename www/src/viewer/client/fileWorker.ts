/**
 * The workers of the page, which hold its files. Each of the first few files gets one to itself. Further files go to the one that holds
 * the fewest: their calls take turns there, and closing one stops its reading. The memory of a worker's WebAssembly modules returns when
 * it is terminated, with the last of its files.
 */
import { startWorker } from "./thread.ts";

/** The most workers that take files. */
const MOST = 4;

/** Those that take further files: not those that failed, or whose module trapped, which frees nothing that was in use. */
let taking: readonly FileWorker[] = [];

export class FileWorker {
  readonly worker = startWorker();
  #files = 0;

  private constructor() {
    taking = [...taking, this];
    this.worker.addEventListener("error", (event) => {
      // Its files tell of it.
      event.preventDefault();
      this.#retire();
    });
    // All that a worker says by itself is that its module trapped: calls are answered on the ports of files.
    this.worker.addEventListener("message", () => this.#retire());
  }

  /** The worker that the next file goes to. Throws if the browser refuses to start one. */
  static next(): FileWorker {
    const [least] = taking.toSorted((a, b) => a.#files - b.#files);
    return least && (least.#files === 0 || taking.length >= MOST) ? least : new FileWorker();
  }

  /** Opens a port on which the calls of a file are answered. */
  connect(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.worker.postMessage(port2, [port2]);
    this.#files += 1;
    return port1;
  }

  /** Lets go of a file; with the last one, the worker ends. */
  disconnect(): void {
    this.#files -= 1;
    this.endUnused();
  }

  /** Ends it if it holds no file. */
  endUnused(): void {
    if (this.#files === 0) {
      this.#retire();
    }
  }

  #retire(): void {
    taking = taking.filter((other) => other !== this);
    if (this.#files === 0) {
      this.worker.terminate();
    }
  }
}

/**
 * Starts a worker ahead of the next file. Returns a function that terminates it while it is unused. Opening a file reports a
 * failure.
 */
export function startAhead(): () => void {
  try {
    const ahead = FileWorker.next();
    return () => ahead.endUnused();
  } catch {
    return () => {};
  }
}
