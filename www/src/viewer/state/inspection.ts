/**
 * The file panel: what it shows, requested when it is opened, and the verification of all blocks one after another.
 */
import { batch, signal } from "@preact/signals";
import type { BlockFacts, BlockState, FileDetail } from "../protocol/facts.ts";

/** The worker's calls for the file panel. None rejects: without an answer there is nothing to show. */
export interface InspectionHost {
  fileDetail(): Promise<FileDetail | undefined>;
  blocks(): Promise<readonly BlockFacts[] | undefined>;
  verify(index: number): Promise<BlockState | undefined>;
  stopVerifying(): Promise<void>;
}

export class Inspection {
  readonly detail = signal<FileDetail | undefined>(undefined);
  /** Undefined until their headers have been read. */
  readonly blocks = signal<readonly BlockFacts[] | undefined>(undefined);
  readonly loading = signal(false);
  readonly states = signal<ReadonlyMap<number, BlockState>>(new Map());
  /** The index of the block being verified. */
  readonly verifying = signal<number | undefined>(undefined);
  readonly #host: InspectionHost;
  /** Counts the files: answers about an earlier one are dropped. */
  #newest = 0;

  constructor(inspected: InspectionHost) {
    this.#host = inspected;
  }

  /** Requests what is not known yet. */
  async open(): Promise<void> {
    const current = this.#newest;
    const isCurrent = () => this.#newest === current;
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
    const current = this.#newest;
    this.states.value = new Map();
    for (const { index } of this.blocks.value ?? []) {
      this.verifying.value = index;
      const state = await this.#host.verify(index);
      if (this.#newest !== current || this.verifying.value !== index) {
        return;
      }
      if (state) {
        this.states.value = new Map(this.states.value).set(index, state);
      }
    }
    this.verifying.value = undefined;
    const detail = await this.#host.fileDetail();
    if (this.#newest === current) {
      this.detail.value = detail;
    }
  }

  /** Stops verifying; results so far stay. */
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
