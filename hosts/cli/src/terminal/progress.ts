/** A bar for work that takes long, on the standard error if that is a terminal. */
import { bytes } from "@asdf-wasm/science/format/format";

/** What an operation of the package reports. */
interface Progress {
  readonly loaded: number;
  readonly total?: number;
}

/** Work that is shorter gets no bar. */
const SHORT_MS = 400;
const EVERY_MS = 80;
const CELLS = 24;

export class Bar {
  readonly #label: string;
  readonly #start = performance.now();
  #drawn = 0;
  #length = 0;

  constructor(label: string) {
    this.#label = label;
  }

  /** For the option `onProgress`. */
  readonly report = ({ loaded, total }: Progress): void => {
    const now = performance.now();
    if (!process.stderr.isTTY || now - this.#start < SHORT_MS || now - this.#drawn < EVERY_MS) {
      return;
    }
    this.#drawn = now;
    const line = `${this.#label} ${barOf(loaded, total)}`.slice(0, (process.stderr.columns || 80) - 1);
    process.stderr.write(`\r${line.padEnd(this.#length)}`);
    this.#length = line.length;
  };

  /** Removes the bar. */
  end(): void {
    if (this.#length > 0) {
      process.stderr.write(`\r${" ".repeat(this.#length)}\r`);
      this.#length = 0;
    }
  }
}

/** Runs work with a bar, which is gone when the work has ended. */
export async function withBar<T>(label: string, work: (bar: Bar) => Promise<T>): Promise<T> {
  const bar = new Bar(label);
  try {
    return await work(bar);
  } finally {
    bar.end();
  }
}

/** The pieces of something that is written; reports how many bytes they have so far. */
export async function* counted<Piece extends Uint8Array>(
  pieces: AsyncIterable<Piece>,
  { report }: Bar,
  total?: number,
): AsyncGenerator<Piece> {
  let loaded = 0;
  for await (const piece of pieces) {
    yield piece;
    loaded += piece.length;
    report({ loaded, ...(total !== undefined && { total }) });
  }
}

function barOf(loaded: number, total: number | undefined): string {
  if (total === undefined || total === 0) {
    return bytes(loaded);
  }
  const part = Math.min(loaded / total, 1);
  const full = Math.round(part * CELLS);
  return `${"█".repeat(full)}${"░".repeat(CELLS - full)} ${Math.floor(part * 100)} % of ${bytes(total)}`;
}
