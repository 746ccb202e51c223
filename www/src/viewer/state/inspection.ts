/**
 * What the file panel shows, asked for when it is opened, and verifying all blocks, one after another, until it is done
 * or cancelled.
 */
import { batch, signal } from "@preact/signals";
import type { BlockFacts, BlockState, FileDetail } from "../protocol/facts.ts";

/** What an inspection asks of the open file. Nothing of it fails: without an answer there is nothing to show. */
export interface InspectionHost {
  fileDetail(): Promise<FileDetail | undefined>;
  blocks(): Promise<readonly BlockFacts[] | undefined>;
  verify(index: number): Promise<BlockState | undefined>;
  stopVerifying(): Promise<void>;
}

export class Inspection {
  readonly detail = signal<FileDetail | undefined>(undefined);
  /** Undefined until their headers are there. */
  readonly blocks = signal<readonly BlockFacts[] | undefined>(undefined);
  readonly loading = signal(false);
  readonly states = signal<ReadonlyMap<number, BlockState>>(new Map());
  /** Which block is being verified. */
  readonly verifying = signal<number | undefined>(undefined);
  readonly #host: InspectionHost;
  /** Counts what is asked for: only what was asked last is shown. */
  #newest = 0;

  constructor(inspected: InspectionHost) {
    this.#host = inspected;
  }

  /** Asks for what is not known yet. */
  async open(): Promise<void> {
    const asked = this.#newest;
    const isCurrent = () => this.#newest === asked;
    const detail = await this.#host.fileDetail();
    if (!isCurrent()) {
      return;
    }
    this.detail.value = detail;
    if (this.blocks.value || this.loading.value) {
      return;
    }
    this.loading.value = true;
    const blocks = await this.#host.blocks();
    if (isCurrent()) {
      batch(() => {
        this.loading.value = false;
        this.blocks.value = blocks;
      });
    }
  }

  async verifyAll(): Promise<void> {
    const asked = this.#newest;
    this.states.value = new Map();
    for (const { index } of this.blocks.value ?? []) {
      this.verifying.value = index;
      const state = await this.#host.verify(index);
      if (this.#newest !== asked || this.verifying.value !== index) {
        return;
      }
      if (state) {
        this.states.value = new Map(this.states.value).set(index, state);
      }
    }
    this.verifying.value = undefined;
    const detail = await this.#host.fileDetail();
    if (this.#newest === asked) {
      this.detail.value = detail;
    }
  }

  /** What was found out stays. */
  cancel(): void {
    this.verifying.value = undefined;
    void this.#host.stopVerifying();
  }

  clear(): void {
    this.#newest += 1;
    batch(() => {
      this.detail.value = undefined;
      this.blocks.value = undefined;
      this.loading.value = false;
      this.states.value = new Map();
      this.verifying.value = undefined;
    });
  }
}
