/**
 * The keys that a person gave for buckets. They are in the memory of this page alone: in no link, storage, session, report or message. When
 * keys expire while something is read, a dialog asks for others.
 */
import { type Given, Keys } from "@asdf-wasm/buckets/keys";
import type { Found } from "@asdf-wasm/buckets/place";
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Tabs } from "../tabs/tabs.ts";

/** A bucket whose keys have expired. */
export interface Expired {
  readonly root: string;
  /** Without keys, what waits for them fails. */
  readonly settle: (given?: Given) => void;
}

export class Keyring extends Keys {
  readonly expired: ReadonlySignal<readonly Expired[]>;
  /** What was browsed last: its address alone may not lead there again. */
  last: { readonly found: Found; readonly prefix: string } | undefined;

  constructor(tabs: Tabs) {
    const expired = signal<readonly Expired[]>([]);
    const update = (all: readonly Expired[]): void => {
      expired.value = all;
      tabs.asksKeys.value = all.length > 0;
    };
    const ask = (root: string): Promise<Given> =>
      new Promise((resolve, reject) => {
        const settle = (given?: Given): void => {
          update(expired.value.filter((other) => other !== one));
          if (given) {
            resolve(given);
          } else {
            reject(new Error(`the keys of ${root} have expired, and no others were given`));
          }
        };
        const one = { root, settle };
        update([...expired.value, one]);
      });
    super(ask);
    this.expired = expired;
  }
}

const rings = new WeakMap<Tabs, Keyring>();

/** The keys given in a viewer. */
export function keyringOf(tabs: Tabs): Keyring {
  const ring = rings.get(tabs) ?? new Keyring(tabs);
  rings.set(tabs, ring);
  return ring;
}
