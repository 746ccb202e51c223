/**
 * The files and folders of a place as they arrive, those that match a search, in an order. Lists may have 100,000 entries and more: what is
 * to be sorted is merged into what is sorted, in portions between which the page breathes.
 */
import type { Place } from "@asdf-wasm/buckets/place";
import { batch, signal } from "@preact/signals";
import { isAborted, noticeOf } from "../../protocol/notices.ts";

export interface Entry {
  readonly key: string;
  /** Its key behind that of its folder. */
  readonly name: string;
  readonly isFolder: boolean;
  readonly size: number | undefined;
  readonly modified: Date | undefined;
  /** Its place in the list of the server. */
  readonly index: number;
}

export type Column = "name" | "size" | "modified";

export interface Arrangement {
  /** Of its name, in any case of letters. */
  readonly find: string;
  readonly by: Column;
  readonly isDescending: boolean;
}

/** So many entries are read without asking: an endless list fills no memory. */
const MOST = 200_000;
/** So many are matched and sorted at once. */
const PORTION = 4000;

export class Listing {
  /** Those that match, in order. */
  readonly shown = signal<readonly Entry[]>([]);
  readonly count = signal(0);
  readonly state = signal<"reading" | "more" | "whole" | "failed">("whole");
  readonly arrangement = signal<Arrangement>({ find: "", by: "name", isDescending: false });
  #all: Entry[] = [];
  #stopping = new AbortController();
  /** While what was read before is matched and sorted again. */
  #arranging: AbortController | undefined;
  #pages: AsyncIterator<readonly Entry[]> | undefined;
  #most = MOST;

  /** Reads a folder of a place, or everything below it. Rejects with what went wrong. */
  begin(place: Place, prefix: string, isDeep: boolean): Promise<void> {
    this.clear();
    const { signal } = this.#stopping;
    const list = place.list({ prefix, signal, ...(!isDeep && { delimiter: "/" }) });
    this.#pages = entriesOf(list, prefix);
    return this.goOn();
  }

  /** Reads on where it stopped. */
  async goOn(): Promise<void> {
    const { signal } = this.#stopping;
    this.#most = this.#all.length + MOST;
    this.state.value = "reading";
    try {
      while (this.#all.length < this.#most) {
        const page = await this.#pages?.next();
        if (signal.aborted) {
          return;
        }
        if (!page || page.done) {
          this.state.value = "whole";
          return;
        }
        this.#add(page.value);
      }
      this.state.value = "more";
    } catch (cause) {
      if (!signal.aborted && !isAborted(noticeOf(cause))) {
        this.state.value = "failed";
        throw cause;
      }
    }
  }

  /** Reads no more for now. */
  pause(): void {
    this.#most = 0;
  }

  clear(): void {
    this.#stopping.abort();
    this.#arranging?.abort();
    this.#arranging = undefined;
    this.#stopping = new AbortController();
    this.#all = [];
    this.#pages = undefined;
    batch(() => {
      this.shown.value = [];
      this.count.value = 0;
      this.state.value = "whole";
      this.arrangement.value = { ...this.arrangement.value, find: "" };
    });
  }

  /** Shows others, or in another order. */
  async arrange(change: Partial<Arrangement>): Promise<void> {
    this.arrangement.value = { ...this.arrangement.value, ...change };
    this.#arranging?.abort();
    this.#arranging = new AbortController();
    const { signal } = this.#arranging;
    let sorted: readonly Entry[] = [];
    // What arrives meanwhile is at the end of all.
    for (let at = 0; at < this.#all.length; ) {
      const portion = this.#all.slice(at, at + PORTION);
      at += portion.length;
      sorted = merged(sorted, this.#matching(portion), this.#order);
      await new Promise((resolve) => setTimeout(resolve));
      if (signal.aborted) {
        return;
      }
    }
    this.#arranging = undefined;
    this.shown.value = sorted;
  }

  #add(page: readonly Entry[]): void {
    const entries = page.map((entry, i) => ({ ...entry, index: this.#all.length + i }));
    for (const entry of entries) {
      this.#all.push(entry);
    }
    this.count.value = this.#all.length;
    if (!this.#arranging) {
      this.shown.value = merged(this.shown.peek(), this.#matching(entries), this.#order);
    }
  }

  #matching(entries: readonly Entry[]): readonly Entry[] {
    const sought = this.arrangement.peek().find.toLowerCase();
    const found = sought === "" ? entries : entries.filter(({ name }) => name.toLowerCase().includes(sought));
    return found.toSorted(this.#order);
  }

  /** Folders come first. */
  readonly #order = (one: Entry, other: Entry): number => {
    const { by, isDescending } = this.arrangement.peek();
    const difference = by === "name" ? 0 : Number(one[by] ?? 0) - Number(other[by] ?? 0);
    return (
      Number(other.isFolder) - Number(one.isFolder) ||
      (isDescending ? -1 : 1) * (difference || one.index - other.index)
    );
  };
}

async function* entriesOf(
  list: ReturnType<Place["list"]>,
  prefix: string,
): AsyncGenerator<readonly Entry[], undefined> {
  const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  const nameOf = (key: string) => key.slice(folder.length);
  for await (const { files, folders } of list) {
    yield [
      ...folders.map((key) => ({ key, isFolder: true, size: undefined, modified: undefined })),
      // A folder may be a key itself, without bytes.
      ...files.filter(({ key }) => !key.endsWith("/")).map((file) => ({ ...file, isFolder: false })),
    ].map((entry) => ({ ...entry, name: nameOf(entry.key), index: 0 }));
  }
  return undefined;
}

/** Two sorted lists as one. */
function merged<T>(
  one: readonly T[],
  other: readonly T[],
  order: (one: T, other: T) => number,
): readonly T[] {
  const all: T[] = [];
  let at = 0;
  for (const item of other) {
    for (let before = one[at]; before !== undefined && order(before, item) <= 0; before = one[at]) {
      all.push(before);
      at += 1;
    }
    all.push(item);
  }
  for (; at < one.length; at += 1) {
    all.push(one[at] as T);
  }
  return all;
}
