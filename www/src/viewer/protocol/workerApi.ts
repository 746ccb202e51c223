/**
 * The calls that the worker answers: plain, structured-cloneable values only. The worker owns the open file and its
 * tree; the page asks for the children of a node when it is unfolded and for an array's plane when it is drawn, so
 * neither the whole tree nor the whole file reaches the page.
 */
import type { Change, Editable, Edited, EditState, Found, SaveOptions, YamlProblem } from "./edits.ts";
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
import type { Line, LineRequest } from "./lines.ts";
import type { ChannelRequest, Composite, FlagFacts, FlagPaint, Mixing } from "./overlays.ts";
import type {
  ArrayHistogram,
  ComplexPart,
  DisplayLimits,
  Elements,
  Excerpt,
  Frame,
  IntervalName,
  Pixels,
  PlaneHistogram,
  PlaneLimits,
  PlanePart,
  PlaneQuantiles,
  Section,
  ValueRange,
} from "./plane.ts";
import type { Arranged, Arrangement, GridWindow, Span, TableFacts, TableWindow } from "./tables.ts";

/** The calls the worker answers. A failure is thrown as a `Notice`. What can be stopped is given a number to stop it by. */
export interface WorkerApi {
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
    section: Section,
    part: ComplexPart,
    interval: IntervalName,
    onProgress: (progress: Progress) => void,
    onPart: (part: PlanePart) => void,
  ): Promise<void>;
  /** Reads part of a section, narrowed as the plane is that was read of it. */
  excerpt(
    task: number,
    id: number,
    section: Section,
    part: ComplexPart,
    excerpt: Excerpt,
    frame: Frame,
  ): Promise<Elements & Pick<Pixels, "display">>;
  /** Limits of the plane read last, as far as it has come: by a sample of its values, or by `every` one. */
  limits(interval: IntervalName, every: boolean): Promise<PlaneLimits | undefined>;
  /** Quantiles of the same values. */
  quantiles(every: boolean): Promise<PlaneQuantiles | undefined>;
  /** Counts of the same values: of all, or of those around some limits. */
  histogram(
    around: ValueRange | undefined,
    bins: number,
    every: boolean,
  ): Promise<PlaneHistogram | undefined>;
  /** Counts of the values of an array, whatever its shape. */
  histogramOf(
    task: number,
    id: number,
    part: ComplexPart,
    onProgress: (progress: Progress) => void,
  ): Promise<ArrayHistogram>;
  lines(task: number, asked: readonly LineRequest[]): Promise<readonly Line[]>;
  /** The bit masks that stand beside an array. */
  flagsBeside(id: number): Promise<TreeNode | undefined>;
  /** Reads a plane of bit masks; what is asked for before stops. */
  flags(id: number, section: Section): Promise<FlagFacts>;
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
  composite(task: number, channels: readonly ChannelRequest[], interval: IntervalName): Promise<Composite>;
  /** Part of the colours read last, as with flags. */
  compositePicture(
    limits: readonly DisplayLimits[],
    mixing: Mixing,
    excerpt: Excerpt,
  ): Promise<ImageBitmap | undefined>;
  /** Red, green and blue of one of their pixels. */
  compositeAt(x: number, y: number): Promise<readonly number[]>;
  window(task: number, id: number, section: Section, rows: Span, columns: Span): Promise<GridWindow>;
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
  save(task: number, asked: SaveOptions, onProgress: (progress: Progress) => void): Promise<Blob>;
  /** The same with part of an array, and of those that go with it: on each axis some indices, or all. */
  cut(
    task: number,
    id: number,
    spans: readonly (Span | null)[],
    asked: SaveOptions,
    onProgress: (progress: Progress) => void,
  ): Promise<Blob>;
  /** The same in exploded form, as a zip archive. */
  zip(task: number, asked: SaveOptions, onProgress: (progress: Progress) => void): Promise<Blob>;
  /** Warnings that came up since they were last asked for: reading verifies checksums. */
  news(): Promise<readonly Notice[]>;
  stop(task: number): Promise<void>;
}
