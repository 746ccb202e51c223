/** The arrays of a file by their numbers: those in its tree, and those that are computed from others while they are read. */

import type { ReadableArray } from "@asdf-wasm/science/sections/section";
import type { NdArray } from "asdf-wasm";
import type { ArrayNode } from "../protocol/facts.ts";
import type { Nodes } from "./tree/nodes.ts";

/** An array without a place in the tree. */
interface ComputedArray {
  readonly node: ArrayNode;
  readonly array: ReadableArray;
  /** What it is computed from, and how; of arrays of other files unknown. */
  readonly from: string | undefined;
  /** What is to be known of how. */
  readonly remark: string;
}

export class Arrays {
  readonly #nodes: Nodes;
  readonly #computed = new Map<number, ComputedArray>();

  constructor(nodes: Nodes) {
    this.#nodes = nodes;
  }

  /** An array to read, and its path; the name of one that is computed. */
  readableAt(id: number): [path: string, array: ReadableArray] {
    const computed = this.#computed.get(id);
    return computed ? [computed.node.key, computed.array] : this.arrayAt(id);
  }

  /** The array of a node, and its path. */
  arrayAt(id: number): [path: string, array: NdArray] {
    const computed = this.#computed.get(id);
    if (computed) {
      throw new TypeError(`${computed.node.key} is computed, and not an array of the file`);
    }
    return [this.#nodes.path(id), this.#nodes.array(id)];
  }

  /** The array of the file in whose place a computed one is shown; another stands for itself. */
  stageNode(id: number): number {
    return this.#computed.get(id)?.node.of ?? id;
  }

  /** What is to be known of how a computed array came about; undefined for one of the file. */
  remarkOf(id: number): string | undefined {
    return this.#computed.get(id)?.remark;
  }

  unit(id: number): string | undefined {
    const computed = this.#computed.get(id);
    return computed ? computed.node.array.unit : this.#nodes.unit(id);
  }

  /** The array that was computed from the same arrays in the same way. */
  computedFrom(from: string): ArrayNode | undefined {
    return [...this.#computed.values()].find((known) => known.from === from)?.node;
  }

  /** Adds a computed array, and gives it a number. */
  add(
    node: Omit<ArrayNode, "id">,
    array: ReadableArray,
    how: Pick<ComputedArray, "from" | "remark">,
  ): ArrayNode {
    // Nodes of the tree count from 0.
    const numbered = { ...node, id: -1 - this.#computed.size };
    this.#computed.set(numbered.id, { node: numbered, array, ...how });
    return numbered;
  }

  array(id: number): ReadableArray {
    return this.readableAt(id)[1];
  }

  path(id: number): string {
    return this.readableAt(id)[0];
  }

  name(id: number): string {
    return this.#computed.get(id)?.node.key ?? this.#nodes.name(id);
  }

  arraysBeside(id: number): ArrayNode[] {
    return this.#computed.has(id) ? [] : this.#nodes.arraysBeside(id);
  }

  arrayNode(id: number): ArrayNode {
    return this.#computed.get(id)?.node ?? this.#nodes.arrayNode(id);
  }
}
