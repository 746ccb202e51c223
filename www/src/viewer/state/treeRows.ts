/**
 * The rows of the tree: lists of ids, one in the other where a node is unfolded. A list of a million children is one array of numbers,
 * without an object for each.
 */
import type { TreeNode } from "../protocol/facts.ts";

export interface Row {
  readonly node: TreeNode;
  /** Whether the node has come: until then, the row only has its place. */
  readonly isKnown: boolean;
  /** 1 for the first level, as `aria-level` counts. */
  readonly level: number;
  readonly unfolded: boolean;
  readonly position: number;
  readonly siblings: number;
  /** The state of its children while they are not loaded. */
  readonly state: "loading" | "failed" | undefined;
}

/** Consecutive children of one node, of which only the last may be unfolded. */
interface Run {
  readonly ids: IdList;
  /** The position in the list, and the row, of the first. */
  readonly from: number;
  readonly start: number;
  readonly level: number;
  /** The row of the node whose children they are, or −1. */
  readonly above: number;
}

/** The ids of the children of one node. */
export class IdList {
  readonly ids: Int32Array;
  /** Whether each is one more than the one before, as those of a list that was never edited. */
  readonly #isConsecutive: boolean;

  constructor(ids: Int32Array) {
    this.ids = ids;
    const [first = 0] = ids;
    this.#isConsecutive = ids.every((id, position) => id === first + position);
  }

  /** The position of an id, or −1. */
  indexOf(id: number): number {
    const position = id - (this.ids[0] ?? 0);
    return this.#isConsecutive ? (this.ids[position] === id ? position : -1) : this.ids.indexOf(id);
  }

  /** The positions of those of some ids that are in the list, in order. */
  positionsOf(some: Iterable<number>): number[] {
    return [...some]
      .map((id) => this.indexOf(id))
      .filter((position) => position >= 0)
      .sort((one, other) => one - other);
  }
}

export class Rows {
  readonly length: number;
  readonly #runs: readonly Run[];

  /** `children`: the lists of the unfolded nodes. */
  constructor(roots: IdList, children: ReadonlyMap<number, IdList>) {
    const runs: Run[] = [];
    const listed = (ids: IdList, above: number) => ({
      ids,
      above,
      from: 0,
      open: ids.positionsOf(children.keys()),
    });
    let row = 0;
    // With an explicit stack: a tree may be nested deeper than calls can be.
    const pending = [listed(roots, -1)];
    for (let list = pending.at(-1); list; list = pending.at(-1)) {
      const { ids, above, from, open } = list;
      const last = open.shift();
      const end = last === undefined ? ids.ids.length : last + 1;
      if (end > from) {
        runs.push({ ids, from, start: row, level: pending.length, above });
        row += end - from;
      }
      list.from = end;
      const inner = last === undefined ? undefined : children.get(ids.ids[last] ?? -1);
      if (inner) {
        pending.push(listed(inner, row - 1));
      } else {
        pending.pop();
      }
    }
    this.#runs = runs;
    this.length = row;
  }

  /** The id of a row, and its place. */
  at(index: number) {
    const run = index >= 0 && index < this.length ? this.#runAt(index) : undefined;
    const position = run ? run.from + index - run.start : 0;
    const id = run?.ids.ids[position];
    return run && id !== undefined
      ? { id, level: run.level, position: position + 1, siblings: run.ids.ids.length }
      : undefined;
  }

  /** The row of a node, or −1. */
  indexOf(id: number | undefined): number {
    if (id === undefined) {
      return -1;
    }
    for (const { ids, from, start } of this.#runs) {
      const position = ids.indexOf(id);
      const index = start + position - from;
      if (position >= from && this.at(index)?.id === id) {
        return index;
      }
    }
    return -1;
  }

  /** Index of the parent's row, or −1 on the first level. */
  parentOf(index: number): number {
    return this.#runAt(index)?.above ?? -1;
  }

  /** The ids of all rows, beginning with one; those before it come last. */
  idsFrom(from: number): Int32Array {
    const ids = new Int32Array(this.length);
    for (const [i, run] of this.#runs.entries()) {
      const end = this.#runs[i + 1]?.start ?? this.length;
      ids.set(run.ids.ids.subarray(run.from, run.from + end - run.start), run.start);
    }
    const turned = new Int32Array(this.length);
    turned.set(ids.subarray(from));
    turned.set(ids.subarray(0, from), this.length - from);
    return turned;
  }

  #runAt(index: number): Run | undefined {
    return this.#runs[this.#runs.findLastIndex(({ start }) => start <= index)];
  }
}
