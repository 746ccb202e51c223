/**
 * The unfolded part of the tree as rows, for the virtual list and the keyboard. Ids of children are fetched when a node is first
 * unfolded, and kept; nodes, when their rows come into view.
 */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Edited } from "../protocol/edits.ts";
import type { Children, Opened, TreeNode } from "../protocol/facts.ts";
import { IdList, type Row, Rows } from "./treeRows.ts";

/** The id of the root. */
const ROOT = 0;
/** How many rows around those in view are fetched with them. */
const AROUND = 100;

/** What the worker knows of the tree. Failures are reported; without an answer nothing changes. */
export interface TreeHost {
  /** Rejects on failure. */
  readonly children: (id: number) => Promise<Children>;
  readonly nodes: (ids: readonly number[]) => Promise<readonly TreeNode[] | undefined>;
  readonly keyed: (ids: Int32Array, text: string) => Promise<number | undefined>;
}

export class TreeModel {
  readonly selected = signal<number | undefined>(undefined);
  /** Counts the selections: a node that is selected again comes into view again. */
  readonly sought = signal(0);
  readonly rows: ReadonlySignal<Rows>;
  /** Counts the changes of what is known of nodes. */
  readonly news = signal(0);
  readonly #roots = signal(new IdList(new Int32Array()));
  readonly #unfolded = signal<ReadonlySet<number>>(new Set());
  readonly #children = new Map<number, IdList>();
  readonly #nodes = new Map<number, TreeNode>();
  /** The nodes that an edit may have changed, and those that were asked for. */
  readonly #stale = new Set<number>();
  #asked = new Set<number>();
  readonly #states = signal<ReadonlyMap<number, "loading" | "failed">>(new Map());
  #host: TreeHost | undefined;

  constructor() {
    this.rows = computed(() => {
      const shown = [...this.#unfolded.value].flatMap((id) => {
        const children = this.#children.get(id);
        return children ? [[id, children] as const] : [];
      });
      return new Rows(this.#roots.value, new Map(shown));
    });
  }

  fill({ roots, unfolded, shown }: Pick<Opened, "roots" | "unfolded" | "shown">, host: TreeHost): void {
    this.clear();
    this.#host = host;
    for (const [id, children] of unfolded) {
      this.#children.set(id, this.#listed(children));
    }
    this.#unfolded.value = new Set(this.#children.keys());
    this.#roots.value = this.#listed(roots);
    this.selected.value = shown ?? roots.ids[0];
  }

  clear(): void {
    this.#children.clear();
    this.#nodes.clear();
    this.#stale.clear();
    this.#asked = new Set();
    this.#states.value = new Map();
    this.#roots.value = new IdList(new Int32Array());
    this.selected.value = undefined;
  }

  /** A node that has come. */
  node(id: number | undefined): TreeNode | undefined {
    return id === undefined ? undefined : this.#nodes.get(id);
  }

  indexOf(id: number | undefined): number {
    return this.rows.value.indexOf(id);
  }

  row(index: number): Row | undefined {
    const place = this.rows.value.at(index);
    if (!place) {
      return undefined;
    }
    const { id, ...where } = place;
    const node = this.#nodes.get(id);
    return {
      ...where,
      node: node ?? { id, key: "…", kind: "null", text: "", children: 0 },
      isKnown: node !== undefined,
      unfolded: this.#unfolded.value.has(id) && this.#children.has(id),
      state: this.#states.value.get(id),
    };
  }

  /** Fetches the nodes of rows in view, and around them, that are not known. */
  async want(from: number, to: number): Promise<void> {
    const ids: number[] = [];
    let isNear = false;
    for (let index = from - AROUND; index < to + AROUND; index += 1) {
      const id = this.rows.value.at(index)?.id;
      if (id !== undefined && !this.#asked.has(id) && (!this.#nodes.has(id) || this.#stale.has(id))) {
        ids.push(id);
        isNear ||= index >= from && index < to;
      }
    }
    if (isNear) {
      await this.#learn(ids);
    }
  }

  /** Unfolds a node. If its children cannot be loaded, the row says so, and the next attempt tries again. */
  async unfold(id: number): Promise<void> {
    if (!this.#children.has(id)) {
      if (this.#states.value.get(id) === "loading") {
        return;
      }
      this.#mark(id, "loading");
      const host = this.#host;
      try {
        const children = await host?.children(id);
        if (this.#host !== host) {
          return;
        }
        if (children) {
          this.#children.set(id, this.#listed(children));
        }
        this.#mark(id, undefined);
      } catch {
        if (this.#host === host) {
          this.#mark(id, "failed");
        }
        return;
      }
    }
    if (!this.#unfolded.value.has(id)) {
      this.#unfolded.value = new Set(this.#unfolded.value).add(id);
    }
  }

  /** Unfolds all ancestors of a node; resolves to whether its row exists now. */
  async reveal(trail: readonly number[]): Promise<boolean> {
    for (const id of trail.slice(0, -1)) {
      await this.unfold(id);
      if (!this.#children.has(id)) {
        return false;
      }
    }
    const id = trail.at(-1);
    if (id !== undefined && !this.#nodes.has(id)) {
      await this.#learn([id]);
    }
    return true;
  }

  /** Applies the result of an edit. */
  update({ nodes, lists, replaced }: Edited): void {
    const unfolded = new Set(this.#unfolded.value);
    for (const id of replaced) {
      this.#children.delete(id);
      unfolded.delete(id);
    }
    for (const [id, children] of lists) {
      for (const child of children.ids) {
        if (this.#nodes.has(child)) {
          this.#stale.add(child);
        }
      }
      if (id === ROOT) {
        this.#roots.value = this.#listed(children);
      } else if (this.#children.has(id)) {
        this.#children.set(id, this.#listed(children));
      }
    }
    this.#add(nodes);
    this.#unfolded.value = unfolded;
  }

  /** Replaces what the tree shows of a node. */
  renew(node: TreeNode): void {
    this.#add([node]);
  }

  fold(id: number): void {
    const unfolded = new Set(this.#unfolded.value);
    unfolded.delete(id);
    this.#unfolded.value = unfolded;
  }

  toggle(row: Row): void {
    if (row.unfolded) {
      this.fold(row.node.id);
    } else if (row.node.children > 0) {
      void this.unfold(row.node.id);
    }
  }

  /** The next row from `from` on, wrapping around, whose key starts with the text; −1 if there is none. */
  async match(text: string, from: number): Promise<number> {
    const ids = this.rows.value.idsFrom(from);
    const found = (await this.#host?.keyed(ids, text.toLowerCase())) ?? -1;
    return found < 0 ? found : this.indexOf(ids[found]);
  }

  async #learn(ids: readonly number[]): Promise<void> {
    const asked = this.#asked;
    for (const id of ids) {
      asked.add(id);
    }
    const nodes = await this.#host?.nodes(ids);
    for (const id of ids) {
      asked.delete(id);
    }
    if (nodes && this.#asked === asked) {
      this.#add(nodes);
    }
  }

  #listed({ ids, nodes }: Children): IdList {
    this.#add(nodes);
    return new IdList(ids);
  }

  #add(nodes: readonly TreeNode[]): void {
    for (const node of nodes) {
      this.#nodes.set(node.id, node);
      this.#stale.delete(node.id);
    }
    this.news.value += 1;
  }

  #mark(id: number, state: Row["state"]): void {
    const states = new Map(this.#states.value);
    states.delete(id);
    this.#states.value = state === undefined ? states : states.set(id, state);
  }
}
