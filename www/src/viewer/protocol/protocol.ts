/**
 * What the page and the worker say to each other: plain, structured-cloneable
 * values only. The worker owns the open file and its tree; the page asks for
 * the children of a node when it is unfolded, and for an array's plane when it
 * is drawn, so neither the tree's size nor the file's reaches the page.
 */
import type { CompressionName } from "asdf-wasm";
import type {
  BlockFacts,
  BlockState,
  FileDetail,
  FileSet,
  NodeDetail,
  Notice,
  Opened,
  Progress,
  TreeNode,
} from "./facts.ts";

export type * from "./facts.ts";

/** Which section of an array is shown. */
export interface Slice {
  /** The axes that lie on the stage: rows and columns, only rows of an array of one axis, none of a single element. */
  readonly axes: readonly number[];
  /** An index for each axis of the array; at those that are shown it means nothing. */
  readonly index: readonly number[];
}

/** Black and white of the display, in the array's own unit. */
export interface Limits {
  readonly min: number;
  readonly max: number;
}

/** How limits are found: as so many percent of the values lie between them, for one. */
export type IntervalName = "minmax" | "zscale" | "99.9" | "99.5" | "99" | "98" | "95" | "90";

/** An element as the array has it: complex ones are pairs in one typed array. */
export type PlaneValues =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array
  | BigInt64Array
  | BigUint64Array
  | readonly bigint[];

/** Values that divide those of a plane into equally many, and the stride of the sample that they are of. */
export interface PlaneQuantiles {
  readonly values: Float64Array<ArrayBuffer>;
  readonly sampled: number;
}

/** How many values of a plane are in each of some bins of the same width, and the stride of the sample they are of. */
export interface PlaneHistogram extends Limits {
  readonly counts: Uint32Array<ArrayBuffer>;
  readonly sampled: number;
  /** Each bin holds as many whole numbers, and begins half below its first. */
  readonly whole?: boolean;
}

/** Counts of all values of an array, if any are finite, and what they are in sum. */
export interface ArrayHistogram {
  readonly histogram: PlaneHistogram | undefined;
  readonly mean: number;
  readonly std: number;
  /** How many values are finite and not masked. */
  readonly count: number;
  /** Every so-many-th row was read. */
  readonly sampled: number;
}

/** What is drawn of complex numbers. */
export type ComplexPart = "amplitude" | "phase" | "real" | "imaginary";

/** What is known of a two-dimensional section of an array before its rows are. */
export interface PlaneHead {
  readonly node: number;
  readonly path: string;
  readonly datatype: string;
  readonly width: number;
  readonly height: number;
  /** Every `step`-th element of both axes: 1 unless the section is too large to be read whole. */
  readonly step: number;
  readonly complex: boolean;
  /** What is drawn of complex elements. */
  readonly part?: ComplexPart | undefined;
  readonly slice: Slice;
  /** The section's own size. */
  readonly whole: { readonly width: number; readonly height: number };
  /** In elements: by parts of this size it is best read closer up. */
  readonly tile: { readonly width: number; readonly height: number };
}

/** A rectangle of a section, of which every `step`-th element of both axes is meant. */
export interface Excerpt {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly step: number;
}

/** Elements themselves, for the readout. */
export interface Elements {
  readonly values: PlaneValues;
  readonly mask?: Uint8Array | undefined;
  readonly complex: boolean;
}

/** How numbers are narrowed for drawing: `(value − reference) / unit`. */
export interface Frame {
  readonly reference: number;
  readonly unit: number;
}

/** Elements of a section, and what is drawn of them. */
export interface Pixels extends Omit<Elements, "complex">, Frame {
  /** In float32, NaN where there is no number. */
  readonly display: Float32Array<ArrayBuffer>;
}

/** A section, ready to be drawn; its rows may still be coming. */
export interface Plane extends PlaneHead, Pixels {}

/** Rows of a section, from number `start` up to but without `stop`. All from 0 on stand in place of what came before. */
export interface PlanePart extends Pixels {
  readonly head: PlaneHead;
  readonly start: number;
  readonly stop: number;
  /** When they are others than before. */
  readonly limits?: PlaneLimits | undefined;
}

/** Limits, the stride of the sample they come from (1: every value counts), and of how many rows that is. */
export interface PlaneLimits extends Limits {
  readonly sampled: number;
  readonly rows: number;
  /** The least and the greatest of the finite values that have come; NaN while there are none. */
  readonly extremes: Limits;
}

/** A line through an array, along one of its axes. */
export interface LineAsked {
  readonly node: number;
  readonly axis: number;
  /** The index on each axis; the one on `axis` does not matter. */
  readonly at: readonly number[];
  readonly part: ComplexPart;
  /** Without it, the whole line. */
  readonly window?: Limits | undefined;
  /** What has more than twice as many elements is thinned to the least and the greatest of so many stretches. */
  readonly bins: number;
}

/** The points of a line, from the left to the right. */
export interface Line {
  /** The array's path, and which line of it. */
  readonly name: string;
  readonly datatype: string;
  readonly unit?: string | undefined;
  /** The sibling that has the coordinates, and their unit; without one they are indices. */
  readonly along?: string | undefined;
  readonly alongUnit?: string | undefined;
  /** The coordinates of the whole line's ends, and the least above zero: there a logarithmic axis begins. */
  readonly extent: Limits;
  readonly leastPositive: number;
  /** Whether there are more elements than points. */
  readonly thinned: boolean;
  readonly x: Float64Array<ArrayBuffer>;
  readonly y: Float64Array<ArrayBuffer>;
  /** The standard deviation at each point, and the sibling that has it. */
  readonly error?: Float64Array<ArrayBuffer> | undefined;
  readonly errorOf?: string | undefined;
}

/** Telescopes of which the bits of data-quality arrays have names. */
export type Telescope = "roman" | "jwst";

/** A plane of bit masks. */
export interface FlagFacts {
  readonly path: string;
  readonly datatype: string;
  /** Whose names its bits have. */
  readonly telescope?: Telescope | undefined;
  readonly width: number;
  readonly height: number;
  /** Every `step`-th element of both axes: 1 unless the plane is too large to hold. */
  readonly step: number;
  /** How many pixels have each of the 32 bits. */
  readonly counts: readonly number[];
}

/** A section that is one of the three colours. */
export interface ChannelAsked {
  readonly node: number;
  readonly slice: Slice;
  readonly part: ComplexPart;
}

/** Sections read as red, green and blue: what each is drawn between, and of how many elements one was read on each axis. */
export interface Composite {
  readonly limits: readonly Limits[];
  readonly step: number;
}

/** How brightness is stretched in common: linearly up to about `stretch` for little `q`, the more like a logarithm the more it is. */
export interface Lupton {
  readonly stretch: number;
  readonly q: number;
}

/** How three values become a colour: each between its limits by the levels of a stretch, or together, all lower limits being black. */
export type Mixing = { readonly levels: Float64Array } | { readonly lupton: Lupton };

/** A bit and its colour, red, green and blue from 0 to 255. */
export interface FlagPaint {
  readonly bit: number;
  readonly color: readonly [red: number, green: number, blue: number];
}

/** Places along an axis from `start` up to but without `stop`. */
export interface Span {
  readonly start: number;
  readonly stop: number;
}

/** Elements of a section, row by row. */
export interface GridWindow {
  readonly rows: Span;
  readonly columns: Span;
  readonly values: PlaneValues | readonly string[];
  readonly mask?: Uint8Array | undefined;
  readonly complex: boolean;
}

/** A column of a table. */
export interface TableColumn {
  readonly name: string;
  readonly datatype: string;
  readonly unit: string;
  readonly description: string;
  readonly isText: boolean;
  /** Whether there is one value a row, and an order of them. */
  readonly sortable: boolean;
}

export interface TableFacts {
  readonly rows: number;
  readonly columns: readonly TableColumn[];
  /** Names of columns that cannot be shown. */
  readonly left: readonly string[];
}

/** In which order rows are shown, and which: those that pass every filter. */
export interface Arrangement {
  readonly sort?: { readonly column: number; readonly descending: boolean } | undefined;
  /** A comparison such as `> 3`, or a text to be found. */
  readonly filters: readonly { readonly column: number; readonly text: string }[];
}

/** How many rows are shown, and why one of the filters could not be used. */
export interface Arranged {
  readonly count: number;
  readonly complaint?: string | undefined;
}

/** Cells of a table as text, and which of its rows they are from. */
export interface TableWindow extends GridWindow {
  readonly indices: Uint32Array;
}

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
export interface SaveAsked {
  /** Undefined: each block as it is stored. */
  readonly compression: CompressionName | undefined;
  /** Whether what is written has to last when the opened file does not. */
  readonly apart: boolean;
}

/** The calls the worker answers. A failure is thrown as a `Notice`. What can be stopped is given a number to stop it by. */
export interface Engine {
  /** Of the file, the node at `path` is shown first, if there is one. */
  open(
    source: FileSet | string,
    path: string | undefined,
    onProgress: (progress: Progress) => void,
  ): Promise<Opened>;
  /** The children of a node, read from another file when a reference leads there. */
  children(id: number): Promise<readonly TreeNode[]>;
  detail(id: number): Promise<NodeDetail>;
  /** The text of which a detail has the beginning. */
  text(id: number): Promise<string>;
  /** A scalar's text in full, anything else as JSON. */
  value(id: number): Promise<string>;
  /** Nodes from the first level down to this one. */
  trail(id: number): Promise<readonly number[]>;
  /** Begins a search for a text in keys and values, and ends the one before. */
  search(text: string): Promise<Found>;
  /** The next step of the search that was begun last. */
  searchOn(): Promise<Found>;
  /** Reads one plane and hands it over: at once, or, where that takes long, its rows as they come. */
  plane(
    task: number,
    id: number,
    slice: Slice,
    part: ComplexPart,
    interval: IntervalName,
    onProgress: (progress: Progress) => void,
    onPart: (part: PlanePart) => void,
  ): Promise<void>;
  /** Reads part of a section, narrowed as the plane is that was read of it. */
  excerpt(
    task: number,
    id: number,
    slice: Slice,
    part: ComplexPart,
    excerpt: Excerpt,
    frame: Frame,
  ): Promise<Elements & Pick<Pixels, "display">>;
  /** Limits of the plane read last, as far as it has come: by a sample of its values, or by `every` one. */
  limits(interval: IntervalName, every: boolean): Promise<PlaneLimits | undefined>;
  /** Quantiles of the same values. */
  quantiles(every: boolean): Promise<PlaneQuantiles | undefined>;
  /** Counts of the same values: of all, or of those around some limits. */
  histogram(around: Limits | undefined, bins: number, every: boolean): Promise<PlaneHistogram | undefined>;
  /** Counts of the values of an array, whatever its shape. */
  histogramOf(
    task: number,
    id: number,
    part: ComplexPart,
    onProgress: (progress: Progress) => void,
  ): Promise<ArrayHistogram>;
  lines(task: number, asked: readonly LineAsked[]): Promise<readonly Line[]>;
  /** The bit masks that stand beside an array. */
  flagsBeside(id: number): Promise<TreeNode | undefined>;
  /** Reads a plane of bit masks; what is asked for before stops. */
  flags(id: number, slice: Slice): Promise<FlagFacts>;
  /** Part of the plane of bit masks read last, its first row first. The step is that of the plane or 2, 4, … times it. */
  flagPicture(paints: readonly FlagPaint[], excerpt: Excerpt): Promise<ImageBitmap | undefined>;
  /** The bits of one of its pixels. */
  flagsAt(x: number, y: number): Promise<number>;
  table(id: number): Promise<TableFacts>;
  arrange(task: number, id: number, arrangement: Arrangement): Promise<Arranged>;
  cells(task: number, id: number, arrangement: Arrangement, rows: Span, columns: Span): Promise<TableWindow>;
  csv(task: number, id: number, arrangement: Arrangement): Promise<Blob>;
  /** An array, and those of numbers and of the same shape that stand beside it. */
  alike(id: number): Promise<readonly TreeNode[]>;
  /** Reads red, green and blue. */
  composite(task: number, channels: readonly ChannelAsked[], interval: IntervalName): Promise<Composite>;
  /** Part of the colours read last, as with flags. */
  compositePicture(
    limits: readonly Limits[],
    mixing: Mixing,
    excerpt: Excerpt,
  ): Promise<ImageBitmap | undefined>;
  /** Red, green and blue of one of their pixels. */
  compositeAt(x: number, y: number): Promise<readonly number[]>;
  window(task: number, id: number, slice: Slice, rows: Span, columns: Span): Promise<GridWindow>;
  file(): Promise<FileDetail>;
  /** All blocks of the file, whose headers are read as far as they were not needed yet. */
  blocks(): Promise<readonly BlockFacts[]>;
  /** Reads a block to its end and compares its checksum. */
  verify(index: number): Promise<BlockState>;
  stopVerifying(): Promise<void>;
  editable(id: number): Promise<Editable>;
  /** What a text would become in place of a node's value. */
  becomes(id: number, text: string): Promise<string>;
  edit(change: Change): Promise<Edited>;
  undo(): Promise<Edited | undefined>;
  redo(): Promise<Edited | undefined>;
  /** The tree as text, with the header of the file. */
  yaml(): Promise<string>;
  checkYaml(text: string): Promise<YamlProblem | undefined>;
  /** Reads a text in place of the tree; the node at `path` is shown then, if there is one. */
  applyYaml(text: string, path: string): Promise<Edited>;
  /** The tree as it is now has been saved. */
  noteSaved(): Promise<EditState>;
  /** Writes the file anew. */
  save(task: number, asked: SaveAsked, onProgress: (progress: Progress) => void): Promise<Blob>;
  /** The same with part of an array, and of those that go with it: on each axis some indices, or all. */
  cut(
    task: number,
    id: number,
    spans: readonly (Span | null)[],
    asked: SaveAsked,
    onProgress: (progress: Progress) => void,
  ): Promise<Blob>;
  /** The same in exploded form, as a zip archive. */
  zip(task: number, asked: SaveAsked, onProgress: (progress: Progress) => void): Promise<Blob>;
  /** Warnings that came up since they were last asked for: reading verifies checksums. */
  news(): Promise<readonly Notice[]>;
  stop(task: number): Promise<void>;
}
