/**
 * The calls that the worker answers: plain, structured-cloneable values only, in groups. Each file has a port of its own, on which its
 * calls are made: so they name the file they mean. The worker owns the open file and its tree; the page asks for the children of a node
 * when it is unfolded and for an array's plane when it is drawn, so neither the whole tree nor the whole file reaches the page.
 *
 * A call has a request, a signal by which it can be aborted if it may take long, and functions that are called meanwhile. A failure is
 * thrown as a `Notice`.
 */

import type { MatchOptions } from "@asdf-wasm/science/matching/match";
import type { Span } from "@asdf-wasm/science/sections/section";
import type { RowChoice } from "@asdf-wasm/science/tables/choice";
import type { Arranged, Arrangement, TableFacts, TableWindow } from "@asdf-wasm/science/tables/window";
import type { EditCalls, Found, Hit, SaveOptions } from "./edits.ts";
import type { ExportCalls } from "./exports.ts";
import type {
  BlockFacts,
  BlockState,
  Children,
  Elsewhere,
  FileDetail,
  FileSet,
  NodeDetail,
  Notice,
  Opened,
  Progress,
  TreeNode,
} from "./facts.ts";
import type { HduCalls } from "./fits/hdus.ts";
import type { HostFacts, HostReads } from "./host.ts";
import type { BesideCalls } from "./images/beside.ts";
import type { CompareCalls } from "./images/compare.ts";
import type { MeasureCalls } from "./measure.ts";
import type { CatalogueCalls } from "./over/catalogue.ts";
import type { ContourCalls } from "./over/contours.ts";
import type { RegionFileCalls } from "./over/figures.ts";
import type { SegmentCalls } from "./over/segments.ts";
import type { CompositeCalls, FlagCalls } from "./overlays.ts";
import type { ArrayCalls, ImageCalls } from "./plane.ts";
import type { PlotCalls } from "./plot.ts";
import type { OwnSchemas, SchemaCalls } from "./schemas.ts";
import type { WcsCalls } from "./wcs.ts";

export interface WorkerApi {
  /** Opens a file, which the page reads if `host` is given; the node at `path` is shown first, if it exists. */
  open(
    request: { readonly source: FileSet | HostFacts | string; readonly path?: string | undefined },
    onProgress: (progress: Progress) => void,
    host?: HostReads,
  ): Promise<Opened>;
  readonly array: ArrayCalls;
  readonly beside: BesideCalls;
  readonly catalogue: CatalogueCalls;
  readonly compare: CompareCalls;
  readonly composite: CompositeCalls;
  readonly contour: ContourCalls;
  readonly edit: EditCalls;
  readonly export: ExportCalls;
  readonly file: FileCalls;
  readonly flags: FlagCalls;
  readonly hdu: HduCalls;
  readonly image: ImageCalls;
  readonly measure: MeasureCalls;
  readonly plot: PlotCalls;
  readonly regions: RegionFileCalls;
  readonly schema: SchemaCalls;
  readonly segments: SegmentCalls;
  readonly table: TableCalls;
  readonly tree: TreeCalls;
  readonly wcs: WcsCalls;
}

export interface TreeCalls {
  /** The children of a node; children of a reference may come from another file. */
  children(id: number): Promise<Children>;
  /** Nodes as the tree shows them. */
  nodes(ids: readonly number[]): Promise<readonly TreeNode[]>;
  /** The index of the first of these nodes whose key begins with a text in lower case, or −1. */
  keyed(request: { readonly ids: Int32Array; readonly text: string }): Promise<number>;
  detail(id: number): Promise<NodeDetail>;
  /** The whole text whose beginning is in the node's detail. */
  text(id: number): Promise<string>;
  /** A scalar's text in full, anything else as JSON. */
  value(id: number): Promise<string>;
  /** A node and everything below it as YAML, as a file would hold it. */
  yaml(id: number): Promise<string>;
  /** Nodes from the first level down to this one. */
  trail(id: number): Promise<readonly number[]>;
  /** The same of the node at a path, if the file has it. */
  trailAlong(path: string): Promise<readonly number[] | undefined>;
  /** Starts a search for a text in keys and values, then in what schemas say of them, and ends the previous search. */
  search(request: { readonly text: string; readonly own: OwnSchemas }): Promise<Found>;
  /** The next step of the current search. */
  searchOn(): Promise<Found>;
  /** Matches of the current search, for a list of them. */
  hits(nodes: readonly number[]): Promise<readonly Hit[]>;
}

/** Some of the rows of a table, in an order. */
export interface TableRows {
  readonly table: number;
  readonly arrangement: Arrangement;
}

/** Two tables that are matched, of which the second may be in a file of another tab. */
export interface TableMatch extends Pick<MatchOptions, "radius" | "find" | "key" | "join" | "positions"> {
  readonly table: number;
  readonly other: number | Elsewhere;
  /** The filters of the rows of the first table that are matched; all are without them. */
  readonly arrangement?: Arrangement | undefined;
}

export interface TableCalls {
  describe(node: number): Promise<TableFacts>;
  arrange(
    request: TableRows,
    signal: AbortSignal,
    onProgress?: (progress: Progress) => void,
  ): Promise<Arranged>;
  window(
    request: TableRows & { readonly rows: Span; readonly columns: Span },
    signal: AbortSignal,
  ): Promise<TableWindow>;
  csv(request: TableRows, signal: AbortSignal): Promise<Blob>;
  /** The rows that belong together, as a file of ASDF with one table. */
  match(request: TableMatch, signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<Blob>;
  /** The numbers of the chosen rows, in increasing order. */
  chosenRows(request: { readonly table: number; readonly choice: RowChoice }): Promise<Uint32Array>;
}

/** Part of an array: on each axis a span, or null for all. */
export interface Cutting extends SaveOptions {
  readonly node: number;
  readonly spans: readonly (Span | null)[];
}

export interface FileCalls {
  /** Changes how many bytes it keeps for later reads. */
  limitCache(bytes: number): Promise<void>;
  detail(): Promise<FileDetail>;
  /** All blocks of the file; reads the headers that are not known yet. */
  blocks(): Promise<readonly BlockFacts[]>;
  /** Reads a whole block and verifies its checksum. */
  verify(index: number): Promise<BlockState>;
  stopVerifying(): Promise<void>;
  /** Warnings since the last call: reading verifies checksums. */
  news(): Promise<readonly Notice[]>;
  /** Writes the whole file. */
  readonly save: Save<SaveOptions>;
  /** Writes the file with part of an array, and of its companions. */
  readonly cut: Save<Cutting>;
  /** Writes the file in exploded form, as a zip archive. */
  readonly zip: Save<SaveOptions>;
}

type Save<Request> = (
  request: Request,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
) => Promise<Blob>;
