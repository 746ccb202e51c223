/** Other open files that a person has chosen for a chart, beside the file on the stage. Files that wait are opened for it; links have their names. */

import { computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import { type FileRef, type ImageElsewhere, imagesElsewhere, isThat, openedOf } from "./elsewhere.ts";
import { escaped, unescaped } from "./linked.ts";
import type { ViewHost, WaitingFile } from "./view.ts";

/** The most that are told apart by colours. */
const MOST = 12;

/** A chosen file, and what it shows, once it is open. Of files with one name, each shows its own. */
interface Chosen {
  readonly ref: FileRef;
  readonly image: ImageElsewhere | undefined;
}

export class ChosenFiles {
  readonly refs = signal<readonly FileRef[]>([]);
  /** What they show, in the order in which they were chosen. */
  readonly sources: ReadonlySignal<readonly ImageElsewhere[]>;
  /** The files that can be chosen still: open ones, then those that wait. */
  readonly offered: ReadonlySignal<readonly (FileRef & { readonly id: string })[]>;
  /** What is said of a file that is opened, or that is not there. */
  readonly note: ReadonlySignal<string>;
  readonly #chosen: ReadonlySignal<readonly Chosen[]>;
  readonly #host: Pick<ViewHost, "neighbours" | "waiting">;
  readonly #opening = signal("");
  readonly #pending = new Set<FileRef>();
  readonly #stop: () => void;

  constructor(host: Pick<ViewHost, "neighbours" | "waiting">) {
    this.#host = host;
    const all = computed(() => imagesElsewhere(host, 1));
    this.#chosen = computed(() => chosenAmong(all.value, this.refs.value));
    this.sources = computed(() => this.#chosen.value.flatMap(({ image }) => image ?? []));
    this.offered = computed(() => {
      const { refs, sources } = this;
      const files = [...all.value, ...host.waiting.value].map(({ id, name }) => ({ id, name }));
      const isFree = ({ id }: { readonly id: string }) => !sources.value.some((source) => source.id === id);
      return refs.value.length < MOST ? files.filter(isFree) : [];
    });
    this.note = computed(() => {
      const isGone = ({ ref, image }: Chosen) =>
        !image && !host.waiting.value.some((file) => isThat(file, ref));
      const gone = this.#chosen.value.filter(isGone).map(({ ref }) => ref.name);
      return this.#opening.value || (gone.length > 0 ? `Not open: ${gone.join(", ")}.` : "");
    });
    this.#stop = effect(() => {
      const waiting = host.waiting.value;
      const [next] = this.#chosen.value.flatMap(({ ref, image }) => {
        const file = waiting.find((file) => isThat(file, ref));
        return image || !file || this.#pending.has(ref) ? [] : [{ file, ref }];
      });
      if (next) {
        untracked(() => void this.#open(next.file, next.ref));
      }
    });
  }

  add({ id, name }: FileRef): void {
    this.refs.value = [...this.refs.peek(), { ...(id !== undefined && { id }), name }];
  }

  remove(file: { readonly id: string }): void {
    const left = this.#chosen.peek().filter(({ image }) => image?.id !== file.id);
    this.refs.value = left.map(({ ref, image }) => (image ? { id: image.id, name: image.name } : ref));
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

  async #open(waiting: WaitingFile, ref: FileRef): Promise<void> {
    this.#pending.add(ref);
    this.#opening.value = `Opening ${waiting.name} …`;
    const opened = await openedOf(waiting, this.#host, 1);
    this.#pending.delete(ref);
    const isWanted = this.refs.peek().includes(ref);
    this.#opening.value = typeof opened === "object" || !isWanted ? "" : opened;
    const found = typeof opened === "object" ? [{ id: opened.id, name: opened.name }] : [];
    this.refs.value = this.refs.peek().flatMap((other) => (other === ref ? found : [other]));
  }
}

function chosenAmong(images: readonly ImageElsewhere[], refs: readonly FileRef[]): readonly Chosen[] {
  const free = new Set(images);
  return refs.map((ref) => {
    const image = [...free].find((image) => isThat(image, ref));
    if (image) {
      free.delete(image);
    }
    return { ref, image };
  });
}
