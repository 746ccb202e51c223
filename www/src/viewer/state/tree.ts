/**
 * The unfolded part of the tree as a flat list of rows, for the virtual list and the keyboard. Children are fetched
 * when a node is first unfolded, and kept.
 */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Edited } from "../protocol/edits.ts";
import type { Opened, TreeNode } from "../protocol/facts.ts";

/** The id of the root. */
const ROOT = 0;

export interface Row {
  readonly node: TreeNode;
  /** 1 for the first level, as `aria-level` counts. */
  readonly level: number;
  readonly unfolded: boolean;
  readonly position: number;
  readonly siblings: number;
  /** The state of its children while they are not loaded. */
  readonly state: "loading" | "failed" | undefined;
}

export class TreeModel {
  readonly selected = signal<number | undefined>(undefined);
  /** Counts the selections: a node that is selected again comes into view again. */
  readonly sought = signal(0);
  readonly rows: ReadonlySignal<readonly Row[]>;
  readonly #roots = signal<readonly TreeNode[]>([]);
  readonly #unfolded = signal<ReadonlySet<number>>(new Set());
  readonly #children = new Map<number, readonly TreeNode[]>();
  readonly #renewed = signal<ReadonlyMap<number, TreeNode>>(new Map());
  readonly #states = signal<ReadonlyMap<number, "loading" | "failed">>(new Map());
  #fetch: (id: number) => Promise<readonly TreeNode[]> = async () => [];

  constructor() {
    this.rows = computed(() => this.#flatten());
  }

  /** `fetch` resolves to the children of a node, and reports failures itself. */
  fill(
    opened: Pick<Opened, "roots" | "unfolded" | "shown">,
    fetch: (id: number) => Promise<readonly TreeNode[]>,
  ): void {
    this.#fetch = fetch;
    this.clear();
    for (const [id, children] of opened.unfolded) {
      this.#children.set(id, children);
    }
    this.#unfolded.value = new Set(this.#children.keys());
    this.#roots.value = opened.roots;
    this.selected.value = opened.shown ?? opened.roots[0]?.id;
  }

  clear(): void {
    this.#children.clear();
    this.#renewed.value = new Map();
    this.#states.value = new Map();
    this.#roots.value = [];
    this.selected.value = undefined;
  }

  /** A node that has a row, or that has come with its details. */
  node(id: number | undefined): TreeNode | undefined {
    const row = this.rows.value.find(({ node }) => node.id === id);
    return row?.node ?? (id === undefined ? undefined : this.#renewed.value.get(id));
  }

  indexOf(id: number | undefined): number {
    return this.rows.value.findIndex((row) => row.node.id === id);
  }

  /** Unfolds a node. If its children cannot be loaded, the row says so, and the next attempt tries again. */
  async unfold(id: number): Promise<void> {
    if (!this.#children.has(id)) {
      if (this.#states.value.get(id) === "loading") {
        return;
      }
      this.#mark(id, "loading");
      try {
        this.#children.set(id, await this.#fetch(id));
        this.#mark(id, undefined);
      } catch {
        this.#mark(id, "failed");
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
    return true;
  }

  /** Applies the result of an edit. */
  update({ nodes, lists, replaced }: Edited): void {
    for (const id of replaced) {
      this.#children.delete(id);
    }
    const renewed = new Map(this.#renewed.value);
    const unfolded = new Set(this.#unfolded.value);
    for (const [id, children] of lists) {
      if (id === ROOT) {
        this.#roots.value = children;
      } else if (this.#children.has(id)) {
        this.#children.set(id, children);
      }
      for (const child of children) {
        renewed.delete(child.id);
      }
    }
    for (const node of nodes) {
      renewed.set(node.id, node);
    }
    for (const id of replaced) {
      unfolded.delete(id);
    }
    this.#renewed.value = renewed;
    this.#unfolded.value = unfolded;
  }

  /** Replaces what the tree shows of a node. */
  renew(node: TreeNode): void {
    this.#renewed.value = new Map(this.#renewed.value).set(node.id, node);
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

  /** Index of the parent's row, or −1 on the first level. */
  parentOf(index: number): number {
    const rows = this.rows.value;
    const level = rows[index]?.level ?? 0;
    let above = index - 1;
    while (above >= 0 && (rows[above]?.level ?? 0) >= level) {
      above -= 1;
    }
    return above;
  }

  /** The next row after `from`, wrapping around, whose key starts with the text. */
  match(text: string, from: number): number {
    const rows = this.rows.value;
    const wanted = text.toLowerCase();
    for (let i = 0; i < rows.length; i += 1) {
      const index = (from + i) % rows.length;
      if (rows[index]?.node.key.toLowerCase().startsWith(wanted)) {
        return index;
      }
    }
    return -1;
  }

  #mark(id: number, state: Row["state"]): void {
    const states = new Map(this.#states.value);
    states.delete(id);
    this.#states.value = state === undefined ? states : states.set(id, state);
  }

  /** Depth first with an explicit stack: a tree may be nested deeper than calls can be. */
  #flatten(): readonly Row[] {
    const unfolded = this.#unfolded.value;
    const states = this.#states.value;
    const renewed = this.#renewed.value;
    const rows: Row[] = [];
    const pending = [{ nodes: this.#roots.value, next: 0 }];
    for (let level = pending.at(-1); level; level = pending.at(-1)) {
      const node = level.nodes[level.next];
      if (!node) {
        pending.pop();
        continue;
      }
      level.next += 1;
      const children = unfolded.has(node.id) ? this.#children.get(node.id) : undefined;
      rows.push({
        node: renewed.get(node.id) ?? node,
        level: pending.length,
        unfolded: children !== undefined,
        position: level.next,
        siblings: level.nodes.length,
        state: states.get(node.id),
      });
      if (children) {
        pending.push({ nodes: children, next: 0 });
      }
    }
    return rows;
  }
}
