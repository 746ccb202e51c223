/** Searching the tree, editing it, and saving the file. */
import type { CompressionName } from "asdf-wasm";
import type { Opened, TreeNode } from "./facts.ts";

/** What one step of a search over the tree found. */
export interface Found {
  /** Nodes in document order, after those of the steps before. */
  readonly nodes: Int32Array;
  /** Whether the whole tree has been searched. */
  readonly done: boolean;
}

/** A change to the tree. */
export type Change =
  | { readonly kind: "value" | "key"; readonly id: number; readonly text: string }
  /** A node that is null, in a collection or behind another node. */
  | { readonly kind: "add"; readonly id: number; readonly inside: boolean }
  | { readonly kind: "remove"; readonly id: number };

/** Texts of a node's key and value, as far as they can be edited, or why not. */
export interface Editable {
  readonly key?: string | undefined;
  readonly value?: string | undefined;
  readonly problem?: string | undefined;
}

/** How a tree stands to what was saved of it. */
export interface EditState {
  readonly changed: readonly number[];
  readonly isChanged: boolean;
  /** What would be undone and done again. */
  readonly undo?: string | undefined;
  readonly redo?: string | undefined;
}

/** What is to be shown in another way after a change. */
export interface Edited {
  readonly nodes: readonly TreeNode[];
  /** What collections hold now; the root is node 0. */
  readonly lists: readonly (readonly [id: number, children: readonly TreeNode[]])[];
  /** Nodes that are something else now: nothing is known of what they hold. */
  readonly replaced: readonly number[];
  /** Where the change is seen. */
  readonly focus?: number | undefined;
  readonly state: EditState;
  /** All of the tree, where it is another. */
  readonly reopened?: Pick<Opened, "roots" | "unfolded" | "shown"> | undefined;
}

/** Why a text cannot be read, and the character where that was met. */
export interface YamlProblem {
  readonly message: string;
  readonly at: number;
}

/** How a file is to be written. */
export interface SaveOptions {
  /** Undefined: each block as it is stored. */
  readonly compression: CompressionName | undefined;
  /** Whether what is written has to last when the opened file does not. */
  readonly apart: boolean;
}
