/** Searching the tree, editing it, and saving the file. */
import type { YamlProblem } from "@asdf-wasm/science/tree/yaml";
import type { CompressionName } from "asdf-wasm";
import type { Children, Opened, TreeNode } from "./facts.ts";

/**
 * Where a text was found, in the order in which matches are listed. `meaning`: in what schemas say of a node. In a log and in the history,
 * keys count less.
 */
export const KINDS = ["key", "value", "meaning", "log"] as const;
export type FoundBy = (typeof KINDS)[number];

/** What one step of a search over the tree found. */
export interface Found {
  /** Nodes in document order, after the nodes of earlier steps. */
  readonly nodes: Int32Array;
  /** For each an index into `KINDS`. */
  readonly kinds: Uint8Array;
  /** Whether the whole tree has been searched. */
  readonly done: boolean;
}

/** A match as a list shows it. */
export interface Hit {
  /** Its text is the part of a scalar's text that matches, if it does. */
  readonly node: TreeNode;
  /** Whether it is an item of a list. */
  readonly isIndex: boolean;
  /** The path of the collection that it is in; of an item, its own. */
  readonly path: string;
  /** The part of its title or description in a schema that matches, if that is why it was found. */
  readonly meaning?: string | undefined;
}

/** A change to the tree. */
export type Change =
  | { readonly kind: "value" | "key"; readonly id: number; readonly text: string }
  /** A node that is null, in a collection or behind another node. */
  | { readonly kind: "add"; readonly id: number; readonly inside: boolean }
  | { readonly kind: "remove"; readonly id: number };

/** A change to the tree that names its node by path, so that it can be made again. */
export type PathChange =
  | { readonly kind: "value" | "key"; readonly path: string; readonly text: string }
  | { readonly kind: "add"; readonly path: string; readonly inside: boolean }
  | { readonly kind: "remove"; readonly path: string }
  /** The whole tree replaced by a text; the node at the path was shown. */
  | { readonly kind: "yaml"; readonly path: string; readonly text: string };

/** An edit that a person made, with a few words for it, such as `editing telescope`. It can be kept as JSON. */
export type TreeEdit = PathChange & { readonly label: string };

/** The texts of a node's key and value that can be edited, or why they cannot. */
export interface Editable {
  readonly key?: string | undefined;
  readonly value?: string | undefined;
  readonly problem?: string | undefined;
}

/** How the tree differs from the saved one, and what can be undone. */
export interface EditState {
  readonly changed: readonly number[];
  readonly isChanged: boolean;
  /** What undo and redo would change. */
  readonly undo?: string | undefined;
  readonly redo?: string | undefined;
}

/** What the page must update after a change. */
export interface Edited {
  readonly nodes: readonly TreeNode[];
  /** The children that collections have now; the root is node 0. */
  readonly lists: readonly (readonly [id: number, children: Children])[];
  /** Replaced nodes: their children must be read again. */
  readonly replaced: readonly number[];
  /** The node to show the change at. */
  readonly focus?: number | undefined;
  readonly state: EditState;
  /** The edit that was made, unless it was undone or redone. */
  readonly made?: PathChange | undefined;
  /** The whole tree, if another one replaced it. */
  readonly reopened?: Pick<Opened, "roots" | "unfolded" | "shown"> | undefined;
}

export interface EditCalls {
  editable(id: number): Promise<Editable>;
  /** The kind of value a text would become in place of a node's value. */
  becomes(request: { readonly id: number; readonly text: string }): Promise<string>;
  change(change: Change): Promise<Edited>;
  /** Makes an edit that was made before, in the same tree. */
  repeat(change: PathChange): Promise<Edited>;
  undo(): Promise<Edited | undefined>;
  redo(): Promise<Edited | undefined>;
  /** The tree as text, with the header of the file. */
  yaml(): Promise<string>;
  checkYaml(text: string): Promise<YamlProblem | undefined>;
  /** Replaces the tree by a text; the node at `path` is shown then, if it exists. */
  applyYaml(request: { readonly text: string; readonly path: string }): Promise<Edited>;
  /** Records that the tree has been saved as it is now. */
  noteSaved(): Promise<EditState>;
}

/** How a file is to be written. */
export interface SaveOptions {
  /** Undefined: each block as it is stored. */
  readonly compression: CompressionName | undefined;
  /** Whether the result must stay readable when the opened file is gone. */
  readonly apart: boolean;
}
