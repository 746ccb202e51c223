/** Opens the files that were opened together with this one and have not been looked at, a few at a time. */

import { many } from "@asdf-wasm/science/format/format";
import { signal } from "@preact/signals";
import { problemOf } from "../../protocol/notices.ts";
import type { ViewHost, WaitingFile } from "../../state/view.ts";

/** The most files that are opened for one picture. */
const MOST = 40;
/** Files that are opened at a time. */
const LANES = 3;

export class Opening {
  /** What is being opened, and how many are left. */
  readonly state = signal("");
  /** What could not be opened, and why. */
  readonly refusals = signal<readonly string[]>([]);
  readonly #host: Pick<ViewHost, "waiting">;
  readonly #isWanted: (name: string) => boolean;
  #isBusy = false;
  /** The files that were opened, or could not be. */
  readonly #tried = new Set<string>();
  #opened = 0;

  /** `isWanted` tells by the name of a file whether it is opened. */
  constructor(host: Pick<ViewHost, "waiting">, isWanted: (name: string) => boolean) {
    this.#host = host;
    this.#isWanted = isWanted;
  }

  /** Subscribes the caller to the files that wait. */
  async open(): Promise<void> {
    if (this.#untried().length === 0 || this.#isBusy) {
      return;
    }
    this.#isBusy = true;
    this.#opened = 0;
    await Promise.all(Array.from({ length: LANES }, () => this.#openInTurn()));
    const left = this.#untried().length;
    this.state.value =
      left > 0 ? `${many(left, "more file is", "more files are")} not opened: choose their tabs` : "";
    this.#isBusy = false;
  }

  async #openInTurn(): Promise<void> {
    for (let [file] = this.#untried(); file && this.#opened < MOST; [file] = this.#untried()) {
      this.#tried.add(file.id);
      this.#opened += 1;
      const left = this.#untried().length + 1;
      this.state.value = `Opening ${file.name}: ${many(left, "file is", "files are")} left`;
      try {
        await file.open();
      } catch (cause) {
        this.refusals.value = [...this.refusals.peek(), `${file.name} cannot be opened: ${problemOf(cause)}`];
      }
    }
  }

  #untried(): readonly WaitingFile[] {
    return this.#host.waiting.value.filter(({ id, name }) => !this.#tried.has(id) && this.#isWanted(name));
  }
}
