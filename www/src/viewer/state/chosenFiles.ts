/** Other open files that a person has chosen for a chart, beside the file on the stage. Files that wait are opened for it; links have their names. */

import { computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import { type FileRef, type ImageElsewhere, imagesElsewhere, isThat, openedOf } from "./elsewhere.ts";
import { escaped, unescaped } from "./linked.ts";
import type { ViewHost, WaitingFile } from "./view.ts";

/** The most that are told apart by colours. */
const MOST = 12;

export class ChosenFiles {
  readonly refs = signal<readonly FileRef[]>([]);
  /** What they show, in the order in which they were chosen. */
  readonly sources: ReadonlySignal<readonly ImageElsewhere[]>;
  /** The files that can be chosen still: open ones, then those that wait. */
  readonly offered: ReadonlySignal<readonly (FileRef & { readonly id: string })[]>;
  /** What is said of a file that is opened, or that is not there. */
  readonly note: ReadonlySignal<string>;
  readonly #host: Pick<ViewHost, "neighbours" | "waiting">;
  readonly #opening = signal("");
  readonly #stop: () => void;

  constructor(host: Pick<ViewHost, "neighbours" | "waiting">) {
    this.#host = host;
    const all = computed(() => imagesElsewhere(host, 1));
    this.sources = computed(() =>
      this.refs.value.flatMap((ref) => all.value.find((image) => isThat(image, ref)) ?? []),
    );
    this.offered = computed(() => {
      const { refs, sources } = this;
      const files = [...all.value, ...host.waiting.value].map(({ id, name }) => ({ id, name }));
      const isFree = ({ id }: { readonly id: string }) => !sources.value.some((source) => source.id === id);
      return refs.value.length < MOST ? files.filter(isFree) : [];
    });
    this.note = computed(() => {
      const isThere = (ref: FileRef) =>
        [...all.value, ...host.waiting.value].some((file) => isThat(file, ref));
      const gone = this.refs.value.filter((ref) => !isThere(ref)).map(({ name }) => name);
      return this.#opening.value || (gone.length > 0 ? `Not open: ${gone.join(", ")}.` : "");
    });
    this.#stop = effect(() => {
      const waiting = host.waiting.value.find((file) => this.refs.value.some((ref) => isThat(file, ref)));
      if (waiting) {
        untracked(() => void this.#open(waiting));
      }
    });
  }

  add({ id, name }: FileRef): void {
    this.refs.value = [...this.refs.peek(), { ...(id !== undefined && { id }), name }];
  }

  remove(file: { readonly id: string; readonly name: string }): void {
    this.refs.value = this.refs.peek().filter((ref) => !isThat(file, ref));
  }

  /** Their names, as the word of a link; undefined without any. */
  word(): string | undefined {
    const names = this.refs.value.map(({ name }) => escaped(name, /,/g));
    return names.length > 0 ? names.join() : undefined;
  }

  follow(word: string | undefined): void {
    this.refs.value = word ? word.split(",", MOST).map((name) => ({ name: unescaped(name) })) : [];
  }

  clear(): void {
    this.refs.value = [];
    this.#opening.value = "";
  }

  /** Lets go of files that were closed. */
  forget(): void {
    for (const computed of [this.sources, this.offered, this.note]) {
      computed.peek();
    }
  }

  dispose(): void {
    this.#stop();
  }

  async #open(waiting: WaitingFile): Promise<void> {
    this.#opening.value = `Opening ${waiting.name} …`;
    const opened = await openedOf(waiting, this.#host, 1);
    this.#opening.value = typeof opened === "object" ? "" : opened;
    this.refs.value = this.refs.peek().flatMap((ref) => {
      const found = typeof opened === "object" ? [{ id: opened.id, name: opened.name }] : [];
      return isThat(waiting, ref) ? found : [ref];
    });
  }
}
