/** What the worker tells of a file, its tree, its nodes and its blocks, in values that can be cloned. */

/** Something that went wrong, in words a person can act on, and where it happened. */
export interface Notice {
  readonly severity: "error" | "warning";
  readonly code: string;
  readonly message: string;
  readonly offset?: number | undefined;
  readonly block?: number | undefined;
  readonly path?: string | undefined;
  /** Another file than the open one, in which it happened. */
  readonly uri?: string | undefined;
}

/** A file and where it is among those that came with it, such as `run/part.asdf`. */
export interface FolderFile {
  readonly path: string;
  readonly file: Blob;
}

/** Files that came together, as a set or a folder, and may refer to each other. */
export interface FileSet {
  readonly files: readonly FolderFile[];
  /** The one to show. Without it, one that refers to others and that no other refers to. */
  readonly main?: string | undefined;
  /** Those that can be shown in its place, when that is known already. */
  readonly mains?: readonly string[] | undefined;
}

/** How far a transfer has come; `total` is unknown when the source does not say. */
export interface Progress {
  readonly loaded: number;
  readonly total?: number | undefined;
  readonly phase: string;
}

/** The file as a whole. */
export interface FileFacts {
  readonly name: string;
  readonly size: number;
  readonly dialect: string;
  readonly formatVersion: string;
  readonly standardVersion?: string | undefined;
}

/** What a node of the tree is, as far as showing it goes. */
export type NodeKind =
  | "map"
  | "sequence"
  | "array"
  | "string"
  | "number"
  | "boolean"
  | "null"
  | "time"
  | "bytes"
  | "tagged"
  | "reference"
  | "cycle";

/** The badges of an array. */
export interface ArrayBadges {
  readonly shape: readonly number[];
  readonly datatype: string;
  readonly compression?: string | undefined;
  /** Bytes it takes in the file, once the header of its block is known. */
  readonly stored?: number | undefined;
  readonly elements: "numbers" | "texts" | "records";
  /** Of the values, where a quantity or a column says it. */
  readonly unit?: string | undefined;
  /** Whether other arrays of numbers of its shape stand beside it. */
  readonly hasAlike: boolean;
  /** The tree describes it in a way that makes no sense; opening it says how. */
  readonly unreadable: boolean;
}

/** One node as the tree shows it. */
export interface TreeNode {
  readonly id: number;
  readonly key: string;
  readonly kind: NodeKind;
  /** A scalar's value on one line, possibly cut; what a cycle leads back to, or a reference to. */
  readonly text: string;
  /** How many children unfolding it would show. */
  readonly children: number;
  readonly tag?: string | undefined;
  readonly array?: ArrayBadges | undefined;
}

/** A node that is an array. */
export interface ArrayNode extends TreeNode {
  readonly array: ArrayBadges;
}

/** The file right after opening: its facts, and the tree unfolded to the node to show first. */
export interface Opened {
  readonly file: FileFacts;
  /** The path of the file in its set, and of those of the set that can be shown in its place. */
  readonly main: string;
  readonly mains: readonly string[];
  readonly warnings: readonly Notice[];
  readonly roots: readonly TreeNode[];
  /** Nodes to show unfolded, parents before children. */
  readonly unfolded: readonly (readonly [id: number, children: readonly TreeNode[]])[];
  /** The node to show: the one asked for, or the science array, if the file has one. */
  readonly shown?: number | undefined;
}

/** A block, as its header describes it. */
export interface BlockFacts {
  readonly index: number;
  readonly offset: number;
  readonly stored: number;
  /** Bytes that are kept for it in the file; `stored` of them are its content. */
  readonly allocated: number;
  readonly compression?: string | undefined;
  readonly decoded: number;
  /** `"unsettled"` is one of before ASDF 1.0.0, of which nobody said what it is of. */
  readonly checksum: "none" | "md5" | "unsettled";
  readonly streamed: boolean;
}

/** Code that gives a node; undefined where its path has keys that the language has no word for. */
export interface Expressions {
  /** With `af` being the file as Python's asdf opened it. */
  readonly python?: string | undefined;
  /** With `file` being it as this package opened it. */
  readonly javascript?: string | undefined;
}

/** What verifying a block found. */
export interface BlockState {
  /** `"decoded"`: it can be read, but has no checksum to be compared. `"unread"`: for a reason that is not its own. */
  readonly verdict: "sound" | "decoded" | "mismatch" | "damaged" | "unread";
  readonly message?: string | undefined;
}

/** Everything about the file as a whole but for its blocks. */
export interface FileDetail {
  readonly dialect: string;
  readonly formatVersion: string;
  readonly standardVersion?: string | undefined;
  readonly comments: readonly string[];
  /** All so far. */
  readonly warnings: readonly Notice[];
  readonly provenance: Provenance;
}

/** What was done to the file, once. */
export interface HistoryEntry {
  readonly time?: string | undefined;
  readonly description: string;
  readonly software: readonly string[];
}

/** An extension of the library that wrote the file, and the software it is from. */
export interface UsedExtension {
  readonly name: string;
  readonly software?: string | undefined;
}

/** Who wrote the file and what was done to it. Software is a name with its version. */
export interface Provenance {
  readonly library?: string | undefined;
  readonly author?: string | undefined;
  readonly entries: readonly HistoryEntry[];
  readonly extensions: readonly UsedExtension[];
}

/** A node and where it is. */
export interface NodePath {
  readonly id: number;
  readonly path: string;
}

/** Everything about one node, asked for when it is selected. */
export interface NodeDetail {
  readonly id: number;
  readonly path: string;
  readonly expressions: Expressions;
  /** What the tree shows of it, where more has become known of it. */
  readonly renewed?: TreeNode | undefined;
  readonly kind: NodeKind;
  readonly tag?: string | undefined;
  /** The beginning of a scalar's text, or of the lines of a sequence of strings; `length` is the whole one's. */
  readonly text?: string | undefined;
  readonly length?: number | undefined;
  readonly children: number;
  /** Other places where the same node stands, by an anchor and its aliases, as far as they are told. */
  readonly also: readonly NodePath[];
  /** How many other places there are. */
  readonly alsoCount: number;
  /** Of the nodes that hold it. */
  readonly provenance?: Provenance | undefined;
  readonly array?:
    | {
        readonly shape: readonly number[];
        readonly datatype: string;
        readonly bytes: number;
        readonly byteorder?: string | undefined;
        readonly strides?: readonly number[] | undefined;
        readonly offset?: number | undefined;
        readonly source: string;
        readonly compression?: string | undefined;
        readonly block?: BlockFacts | undefined;
        readonly problem?: string | undefined;
      }
    | undefined;
}
