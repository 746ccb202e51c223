/**
 * Planes of whole arrays that were shown, for another look: nothing is read, decoded or examined again. They take a part of what the page
 * lets the file keep; those that were not looked at for longest go first. What reads of parts leave takes the rest, in the package's cache.
 */
import type { ReadableArray } from "@asdf-wasm/science/sections/section";
import type { Feed } from "./feed.ts";

/** Of what the file may keep, this is left to reads of parts at least. */
const LEFT = 1 / 32;

/** An edit may put another array in the place of one that is described by what was edited. */
interface KeptFeed {
  readonly feed: Feed;
  readonly array: ReadableArray;
}

export class KeptPlanes {
  /** The last used at the end. */
  readonly #feeds = new Map<string, KeptFeed>();
  readonly #onRest: (bytes: number) => void;
  #share = 0;

  /** `onRest` is told how much is left for other things. */
  constructor(onRest: (bytes: number) => void) {
    this.#onRest = onRest;
  }

  /** Whether there is room for so many bytes. */
  fits(bytes: number): boolean {
    return bytes <= this.#most;
  }

  /** Changes how many bytes the file may keep. */
  share(bytes: number): void {
    this.#share = bytes;
    this.#evict();
  }

  find(key: string, array: ReadableArray): Feed | undefined {
    const known = this.#feeds.get(key);
    if (known?.array !== array) {
      return undefined;
    }
    this.put(key, array, known.feed);
    return known.feed;
  }

  /** Keeps a plane that was passed on, if it can be passed on again. */
  put(key: string, array: ReadableArray, feed: Feed): void {
    this.#feeds.delete(key);
    if (feed.size > 0) {
      this.#feeds.set(key, { feed, array });
    }
    this.#evict();
  }

  /** Gives all memory back; returns whether there was any. */
  clear(): boolean {
    const { size } = this.#feeds;
    this.#feeds.clear();
    this.#evict();
    return size > 0;
  }

  get #most(): number {
    return this.#share * (1 - LEFT);
  }

  #evict(): void {
    let size = 0;
    for (const { feed } of this.#feeds.values()) {
      size += feed.size;
    }
    for (const [key, { feed }] of this.#feeds) {
      if (size > this.#most) {
        this.#feeds.delete(key);
        size -= feed.size;
      }
    }
    this.#onRest(this.#share - size);
  }
}
