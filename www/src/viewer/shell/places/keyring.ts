/**
 * The keys that a person gave for buckets. They are in the memory of this page alone: in no link, storage, session, report or message. When
 * keys expire while something is read, the person is asked for others, and the reading waits.
 */
import type { BucketOptions } from "@asdf-wasm/buckets/bucket";
import type { Found } from "@asdf-wasm/buckets/place";
import type { Credentials } from "@asdf-wasm/buckets/signer";
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Tabs } from "../tabs/tabs.ts";

/** What a person gave for a bucket. */
export interface Given extends Omit<BucketOptions, "credentials"> {
  readonly credentials?: Credentials | undefined;
}

/** A bucket whose keys have expired. */
export interface Expired {
  readonly root: string;
  /** Without keys, what waits for them fails. */
  readonly settle: (given?: Given) => void;
}

export class Keyring {
  readonly expired: ReadonlySignal<readonly Expired[]>;
  readonly #expired = signal<readonly Expired[]>([]);
  readonly #given = new Map<string, Given>();
  readonly #waiting = new Map<string, Promise<void>>();
  readonly #tabs: Tabs;
  /** What was browsed last: its address alone may not lead there again. */
  last: { readonly found: Found; readonly prefix: string } | undefined;

  constructor(tabs: Tabs) {
    this.#tabs = tabs;
    this.expired = this.#expired;
  }

  give(root: string, given: Given): void {
    this.#given.set(root, given);
  }

  of(root: string): Given {
    // Keys for all buckets of a server are those of each.
    return this.#given.get(root) ?? this.#given.get(root.replace(/[^/]+\/$/, "")) ?? {};
  }

  /** How a bucket is asked: by these keys, and, when they have expired, by those that a person then gives. */
  optionsFor(root: string): BucketOptions {
    const given = this.of(root);
    if (!given.credentials) {
      return { ...given, credentials: undefined };
    }
    let last: Credentials | undefined;
    const credentials = async (): Promise<Credentials> => {
      const isStale = last !== undefined && last === this.of(root).credentials;
      if (isStale) {
        await this.#ask(root);
      }
      last = this.of(root).credentials ?? last;
      return last ?? { accessKeyId: "", secretAccessKey: "" };
    };
    return { ...given, credentials };
  }

  /** Resolves when a person has given other keys. */
  #ask(root: string): Promise<void> {
    const asked =
      this.#waiting.get(root) ??
      new Promise<void>((resolve, reject) => {
        const settle = (given?: Given): void => {
          this.#waiting.delete(root);
          this.#expired.value = this.#expired.value.filter((other) => other !== expired);
          this.#tabs.asksKeys.value = this.#expired.value.length > 0;
          if (given) {
            this.give(root, given);
            resolve();
          } else {
            reject(new Error(`the keys of ${root} have expired, and no others were given`));
          }
        };
        const expired = { root, settle };
        this.#expired.value = [...this.#expired.value, expired];
        this.#tabs.asksKeys.value = true;
      });
    this.#waiting.set(root, asked);
    return asked;
  }
}

const rings = new WeakMap<Tabs, Keyring>();

/** The keys given in a viewer. */
export function keyringOf(tabs: Tabs): Keyring {
  const ring = rings.get(tabs) ?? new Keyring(tabs);
  rings.set(tabs, ring);
  return ring;
}
