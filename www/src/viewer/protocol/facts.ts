/** What the worker reports of a file, its tree, its nodes and its blocks, as values that can be cloned. */
import type { ElementsKind, NodeKind } from "@asdf-wasm/science/tree/values";
import type { HostFile } from "./host.ts";

/** Something that went wrong, in words a person can act on, and where it happened. */
export interface Notice {
  readonly severity: "error" | "warning";
  readonly code: string;
  readonly message: string;
  readonly offset?: number | undefined;
  readonly block?: number | undefined;
  readonly path?: string | undefined;
  /** The file in which it happened, if not the open one. */
  readonly uri?: string | undefined;
}

/** A file and its path among the files opened together, such as `run/part.asdf`. */
export interface FolderFile {
  readonly path: string;
  readonly file: Blob;
}

/** The most files that are taken from a dropped folder: one that is missing from so many may only be beyond them. */
export const MOST_FILES = 100_000;

/** Files opened together, as a set or a folder, which may refer to each other. */
export interface FileSet {
  readonly files: readonly FolderFile[];
  /** The file to show. Default: one that refers to others and that no other refers to. */
  readonly main?: string | undefined;
  /** The files that can be shown instead, if already known. */
  readonly mains?: readonly string[] | undefined;
  /** Shows an array of several files as one, which has the name `main`. */
  readonly stack?: Stack | undefined;
}

/** Arrays at one path of several files, which are one array with a plane for each. */
export interface Stack {
  readonly path: string;
  /** The paths of the files in their set, and URLs, in the order of the planes. */
  readonly members: readonly string[];
  /** The one that says which shape and datatype the others must have. */
  readonly like: string;
}

/** An array of a file that is open in another tab: whose worker it is not, so it is opened once more. */
export interface Elsewhere {
  /** The page's name for the file, and what people call it. */
  readonly id: string;
  readonly name: string;
  readonly source: FileSet | string;
  readonly path: string;
  readonly unit: string | undefined;
}

/** A file, one that the page's host reads, files that may refer to each other, or a URL. */
export type ViewerSource = Blob | HostFile | readonly FolderFile[] | FileSet | string;

/**
 * How far a transfer has come, in bytes; `total` is unknown when the source does not say. Where `total` is 1, it is a share
 * of 1.
 */
export interface Progress {
  readonly loaded: number;
  readonly total?: number | undefined;
  readonly phase: string;
  /** Of an array in many files: how many of those that are needed have been read. */
  readonly files?: { readonly done: number; readonly total: number } | undefined;
  /** The first rows of a tree that is being parsed. */
  readonly rows?: readonly TreeNode[] | undefined;
}

/** The file as a whole. */
export interface FileFacts {
  readonly name: string;
  readonly size: number;
  readonly dialect: string;
  readonly formatVersion: string;
  readonly standardVersion?: string | undefined;
}

/** What the tree shows beside an array. */
export interface ArrayBadges {
  readonly shape: readonly number[];
  readonly datatype: string;
  readonly compression?: string | undefined;
  /** Bytes it takes in the file, once the header of its block is known. */
  readonly stored?: number | undefined;
  readonly elements: ElementsKind;
  /** The unit of the values, if a quantity or a column gives one. */
  readonly unit?: string | undefined;
  /** Whether it has siblings: arrays of numbers of the same shape. */
  readonly hasAlike: boolean;
  /** Whether its description in the tree is invalid; opening it reports why. */
  readonly unreadable: boolean;
  /** In how many files its elements are, if in more than this one. */
  readonly files?: number | undefined;
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
  /**
   * For a map whose entries are columns of equal length: `"whole"` if all are; `"part"` if others are among them. Also
   * `"part"`: one of the columns.
   */
  readonly columns?: "whole" | "part" | undefined;
  /** For an array that is computed: the array in whose place it is shown. */
  readonly of?: number | undefined;
}

/** The children of a node. Of a long list the page asks for those that come into view. */
export interface Children {
  /** All of them, in order. */
  readonly ids: Int32Array;
  /** The first of them, and others that the page needs at once. */
  readonly nodes: readonly TreeNode[];
}

/** A node that is an array. */
export interface ArrayNode extends TreeNode {
  readonly array: ArrayBadges;
}

/** The file right after opening: its facts, and the tree unfolded to the node to show first. */
export interface Opened {
  readonly file: FileFacts;
  /** The path of the file in its set, and of the files that can be shown instead. */
  readonly main: string;
  readonly mains: readonly string[];
  readonly warnings: readonly Notice[];
  readonly roots: Children;
  /** Nodes to show unfolded, parents before children. */
  readonly unfolded: readonly (readonly [id: number, children: Children])[];
  /** The node to show: the one asked for, or what the file was most likely opened for. */
  readonly shown?: number | undefined;
}

/** A block, as its header describes it. */
export interface BlockFacts {
  readonly index: number;
  readonly offset: number;
  readonly stored: number;
  /** Bytes allocated for it in the file; `stored` of them are used. */
  readonly allocated: number;
  readonly compression?: string | undefined;
  readonly decoded: number;
  /** `"unsettled"`: from before ASDF 1.0.0, which did not define what it covers. */
  readonly checksum: "none" | "md5" | "unsettled";
  readonly streamed: boolean;
}

/** Code that evaluates to a node; undefined if a key on its path cannot be written in the language. */
export interface Expressions {
  /** `af` is the file as opened by Python's asdf. */
  readonly python?: string | undefined;
  /** `file` is the file as opened by this package. */
  readonly javascript?: string | undefined;
}

/** What verifying a block found. */
export interface BlockState {
  /** `"decoded"`: readable, but without a checksum. `"unread"`: not the block's fault. */
  readonly verdict: "sound" | "decoded" | "mismatch" | "damaged" | "unread";
  readonly message?: string | undefined;
}

/** Everything about the file as a whole, except its blocks. */
export interface FileDetail {
  readonly dialect: string;
  readonly formatVersion: string;
  readonly standardVersion?: string | undefined;
  readonly comments: readonly string[];
  /** The number of HDUs of a FITS file. */
  readonly hdus: number;
  /** All so far. */
  readonly warnings: readonly Notice[];
  readonly provenance: Provenance;
  /** What was observed; empty if the file does not say. */
  readonly observation: readonly ObservationFact[];
}

/** One thing that a file says of its observation. */
export interface ObservationFact {
  readonly name:
    | "target"
    | "telescope"
    | "instrument"
    | "filter"
    | "wavelength"
    | "exposure"
    | "date"
    | "pointing";
  readonly value: string;
  /** The keywords, or the paths below `meta`, that it stands at. */
  readonly from: string;
}

/** One entry of the file's history. */
export interface HistoryEntry {
  readonly time?: string | undefined;
  readonly description: string;
  readonly software: readonly string[];
}

/** An extension of the library that wrote the file, and the software that provides it. */
export interface UsedExtension {
  readonly name: string;
  readonly software?: string | undefined;
}

/** Who wrote the file, and its history. Software is given as name and version. */
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
  /** The node as the tree should show it now, if more is known. */
  readonly renewed?: TreeNode | undefined;
  readonly kind: NodeKind;
  readonly tag?: string | undefined;
  /** The beginning of a scalar's text, or of the lines of a list of strings; `length`: of the whole text. */
  readonly text?: string | undefined;
  readonly length?: number | undefined;
  readonly children: number;
  /** Other places of the same node, by an anchor and its aliases; only the first of many. */
  readonly also: readonly NodePath[];
  /** How many other places there are. */
  readonly alsoCount: number;
  /** For the nodes that record it. */
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
