/// <reference lib="esnext.disposable" preserve="true" />
/** The public class of an opened file. */

import { wrong } from "../api/arguments/checks.ts";
import type { DatatypeName, Selection } from "../api/arrays.ts";
import type { BlockHeader, BlockInfo, BlockPlace, Hdu, Verification, Warning } from "../api/blocks.ts";
import { arrayOf } from "../api/described.ts";
import { AsdfError } from "../api/error.ts";
import { keepOriginal, originalOf } from "../api/marks/originals.ts";
import { NdArray } from "../api/ndarray.ts";
import type { OpenOptions, OpenSyncOptions, Source, WorkOptions } from "../api/options.ts";
import { findKey, keysFrom, nodeAt, pathOf, walk } from "../api/path.ts";
import type { DescribeOptions, Meaning, Meanings, Validated, ValidateOptions } from "../api/schema.ts";
import { type Path, Reference, type SearchHit, type TreeMap, type TreeValue } from "../api/tree.ts";
import { Complex, Tagged, tagOf } from "../api/values.ts";
import type { WcsOptions } from "../api/wcs.ts";
import type { CutoutOptions, ExplodedFile, ExplodeOptions, WriteOptions, Written } from "../api/writing.ts";
import { wcsOfArray } from "../shown/belonging.ts";
import { hduNamed, type WcsChoice } from "../shown/headers.ts";
import { imagesIn, mainNodeIn } from "../shown/rank.ts";
import { keysIn } from "../wcs/alternates.ts";
import { keysAt, wcsPathsIn } from "../wcs/paths.ts";
import type { Wcs } from "../wcs/wcs.ts";
import { arrayAt } from "./arrays.ts";
import type { Converted } from "./converter-code.ts";
import { convertedTree } from "./converters.ts";
import { nodesWithTag } from "./find.ts";
import { checkOpenOptions, checkWorkOptions } from "./open-options.ts";
import { OpenedFile } from "./opened-file.ts";
import { resolvePath } from "./references.ts";
import { schemaCode } from "./schemas.ts";
import type { Tree as StoredTree } from "./tree.ts";
import { wcsAt, wcsOfHdu } from "./wcs.ts";

/** The functions of the writer that methods of a file call. */
export interface FileWriter {
  editFile<Edited extends object, As extends keyof Written>(
    file: AsdfFile<unknown>,
    change: (tree: Edited) => unknown,
    options: WriteOptions<As> | undefined,
  ): Promise<Written[As]>;
  cutoutFile<As extends keyof Written>(
    file: AsdfFile<unknown>,
    selections: { readonly [path: string]: Selection },
    options: CutoutOptions<As> | undefined,
  ): Promise<Written[As]>;
  explodeFile(
    file: AsdfFile<unknown>,
    name: string | undefined,
    options: ExplodeOptions | undefined,
  ): Promise<ExplodedFile[]>;
}

/** Loads the writer, which is not downloaded before a file is written. Those who open files pass it to them. */
export type LoadWriter = () => Promise<FileWriter>;

/** An image that `AsdfFile.images` found. */
export interface FoundImage {
  /** Its path, as for `AsdfFile.get`. */
  readonly path: string;
  readonly array: NdArray;
}

/** The node that `AsdfFile.mainNode` found. */
export interface FoundNode {
  /** Its path, as for `AsdfFile.get`. */
  readonly path: string;
  readonly value: TreeValue;
}

/**
 * An opened ASDF file, returned by `open()` or `openSync()`. The tree is in memory; elements of arrays and contents of blocks
 * are read on request. `Tree` is the caller's word for what the tree is: nothing is checked but by `validate()`.
 *
 * @example
 * using file = await open("https://example.org/roman.asdf");
 * file.get("roman/meta/exposure/type");
 * for (const [path, array] of file.arrays()) console.log(path, array.shape, array.dtype);
 */
export class AsdfFile<Tree = TreeValue> {
  /** The size of the file in bytes. */
  readonly size: number;
  /** The dialect of the file format: `"asdf"` is the format of 2015 and later; `"fits"` is FITS, with or without ASDF inside. */
  readonly dialect: "asdf" | "asdf-0.1" | "finf-0.1" | "fits";
  /** The version of the file format, such as `"1.0.0"`; for FITS files the version of the ASDF inside, or else of FITS. */
  readonly formatVersion: string;
  /** The version of the ASDF Standard that the tree follows, such as `"1.6.0"`, if the file states it. */
  readonly standardVersion: string | undefined;
  /** The comments between the header line and the tree, without `#`. */
  readonly comments: readonly string[];
  /**
   * The tree as JavaScript values, or null if the file has none.
   *
   * Maps with string keys are objects without a prototype, other maps are `Map`s, sequences are arrays. Integers are numbers
   * if a number represents them exactly, otherwise `bigint`, like core/integer. Timestamps and other tagged scalars are
   * `Tagged`, core/complex is `Complex`, `!!binary` a Uint8Array, core/ndarray and core/chunked-ndarray an `NdArray`, a map
   * with a string `$ref` a `Reference`. Two aliases of one anchor are the same object, and a node can contain itself.
   *
   * Of a FITS file it is the tree in its extension `ASDF`; without one, the HDUs are the tree: `SCI/header/<keyword>` and
   * `SCI/data`.
   *
   * With `converters`, objects stand for the nodes that these know.
   */
  readonly tree: Tree;
  /** @internal The tree without the objects of converters. */
  readonly nodes: TreeValue;
  /**
   * The blocks in file order. For a file in memory, all fields of their headers are present. For any other file, a header is
   * read with the first array or block that needs it, so that opening does not cost a request per block: until then the
   * entry only has the block's position, from the block index. Without an index, blocks that were not reached yet are not in
   * the list. `readBlockHeaders()` completes it. Entries are never changed, only replaced.
   */
  readonly blocks: readonly BlockInfo[];
  /** Defects of the file that did not prevent reading it. Reads may add more. */
  readonly warnings: readonly Warning[];
  readonly #opened: OpenedFile;
  readonly #tree: StoredTree;
  readonly #writer: LoadWriter;
  readonly #converted: Converted | undefined;

  private constructor(opened: OpenedFile, writer: LoadWriter, converted?: Converted) {
    const { dialect, formatVersion, standardVersion, comments } = opened.info;
    const tree = opened.tree();
    this.size = opened.size;
    this.dialect = dialect;
    this.formatVersion = formatVersion;
    this.standardVersion = standardVersion;
    this.comments = comments;
    this.blocks = opened.blocks.list;
    this.warnings = opened.warnings;
    this.nodes = tree.root;
    this.tree = (converted ? converted.root : tree.root) as Tree;
    this.#converted = converted;
    this.#opened = opened;
    this.#tree = tree;
    this.#writer = writer;
    keepOriginal(this);
  }

  /**
   * The HDUs of a FITS file in their order, with their headers and data; empty unless the dialect is `"fits"`.
   *
   * @example
   * const science = file.hdus.find(({ name }) => name === "SCI");
   * const exposure = science?.cards.find(({ keyword }) => keyword === "EXPTIME")?.value;
   */
  get hdus(): readonly Hdu[] {
    return originalOf(this).#opened.hdus();
  }

  /** @internal Opens a file; its first bytes say which WebAssembly module that takes. */
  static async open(source: Source, options: OpenOptions = {}, writer: LoadWriter): Promise<AsdfFile> {
    checkOpenOptions(options);
    const opened = await OpenedFile.open(source, options);
    try {
      await opened.readStores(options.signal);
      return new AsdfFile(opened, writer, await convertedTree(opened, options.converters));
    } catch (thrown) {
      opened.close();
      throw thrown;
    }
  }

  /** @internal Opens a file in memory. */
  static openSync(
    bytes: ArrayBufferLike | ArrayBufferView,
    options: OpenSyncOptions = {},
    writer: LoadWriter,
  ): AsdfFile {
    checkOpenOptions(options);
    if (typeof bytes === "string" || bytes instanceof URL || bytes instanceof Blob) {
      const is = typeof bytes === "string" ? `"${bytes}"` : `a ${bytes.constructor.name}`;
      const message = `openSync() takes the bytes of a file in memory, and this is ${is}: \`await open(…)\` reads it`;
      throw new AsdfError("bad-argument", message);
    }
    return new AsdfFile(OpenedFile.openSync(bytes, options), writer);
  }

  /**
   * The node at a path, `"a/b/0"` or a list of keys; undefined if there is none. References are not resolved: `resolve()` does
   * that.
   *
   * An array that consists of other arrays contains them: `"data/mask"`, `"data/chunks/0/ndarray"`.
   *
   * @example
   * file.get("roman/data")
   * file.get(["history", "extensions", 0])
   * file.get<{ exposure_time: number }>("roman/meta/exposure")?.exposure_time   // your word for it: nothing is checked
   */
  get(path: Path): TreeValue | undefined;
  get<T>(path: Path): T | undefined;
  get(path: Path): TreeValue | undefined {
    return this.standingFor(nodeAt(this.nodes, keysFrom(this.nodes, path)).value);
  }

  /** @internal The object that a converter made of a node, or the node. */
  standingFor(node: TreeValue | undefined): TreeValue | undefined {
    const converted = originalOf(this).#converted;
    return node === undefined || converted === undefined ? node : converted.of(node);
  }

  /**
   * The array at a path; with a datatype, an array of that datatype, which TypeScript then knows.
   *
   * @throws AsdfError `not-found` if there is nothing at the path, `bad-array` if there is something else, an array of another
   * datatype, or one that the file describes wrongly
   *
   * @example
   * const { data } = await file.array("roman/data", "float32").read();   // a Float32Array
   */
  array(path: Path): NdArray;
  array<Name extends DatatypeName>(path: Path, dtype: Name): NdArray<Name>;
  array(path: Path, dtype?: DatatypeName): NdArray {
    return arrayAt(this.nodes, keysFrom(this.nodes, path), dtype);
  }

  /**
   * The node at a path, like `get()`, but references on the way and at the end are resolved, also into external files.
   *
   * @throws AsdfError as `Reference.resolve` does
   *
   * @example
   * const dark = await file.resolve("calibration/dark/data");
   */
  async resolve(path: Path, options?: Pick<WorkOptions, "signal">): Promise<TreeValue | undefined>;
  async resolve<T>(path: Path, options?: Pick<WorkOptions, "signal">): Promise<T | undefined>;
  async resolve(path: Path, options: Pick<WorkOptions, "signal"> = {}): Promise<TreeValue | undefined> {
    return this.standingFor(await resolvePath(this.nodes, keysFrom(this.nodes, path), options.signal));
  }

  /**
   * The full tag of the node at a path, or undefined if it has none. Unlike `tagOf()`, it also knows the tags of plain scalars
   * (`!!str 12`).
   */
  tag(path: Path): string | undefined {
    const keys = keysFrom(this.nodes, path);
    const { value } = nodeAt(this.nodes, keys);
    if (typeof value === "object" && value !== null) {
      return tagOf(value);
    }
    const last = keys.at(-1);
    if (last === undefined) {
      return originalOf(this).#tree.scalarTag(undefined);
    }
    const { value: collection } = nodeAt(this.nodes, keys.slice(0, -1));
    const key = collection === undefined ? undefined : findKey(collection, last);
    return typeof collection === "object" && collection !== null && key !== undefined
      ? originalOf(this).#tree.scalarTag(collection, key)
      : undefined;
  }

  /**
   * Every array of this file's tree with its path, in order. An array that occurs several times is listed once, under its first
   * path. References are not resolved.
   */
  *arrays(): Generator<[path: string, array: NdArray]> {
    if (this.nodes instanceof NdArray) {
      yield ["", this.nodes];
    }
    const seen = new Set<NdArray>();
    for (const visit of walk(this.nodes)) {
      const array = arrayOf(visit.value);
      if (array && !seen.has(array)) {
        seen.add(array);
        yield [pathOf(visit), array];
      }
    }
  }

  /**
   * Every node whose key contains a text, or whose value does if it is a scalar or a reference; the case is ignored. A node that
   * occurs several times is listed once, under its first path.
   *
   * @example
   * for (const { path, value } of file.search("exposure")) console.log(path, value);
   */
  *search(text: string): Generator<SearchHit> {
    const wanted = text.toLowerCase();
    const matches = (value: TreeValue) => isScalar(value) && String(value).toLowerCase().includes(wanted);
    for (const visit of walk(this.nodes)) {
      const { key, value } = visit;
      if ((typeof key !== "number" && matches(key)) || matches(value)) {
        yield { path: pathOf(visit), key, value };
      }
    }
  }

  /**
   * The images of this file's tree: arrays of numbers with two axes or more. The image that the viewer would show comes first, then
   * those that a person less likely wants to see, by size, name and place: errors, flags and matrices come late. What a WCS or
   * a table is made of is left out. Nothing is read.
   *
   * @example
   * for (const { path, array } of file.images()) console.log(path, array.shape);
   */
  images(): FoundImage[] {
    return imagesIn(this.nodes);
  }

  /**
   * The image that a person most likely wants to see first, as the viewer chooses it; undefined if the file has none.
   *
   * @example
   * const main = file.mainImage();
   * if (main) console.log(main.path, (await main.array.preview()).shape);
   */
  mainImage(): FoundImage | undefined {
    return this.images()[0];
  }

  /**
   * The node that the viewer shows first: an image, another array, a table, a WCS, or else the largest map; undefined if the tree
   * is empty. Of a root with more than 10,000 entries, the largest map among the first of them.
   */
  mainNode(): FoundNode | undefined {
    const main = mainNodeIn(this.nodes);
    return main && { path: main.path, value: main.value };
  }

  /**
   * Every node with a tag, under its first path: a whole tag, its end with or without a version, or a regular expression. Tags of plain
   * scalars (`!!str 12`) are found, too.
   *
   * @example
   * for (const { path, value } of file.find({ tag: "time/time" })) console.log(path, value);
   * file.find({ tag: "tag:stsci.edu:gwcs/wcs-1.2.0" });
   */
  *find({ tag }: { readonly tag: string | RegExp }): Generator<SearchHit> {
    yield* nodesWithTag(originalOf(this).#tree, tag);
  }

  /**
   * The path of every WCS of this file's tree, in order: nodes `gwcs/wcs`, and sets of FITS keywords (a map of keywords, or a
   * header as a list) that define world coordinates. References are not resolved.
   *
   * @example
   * const [path] = file.wcsPaths();   // "roman/meta/wcs"
   */
  wcsPaths(): string[] {
    return wcsPathsIn(this.nodes);
  }

  /**
   * The letters of the WCS in a FITS header, either of an HDU or of keywords in the tree: the empty text for the primary one, then those
   * of alternate ones. `wcs()` takes each as `key`.
   *
   * @example
   * const keys = file.wcsKeys(file.hdus[1]);                        // ["", "A"]
   * const detector = await file.wcs(file.hdus[1], { key: "A" });
   */
  wcsKeys(at: Path | Pick<Hdu, "cards">): string[] {
    const isHdu = typeof at === "object" && "cards" in at;
    return isHdu ? keysIn(at.cards.map(({ keyword }) => keyword)) : keysAt(this.get(at) ?? null);
  }

  /**
   * The world coordinates that a node describes: a `gwcs/wcs`, FITS keywords, or a single transform; or those in the header of
   * an HDU, which `wcsChoices()` calls `"fits:1"` by its number. Reads the arrays that its transforms need, and compiles them. The first call loads the WebAssembly module for world coordinates.
   *
   * @throws AsdfError `not-found` if there is nothing at the path; `unsupported-transform` with the tag of a transform that is not
   * known, and its path; `bad-tree` for a malformed one, or if the node is no WCS; `limit-exceeded`, `network`, `aborted`,
   * and as reading arrays does
   *
   * @example
   * const wcs = await file.wcs("roman/meta/wcs");
   * const [ra, dec] = wcs.pixelToWorld(2043.5, 2043.5);
   * const science = await file.wcs(file.hdus[1]);   // the keywords in the header of an HDU
   */
  async wcs(at: Path | Pick<Hdu, "index" | "cards">, options: WcsOptions = {}): Promise<Wcs> {
    const hdus = () => originalOf(this).hdus;
    if (typeof at === "object" && "cards" in at) {
      return wcsOfHdu(at, hdus, options);
    }
    const named = typeof at === "string" ? hduNamed(at) : undefined;
    const hdu = named && hdus()[named.index];
    return hdu
      ? wcsOfHdu(hdu, hdus, { ...options, key: options.key ?? named.key })
      : wcsAt(this.nodes, at, hdus, options);
  }

  /**
   * The WCS that belong to an array of this file by their places, the likeliest first. `wcs()` compiles one. `path` is the path of the
   * array; it need only be given for an array behind a reference.
   */
  wcsChoices(array: NdArray, path?: string): WcsChoice[] {
    return wcsOfArray(this.nodes, this.hdus, originalOf(array), path);
  }

  /**
   * The world coordinates of an array: of the WCS that belongs to it by its place, as the viewer chooses it; undefined if there
   * is none, or several of which no one is the obvious choice (`wcsChoices()` lists them).
   *
   * @throws AsdfError `bad-array` if the array is not one of this file; and as `wcs()` does
   *
   * @example
   * const main = file.mainImage();
   * const wcs = main && (await file.wcsOf(main.array));
   * const [ra, dec] = wcs?.pixelToWorld(0, 0) ?? [];
   */
  async wcsOf(array: NdArray, options: WcsOptions = {}): Promise<Wcs | undefined> {
    const [first] = this.wcsChoices(array);
    return first?.isBest ? this.wcs(first.path, options) : undefined;
  }

  /**
   * Reads the content of a block, decoded and verified. If the source is an `ArrayBuffer` and the block is not compressed, the
   * result is a view of that buffer.
   *
   * @throws AsdfError `not-found`, `corrupt-data`, `checksum`, `unsupported-compression`, …
   */
  async readBlock(index: number, options: WorkOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    checkWorkOptions(options, "readBlock()");
    return originalOf(this).#opened.readBlock(index, options);
  }

  /**
   * Verifies a block, or all of them: reads and decodes them, and compares them with the checksums in their headers, whatever
   * the option `checksums` of `open()` is. Blocks are verified one after another, without keeping what they hold in memory.
   *
   * It only fails if it could not go on. What is wrong with blocks is in the result; checksums that do not match are also added
   * to `warnings`.
   *
   * @throws AsdfError `not-found` if there is no block with that index, `network`, `aborted`, `closed`, …
   *
   * @example
   * const { failed } = await file.verify();
   * for (const { block, error } of failed) console.warn(`block ${block}: ${error.message}`);
   */
  async verify(block?: number, options: WorkOptions = {}): Promise<Verification> {
    checkWorkOptions(options, "verify()");
    return originalOf(this).#opened.verify(block, options);
  }

  /**
   * Checks the tree against the schemas of its tags, as Python's `asdf` does: those of the standard, of astropy, gwcs, Roman, JWST and
   * DKIST come with the package, and are loaded with the first call. Reads the tree, and no block.
   *
   * @throws AsdfError `bad-argument` if what is given is not a schema, `network`, `aborted`, `closed`
   *
   * @example
   * const { isValid, problems } = await file.validate();
   * for (const { path, line, message } of problems) console.warn(`${path} (line ${line}): ${message}`);
   */
  async validate(options?: ValidateOptions): Promise<Validated> {
    return (await schemaCode.load()).validateFile(originalOf(this).#opened, options);
  }

  /**
   * What the schemas say of the node at a path: title, description, unit, limits, where an archive keeps it; undefined if they say
   * nothing, or if there is no such node.
   *
   * @throws AsdfError as `validate()` does
   *
   * @example
   * const meaning = await file.describe("roman/meta/exposure/ma_table_number");
   * console.log(meaning?.title, meaning?.description);
   */
  async describe(path: Path, options?: DescribeOptions): Promise<Meaning | undefined> {
    return (await this.meanings(options)).of(path);
  }

  /**
   * What the schemas say of the tree as it is stored. Reads the tree and loads the schemas, once for all values.
   *
   * @throws AsdfError as `validate()` does; of() as well
   *
   * @example
   * const meanings = await file.meanings();
   * for (const { path } of file.search("exposure")) console.log(path, meanings.of(path)?.title);
   */
  async meanings(options?: DescribeOptions): Promise<Meanings> {
    const describe = await (await schemaCode.load()).describerOf(originalOf(this).#opened, options);
    return { of: (path) => describe(keysFrom(this.nodes, path)) };
  }

  /**
   * Reads the headers of all blocks, or of those with the given indices, unless they are known already, and adds them to
   * `blocks`.
   *
   * @throws AsdfError `not-found` if there is no block with that index, `network`, `aborted`, …
   *
   * @example
   * const blocks = await file.readBlockHeaders();
   * const stored = blocks.reduce((sum, { usedSize }) => sum + usedSize, 0);
   */
  readBlockHeaders(
    indices?: readonly number[],
    options: Pick<WorkOptions, "signal"> = {},
  ): Promise<(BlockPlace & BlockHeader)[]> {
    return originalOf(this).#opened.readBlockHeaders(indices, options.signal);
  }

  /**
   * Writes the file with another tree: `change` receives a copy of `tree`, and changes it or returns a new one. Blocks of this
   * file are copied as by `write()`; if the source is a `File` or a `Blob`, as slices of it, without reading them. The version
   * of the standard and the comments are kept, unless the options change them.
   *
   * Maps and sequences of the copy are new, and a value that is in several places is still one value. Arrays belong to this file.
   *
   * @throws AsdfError as `write()` does, and what `change` throws
   *
   * @example
   * const blob = await file.edit((tree) => { tree.meta.object = "M 33"; }, { history: "named the object" });
   */
  async edit<
    Edited extends object = TreeValue extends Tree ? TreeMap : Tree & object,
    As extends keyof Written = "blob",
  >(
    change: (tree: Edited) => object | void | Promise<object> | Promise<void>,
    options?: WriteOptions<As>,
  ): Promise<Written[As]> {
    const file = originalOf(this);
    return (await file.#writer()).editFile(file, change, options);
  }

  /**
   * Writes the file with parts of some arrays instead of the whole arrays: a selection for each, by the path of the array. A
   * part has the compression, datatype, byte order and mask of the whole; everything else is unchanged. A WCS, a gwcs or
   * FITS keywords, is shifted with the image that it belongs to, so that the same pixels have the same sky coordinates. Tables
   * of a distortion (`CPDIS`, `D2IMDIS`) move too; where they cannot, the part has none, which `warnings` says.
   *
   * Selections have the same form as for `NdArray.read`; an empty one is an error.
   *
   * @throws AsdfError `bad-selection` with the path, and as `write()` does
   *
   * @example
   * const blob = await file.cutout({ "roman/data": [slice(0, 64), slice(0, 64)] }, { alike: true });
   */
  async cutout<As extends keyof Written = "blob">(
    selections: { readonly [path: string]: Selection },
    options?: CutoutOptions<As>,
  ): Promise<Written[As]> {
    const file = originalOf(this);
    return (await file.#writer()).cutoutFile(file, selections, options);
  }

  /**
   * The file in exploded form: first the file with the tree, then one file per block, to which the first refers by name. Blocks
   * are copied as by `edit()`. The inverse is `implode()`.
   *
   * @throws AsdfError as `write()` does
   *
   * @example
   * for (const { name, blob } of await file.explode({ name: "image" })) zip.add(name, blob);
   */
  async explode(options?: ExplodeOptions): Promise<ExplodedFile[]> {
    const file = originalOf(this);
    return (await file.#writer()).explodeFile(file, file.#opened.fileName, options);
  }

  /** @internal The file as the package knows it. */
  get opened(): OpenedFile {
    return originalOf(this).#opened;
  }

  /** @internal The option `workers` with which it was opened. */
  get workers(): OpenOptions["workers"] {
    return this.#opened.pool;
  }

  /**
   * Changes how many decoded bytes reads of parts of arrays leave behind for later ones: until then as many as `limits.cache` says. Of a file
   * that is fetched, at most as many fetched bytes are kept, too. What is beyond is dropped, the least recently used first. With it, many
   * open files share the memory for one. Files that this one refers to keep their own.
   *
   * @throws AsdfError `bad-argument`, `closed`
   */
  limitCache(bytes: number): void {
    if (!(bytes >= 0)) {
      throw wrong("bytes", bytes, "a number of bytes");
    }
    originalOf(this).#opened.limitCache(bytes);
  }

  /** Frees the resources of the file. Its tree stays usable; reading from the file fails with the code `closed`. */
  close(): void {
    originalOf(this).#opened.close();
  }

  /** Calls `close()` at the end of the scope of a `using` declaration. */
  [Symbol.dispose](): void {
    this.close();
  }
}

function isScalar(value: TreeValue): boolean {
  const isText = value instanceof Tagged || value instanceof Complex || value instanceof Reference;
  return isText || typeof value !== "object" || value === null;
}
