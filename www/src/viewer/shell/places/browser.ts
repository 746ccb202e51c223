/** What is browsed: a place and a folder in it, what is selected there, and opening it. */
import { unescaped } from "@asdf-wasm/buckets/address";
import { placeAt } from "@asdf-wasm/buckets/find";
import { type Given, wantsKeys } from "@asdf-wasm/buckets/keys";
import type { Found } from "@asdf-wasm/buckets/place";
import { folderIn } from "@asdf-wasm/science/format/dialects";
import { batch, computed, signal } from "@preact/signals";
import { HAS_CATALOGUES } from "../../protocol/catalogues.ts";
import type { ViewerSource } from "../../protocol/facts.ts";
import { noticeOf } from "../../protocol/notices.ts";
import type { OpenRequest } from "../tabs/tab.ts";
import type { Tabs } from "../tabs/tabs.ts";
import { type Keyring, keyringOf } from "./keyring.ts";
import { type Entry, Listing } from "./listing.ts";

export class Browser {
  readonly listing = new Listing();
  /** What is in the field of the address. */
  readonly address = signal("");
  readonly found = signal<Found | undefined>(undefined);
  /** The beginning of the keys that are listed. */
  readonly prefix = signal("");
  readonly isDeep = signal(false);
  readonly problem = signal("");
  /** Whether a person is asked for keys. */
  readonly asksKeys = signal(false);
  readonly selected = signal<ReadonlySet<Entry>>(new Set());
  /** The index of the current row. */
  readonly at = signal(0);
  /** Whether the folder may be one table: something in it says so, or it cannot be listed. */
  readonly isTable = computed(() => {
    const [found, { value: shown }] = [this.found.value, this.listing.shown];
    if (!found) {
      const isFolder = /^(https?|s3|gs):.*\/$/i.test(this.address.value.trim());
      return HAS_CATALOGUES && isFolder && this.problem.value !== "";
    }
    // A private folder is opened by the file that describes it.
    return HAS_CATALOGUES && shown.some((entry) => describes(entry) || (!found.isPrivate && isPart(entry)));
  });
  readonly keyring: Keyring;
  readonly #tabs: Tabs;
  /** Until something else is looked for. */
  #going = new AbortController();

  constructor(tabs: Tabs) {
    this.#tabs = tabs;
    this.keyring = keyringOf(tabs);
    const [address, last] = [tabs.browsed.peek(), this.keyring.last];
    if (address) {
      void this.go(address);
    } else if (last) {
      this.found.value = last.found;
      void this.look(last.prefix);
    }
  }

  /** The folder that is listed. */
  get folder(): string {
    return this.prefix.value.slice(0, this.prefix.value.lastIndexOf("/") + 1);
  }

  /** Lists what is at an address, of a file the folder; or a prefix in the place that is there. */
  async go(address: string, prefix?: string): Promise<void> {
    this.stop();
    const { signal } = this.#going;
    this.address.value = address + (prefix ?? "");
    this.problem.value = "";
    const inside = keyIn(address, this.found.peek());
    if (inside !== undefined) {
      await this.look(inside);
      return;
    }
    try {
      const found = await placeAt(address, (root) => this.keyring.optionsFor(root), signal);
      if (signal.aborted) {
        return;
      }
      this.found.value = found;
      const { key } = found;
      const isFile = /\.(?:asdf|fits?|fts)(?:\.gz)?$/i.test(key);
      await this.look(prefix ?? (isFile ? key.slice(0, key.lastIndexOf("/") + 1) : key));
    } catch (cause) {
      if (!signal.aborted) {
        this.found.value = undefined;
        this.problem.value = noticeOf(cause).message;
      }
    }
  }

  /** Asks for nothing more. */
  stop(): void {
    this.#going.abort();
    this.#going = new AbortController();
    this.listing.clear();
  }

  /** Lists the keys that begin with a prefix. */
  async look(prefix: string): Promise<void> {
    const found = this.found.peek();
    if (!found) {
      return;
    }
    // What was looked for before must not take its place when it is found.
    this.stop();
    batch(() => {
      this.prefix.value = prefix;
      this.address.value = found.root + prefix;
      this.keyring.last = { found, prefix };
      this.problem.value = "";
      this.asksKeys.value = false;
      this.selected.value = new Set();
      this.at.value = 0;
    });
    await this.#told(this.listing.begin(found.place, prefix, this.isDeep.peek()));
  }

  /** Reads on where it stopped; what failed, from its beginning. */
  goOn(): Promise<void> {
    if (this.listing.state.peek() === "failed") {
      return this.look(this.prefix.peek());
    }
    this.problem.value = "";
    return this.#told(this.listing.goOn());
  }

  /** Lists the folder around the one shown. */
  up(): void {
    const { folder } = this;
    if (folder !== "") {
      void this.look(folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1));
    }
  }

  async deepen(isDeep: boolean): Promise<void> {
    this.isDeep.value = isDeep;
    await this.look(this.prefix.peek());
  }

  async give(given: Given): Promise<void> {
    const found = this.found.peek();
    if (!found) {
      return;
    }
    // Of the place that asks for them, whatever is in the field of the address by now.
    try {
      await placeAt(found.root, { ...given, credentials: undefined });
    } catch (cause) {
      this.problem.value = noticeOf(cause).message;
      return;
    }
    this.keyring.give(found.root, given);
    if (this.found.peek() === found) {
      await this.go(found.root, this.prefix.peek());
    }
  }

  toggle(entry: Entry): void {
    const selected = new Set(this.selected.value);
    if (!selected.delete(entry)) {
      selected.add(entry);
    }
    this.selected.value = selected;
  }

  /** Goes into a folder, or opens what is selected, with a file that is not. */
  choose(entry: Entry): void {
    if (entry.isFolder) {
      void this.look(entry.key);
      return;
    }
    this.selected.value = new Set([...this.selected.value, entry]);
    this.openSelected();
  }

  /** Opens the folder as a table. */
  openTable(): void {
    const found = this.found.peek();
    if (found?.isPrivate) {
      const describing = this.listing.shown.peek().filter(describes);
      this.#open(() => describing.slice(0, 1).map((entry) => this.#sourceOf(entry, found)));
    } else {
      this.#open(() => [found ? found.place.address(this.folder).href : this.address.peek().trim()]);
    }
  }

  openSelected(): void {
    const found = this.found.peek();
    this.#open(() => [...this.selected.value].map((entry) => this.#sourceOf(entry, found)));
  }

  #open(sources: () => readonly ViewerSource[]): void {
    let requests: readonly OpenRequest[];
    try {
      requests = sources().map((source) => ({ source }));
    } catch (cause) {
      // No address leads to a key with dots between slashes.
      this.problem.value = noticeOf(cause).message;
      return;
    }
    this.#tabs.browsed.value = undefined;
    void this.#tabs.addAll(requests);
  }

  /** A public file is its address; another one is read by this place, and has its address for links. */
  #sourceOf({ key, size }: Entry, found = this.found.peek()): ViewerSource {
    if (!found) {
      return key;
    }
    const { place, isPrivate } = found;
    const address = place.address(key);
    const name = key.slice(key.lastIndexOf("/") + 1);
    // An address that does not end with the name of the file would not show it.
    if (!isPrivate && unescaped(address.pathname).endsWith(`/${name}`)) {
      return address.href;
    }
    let opening: ReturnType<typeof place.source> | undefined;
    const source = {
      size,
      read: async (
        offset: number,
        length: number,
        options: { readonly signal?: AbortSignal | undefined },
      ) => {
        opening ??= place.source(key).catch((cause: unknown) => {
          opening = undefined;
          throw cause;
        });
        const opened = await opening;
        const { size: whole = Number.POSITIVE_INFINITY } = opened;
        if (size !== undefined && whole !== size) {
          // What is behind that size would be lost without a word.
          const why = "it was replaced, or its server compresses what it sends";
          throw new Error(`\`${name}\` has ${whole} bytes, and its list says ${size}: ${why}`);
        }
        // Without a size in the list, the end is looked for.
        const count = Math.min(length, whole - offset);
        return count > 0 ? opened.read(offset, count, options) : new Uint8Array();
      },
      close: () => void opening?.then((opened) => opened.close?.()).catch(() => {}),
    };
    const folder = key.slice(0, key.lastIndexOf("/") + 1);
    const beside = (path: string) => place.source(folder + path);
    return { name, address: address.href, source, beside };
  }

  async #told(reading: Promise<void>): Promise<void> {
    const found = this.found.peek();
    try {
      await reading;
    } catch (cause) {
      batch(() => {
        this.problem.value = noticeOf(cause).message;
        this.asksKeys.value = found !== undefined && wantsKeys(found, cause);
      });
    }
  }
}

/** Whether it is a file that describes a folder of tables. */
function describes({ name, isFolder }: Entry): boolean {
  return !isFolder && folderIn(name) !== undefined;
}

/** Whether it is a folder named `key=value`. */
function isPart({ name, isFolder }: Entry): boolean {
  return isFolder && /^[^=]+=[^=]*$/.test(name);
}

/** The key in a place that an address names, if no other place can be meant: a record, a container whose signature is in no other address. */
function keyIn(address: string, known: Found | undefined): string | undefined {
  const isOne = known && !known.takesKeys && known.root !== `${new URL(known.root).origin}/`;
  const key = isOne && address.startsWith(known.root) ? address.slice(known.root.length) : "?";
  return key.includes("?") ? undefined : key;
}
