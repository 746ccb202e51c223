/**
 * New memory for results. The operating system clears each page of it when the page is first written to, which for a large result can
 * take as long as decoding. Where the platform has threads that do this in advance, the result is written behind them.
 */
import { allocate } from "../api/elements.ts";
import { environment } from "../api/environment.ts";

/** Few enough bytes that writing begins soon. */
const PART = 4 * 2 ** 20;

/** Zeros, of which only the first ones may be written at the beginning. */
export class NewMemory {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #parts: readonly Promise<unknown>[];
  /** How many parts may be written. */
  #ready = 0;
  #isWanted = true;

  constructor(length: number) {
    this.bytes = allocate(length);
    const populate = length > PART ? environment().populate : undefined;
    this.#parts = populate?.(this.bytes, PART, () => this.#isWanted) ?? [];
  }

  /** Makes no more pages: nobody waits for the result any more. */
  abandon(): void {
    this.#isWanted = false;
  }

  /** How many of the first bytes may be written: in the end, infinitely many. */
  get room(): number {
    return this.#ready < this.#parts.length ? this.#ready * PART : Infinity;
  }

  /** Waits until there is more memory. */
  async widen(): Promise<void> {
    await this.#parts[this.#ready];
    this.#ready += 1;
  }
}

/** A copy in new memory. */
export async function copied(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const memory = new NewMemory(bytes.length);
  for (let done = 0; done < bytes.length; ) {
    const end = Math.min(memory.room, bytes.length);
    memory.bytes.set(bytes.subarray(done, end), done);
    done = end;
    await memory.widen();
  }
  return memory.bytes;
}
