/** The tables of all open files whose rows may be drawn over an image. */

import { computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import type { Elsewhere } from "../../../protocol/facts.ts";
import type { CatalogueTable } from "../../../protocol/over/catalogue.ts";
import type { ViewHost } from "../../../state/view.ts";

/** A table, of this file or of another that is open. */
export interface CatalogueSource {
  readonly table: CatalogueTable;
  /** The name of the other file. */
  readonly file: string | undefined;
  readonly host: ViewHost;
}

export class OpenTables {
  /** The tables of this file. */
  readonly own = signal<readonly CatalogueTable[]>([]);
  /** The tables of this file, then of other files. */
  readonly all: ReadonlySignal<readonly CatalogueSource[]>;
  readonly #host: ViewHost;
  /** The tables of other files, by what is open in their tabs. */
  readonly #others = signal<ReadonlyMap<string, readonly CatalogueTable[]>>(new Map());
  readonly #isSought = signal(false);
  readonly #stop: () => void;

  constructor(host: ViewHost) {
    this.#host = host;
    this.all = computed(() => [
      ...this.own.value.map((table) => ({ table, file: undefined, host })),
      ...host.neighbours.value.flatMap(({ id, name, host }) =>
        (this.#others.value.get(keyOf(id, name.value)) ?? []).map((table) => ({
          table,
          file: name.value,
          host,
        })),
      ),
    ]);
    this.#stop = effect(() => {
      const open = this.#isSought.value ? host.neighbours.value : [];
      for (const { id, name, host } of open) {
        const key = keyOf(id, name.value);
        untracked(() => void this.#findIn(key, host));
      }
    });
  }

  /** Finds them, once: those of this file now, those of others as these are opened. Returns whether it did. */
  async find(): Promise<boolean> {
    if (this.#isSought.peek()) {
      return false;
    }
    this.#isSought.value = true;
    const tables = await this.#host.ask((worker) => worker.catalogue.list());
    this.own.value = tables ?? [];
    return true;
  }

  forgetNeighbour(): void {
    const known = new Set(this.#host.neighbours.peek().map(({ id, name }) => keyOf(id, name.peek())));
    this.#others.value = new Map([...this.#others.peek()].filter(([key]) => known.has(key)));
  }

  clear(): void {
    this.#isSought.value = false;
    this.own.value = [];
    this.#others.value = new Map();
  }

  dispose(): void {
    this.#stop();
  }

  async #findIn(key: string, host: ViewHost): Promise<void> {
    if (!this.#others.peek().has(key)) {
      this.#others.value = new Map(this.#others.peek()).set(key, []);
      const tables = await host.ask((worker) => worker.catalogue.list());
      this.#others.value = new Map(this.#others.peek()).set(key, tables ?? []);
    }
  }
}

/** What is open in a tab: another file in it has other tables. */
function keyOf(id: string, name: string): string {
  return `${id} ${name}`;
}

export function neighbourOf(host: ViewHost, its: ViewHost) {
  return host.neighbours.peek().find((other) => other.host === its);
}

/** What a table is called: the last key of its path. */
export function nameOfTable({ path }: CatalogueTable): string {
  return path.split("/").at(-1) || path;
}

/** Its node, or where this file's worker finds it. */
export function placeOf(
  host: ViewHost,
  { table, host: its }: CatalogueSource,
): number | Elsewhere | undefined {
  if (its === host) {
    return table.node;
  }
  const neighbour = neighbourOf(host, its);
  const source = neighbour?.source();
  return neighbour && source !== undefined
    ? { id: neighbour.id, name: neighbour.name.peek(), source, path: table.path, unit: undefined }
    : undefined;
}

/** Why a table has no place. */
export const OUT_OF_REACH = "The other file has changes that are not saved, or is read by another program.";
