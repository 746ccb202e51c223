/**
 * The calls that the worker answers: plain, structured-cloneable values only. Each file has a port of its own, on which its calls are
 * made: so they name the file they mean. The worker owns the open file and its tree; the page asks for the children of a node when it
 * is unfolded and for an array's plane when it is drawn, so neither the whole tree nor the whole file reaches the page.
 */

import type { Filter } from "@asdf-wasm/science/compute/reductions";
import type {
  ComplexPart,
  DisplayLimits,
  Elements,
  Frame,
  ValueRange,
} from "@asdf-wasm/science/elements/values";
import type { Graduation, Graticule, GraticuleRequest } from "@asdf-wasm/science/graticule/request";
import type { ArrayHistogram, HistogramChoice, PlaneHistogram } from "@asdf-wasm/science/measure/bins";
import type { Excerpt, GridWindow, Section, Span } from "@asdf-wasm/science/sections/section";
import type { Arranged, Arrangement, TableFacts, TableWindow } from "@asdf-wasm/science/tables/window";
import type { YamlProblem } from "@asdf-wasm/science/tree/yaml";
import type { AxisWorld, SkyFrame } from "@asdf-wasm/science/wcs/facts";
import type { Change, Editable, Edited, EditState, Found, Hit, PathChange, SaveOptions } from "./edits.ts";
import type { ExportCalls } from "./exports.ts";
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
import type { HduCalls } from "./fits/hdus.ts";
import type { HostFacts, HostReads } from "./host.ts";
import type { BesideCalls } from "./images/beside.ts";
import type { CompareCalls, ReadPlane } from "./images/compare.ts";
import type { Line, LineRequest } from "./lines.ts";
import type { MeasureCalls } from "./measure.ts";
import type { CatalogueCalls } from "./over/catalogue.ts";
import type { ContourCalls } from "./over/contours.ts";
import type { RegionFileCalls } from "./over/figures.ts";
import type { ChannelRequest, Composite, FlagFacts, FlagPaint, Mixing } from "./overlays.ts";
import type { IntervalName, Pixels, PlaneLimits, PlaneQuantiles, ReadingCost } from "./plane.ts";
import type { PlotCalls } from "./plot.ts";
import type { WcsAnswer, WcsAt, WcsChoice } from "./wcs.ts";

/** A failure is thrown as a `Notice`. `task` is a number of the page's choice by which `stop` cancels the call. */
export interface WorkerApi
  extends BesideCalls,
    CatalogueCalls,
    CompareCalls,
    ContourCalls,
    ExportCalls,
    HduCalls,
    MeasureCalls,
    PlotCalls,
    RegionFileCalls {
  /** Opens a file, which the page reads if `host` is given; the node at `path` is shown first, if it exists. */
  open(
    source: FileSet | HostFacts | string,
    path: string | undefined,
    onProgress: (progress: Progress) => void,
    host?: HostReads,
  ): Promise<Opened>;
  /** The children of a node; those of a reference may come from another file. */
  children(id: number): Promise<readonly TreeNode[]>;
  detail(id: number): Promise<NodeDetail>;
  /** The whole text whose beginning is in the node's detail. */
  text(id: number): Promise<string>;
  /** A scalar's text in full, anything else as JSON. */
  value(id: number): Promise<string>;
  /** A node and everything below it as YAML, as a file would hold it. */
  yamlOf(id: number): Promise<string>;
  /** Nodes from the first level down to this one. */
  trail(id: number): Promise<readonly number[]>;
  /** The same of the node at a path, if the file has it. */
  trailAlong(path: string): Promise<readonly number[] | undefined>;
  /** Starts a search for a text in keys and values, and ends the previous search. */
  search(text: string): Promise<Found>;
  /** The next step of the current search. */
  searchOn(): Promise<Found>;
  /** Matches of the current search, for a list of them. */
  hits(nodes: readonly number[]): Promise<readonly Hit[]>;
  /** Reads one plane. */
  readonly plane: ReadPlane;
  /** What reading a section with a collapsed axis would fetch. */
  cost(id: number, section: Section): Promise<ReadingCost>;
  /** Reads part of a section, narrowed in the frame of its plane. */
  excerpt(
    task: number,
    id: number,
    section: Section,
    part: ComplexPart,
    excerpt: Excerpt,
    frame: Frame,
    filter: Filter | undefined,
  ): Promise<Elements & Pick<Pixels, "display">>;
  /** Limits of the current plane, as far as it has arrived: from a sample of its values, or from `every` one. */
  limits(interval: IntervalName, every: boolean): Promise<PlaneLimits | undefined>;
  /** Quantiles of the same values. */
  quantiles(every: boolean): Promise<PlaneQuantiles | undefined>;
  /** A histogram of the same values: all of them, or those around some limits. */
  histogram(
    around: ValueRange | undefined,
    bins: number,
    every: boolean,
  ): Promise<PlaneHistogram | undefined>;
  /** A histogram of all values of an array. */
  histogramOf(
    task: number,
    id: number,
    part: ComplexPart,
    choice: HistogramChoice,
    onProgress: (progress: Progress) => void,
  ): Promise<ArrayHistogram>;
  /** Limits of a whole array, from a sample of its values. */
  limitsOf(task: number, id: number, part: ComplexPart, interval: IntervalName): Promise<PlaneLimits>;
  lines(task: number, requests: readonly LineRequest[]): Promise<readonly Line[]>;
  /** The bit mask that belongs to an array, if it has one. */
  flagsBeside(id: number): Promise<TreeNode | undefined>;
  /** Reads a plane of bit masks; an earlier such reading stops. */
  flags(id: number, section: Section): Promise<FlagFacts>;
  /** Paints part of the current plane of bit masks, first row first. The step is the plane's times a power of two. */
  flagPicture(paints: readonly FlagPaint[], excerpt: Excerpt): Promise<ImageBitmap | undefined>;
  /** The bits of one pixel of that plane. */
  flagsAt(x: number, y: number): Promise<number>;
  table(id: number): Promise<TableFacts>;
  arrange(task: number, id: number, arrangement: Arrangement): Promise<Arranged>;
  cells(task: number, id: number, arrangement: Arrangement, rows: Span, columns: Span): Promise<TableWindow>;
  csv(task: number, id: number, arrangement: Arrangement): Promise<Blob>;
  /** An array and its siblings: arrays of numbers of the same shape. */
  alike(id: number): Promise<readonly TreeNode[]>;
  /** Reads the sections for red, green and blue. */
  composite(task: number, channels: readonly ChannelRequest[], interval: IntervalName): Promise<Composite>;
  /** Paints part of the current composite, as with flags. */
  compositePicture(
    limits: readonly DisplayLimits[],
    mixing: Mixing,
    excerpt: Excerpt,
  ): Promise<ImageBitmap | undefined>;
  /** Red, green and blue of one pixel of the composite. */
  compositeAt(x: number, y: number): Promise<readonly number[]>;
  window(task: number, id: number, section: Section, rows: Span, columns: Span): Promise<GridWindow>;
  file(): Promise<FileDetail>;
  /** All blocks of the file; reads the headers that are not known yet. */
  blocks(): Promise<readonly BlockFacts[]>;
  /** Reads a whole block and verifies its checksum. */
  verify(index: number): Promise<BlockState>;
  stopVerifying(): Promise<void>;
  /** The WCS that may belong to an array, the likeliest first. Loads and compiles nothing. */
  wcsBeside(id: number): Promise<readonly WcsChoice[]>;
  /** What a WCS says of a section; compiles it if that is necessary. */
  wcs(at: WcsAt): Promise<WcsAnswer>;
  /** The coordinate that changes along an axis of the array, other than those on the sky, if there is one. */
  axisWorld(at: WcsAt, axis: number, indices: Float64Array): Promise<AxisWorld | undefined>;
  /** All world coordinates at points of a section, point by point; those on the sky in degrees of a system. */
  toWorld(at: WcsAt, points: Float64Array, frame: SkyFrame): Promise<Float64Array>;
  /** Positions on the sky at points of a section. */
  toSky(at: WcsAt, points: Float64Array, frame: SkyFrame): Promise<Float64Array>;
  /** Points of a section at positions on the sky. */
  toPixels(at: WcsAt, positions: Float64Array, frame: SkyFrame): Promise<Float64Array>;
  /** Meridians and parallels of a system over part of a section. */
  graticule(
    at: WcsAt,
    frame: SkyFrame,
    graduation: Graduation,
    request: GraticuleRequest,
  ): Promise<Graticule>;
  editable(id: number): Promise<Editable>;
  /** The kind of value a text would become in place of a node's value. */
  becomes(id: number, text: string): Promise<string>;
  edit(change: Change): Promise<Edited>;
  /** Makes an edit that was made before, in the same tree. */
  repeat(change: PathChange): Promise<Edited>;
  undo(): Promise<Edited | undefined>;
  redo(): Promise<Edited | undefined>;
  /** The tree as text, with the header of the file. */
  yaml(): Promise<string>;
  checkYaml(text: string): Promise<YamlProblem | undefined>;
  /** Replaces the tree by a text; the node at `path` is shown then, if it exists. */
  applyYaml(text: string, path: string): Promise<Edited>;
  /** Records that the tree has been saved as it is now. */
  noteSaved(): Promise<EditState>;
  /** Writes the whole file. */
  save(task: number, options: SaveOptions, onProgress: (progress: Progress) => void): Promise<Blob>;
  /** Writes the file with part of an array, and of its companions: on each axis a span, or null for all. */
  cut(
    task: number,
    id: number,
    spans: readonly (Span | null)[],
    options: SaveOptions,
    onProgress: (progress: Progress) => void,
  ): Promise<Blob>;
  /** Writes the file in exploded form, as a zip archive. */
  zip(task: number, options: SaveOptions, onProgress: (progress: Progress) => void): Promise<Blob>;
  /** Warnings since the last call: reading verifies checksums. */
  news(): Promise<readonly Notice[]>;
  stop(task: number): Promise<void>;
}
