/// <reference lib="esnext.disposable" preserve="true" />
/** An opened file: its tree, its blocks, and finding one's way in it. */

import { findKey, keysOf, pathOf, valueAt, walk } from "../api/path.ts";
import type {
  BlockHeader,
  BlockInfo,
  BlockPlace,
  Path,
  Selection,
  TreeMap,
  TreeValue,
  Warning,
  WorkOptions,
} from "../api/types.ts";
import { Complex, Tagged, tagOf } from "../api/values.ts";
import type { CutoutOptions, ExplodedFile, ExplodeOptions, WriteOptions, Written } from "../api/writing.ts";
import { writing } from "../writer/writing.ts";
import { NdArray } from "./ndarray.ts";
import type { Store } from "./opened-file.ts";
import { Reference } from "./reference.ts";
import type { Tree } from "./tree.ts";

/** A node that `AsdfFile.search` found. */
export interface SearchHit {
  /** Where it is, as `AsdfFile.get` takes it. */
  readonly path: string;
  /** Its key or index in the collection that holds it. */
  readonly key: TreeValue;
  readonly value: TreeValue;
}

/**
 * An opened ASDF file, made by `open()` or `openSync()`. The tree is here; the elements of arrays and the content of
 * blocks are read when asked for.
 *
 * @example
 * using file = await open("https://example.org/roman.asdf");
 * file.get("roman/meta/exposure/type");
 * for (const [path, array] of file.arrays()) console.log(path, array.shape, array.dtype);
 */
export class AsdfFile {
  /** How many bytes it has. */
  readonly size: number;
  /** Which form of the file format it is in: `"asdf"` is that of 2015 and later. */
  readonly dialect: "asdf" | "asdf-0.1" | "finf-0.1";
  /** The version of the file format, such as `"1.0.0"`. */
  readonly formatVersion: string;
  /** The version of the ASDF Standard that the tree follows, such as `"1.6.0"`, where the file says it. */
  readonly standardVersion: string | undefined;
  /** The comments between header line and tree, without `#`. */
  readonly comments: readonly string[];
  /**
   * The tree as JavaScript values, or null when the file has none.
   *
   * Maps with string keys are objects without a prototype, other maps are `Map`s, sequences are arrays. Integers are
   * numbers while these are exact, else `bigint`, as is core/integer. Timestamps and other tagged scalars are `Tagged`,
   * core/complex is `Complex`, `!!binary` a Uint8Array, core/ndarray and core/chunked-ndarray an `NdArray`, a map with a string `$ref` a
   * `Reference`. Two aliases of one anchor are the same object, and a node can hold itself.
   */
  readonly tree: TreeValue;
  /**
   * The blocks in the order of the file. Of a file in memory, all that their headers say is here. Of any other, a header
   * is read with the first array or block that needs it, so that opening does not cost a request for each: until then the
   * entry says where the block is, from the block index. Where there is no index, blocks that were not reached yet are
   * not in the list. `readBlockHeaders()` completes it. Entries are never changed, but replaced by others.
   */
  readonly blocks: readonly BlockInfo[];
  /** What was odd about the file and did not stop the reading. It grows when a read finds something. */
  readonly warnings: readonly Warning[];
  readonly #store: Store;
  readonly #decoded: Tree;

  private constructor(store: Store, decoded: Tree) {
    const { dialect, formatVersion, standardVersion, comments } = store.info;
    this.size = store.size;
    this.dialect = dialect;
    this.formatVersion = formatVersion;
    this.standardVersion = standardVersion;
    this.comments = comments;
    this.blocks = store.blocks.list;
    this.warnings = store.warnings;
    this.tree = decoded.root;
    this.#store = store;
    this.#decoded = decoded;
  }

  /** @internal The file that a store holds. */
  static of(store: Store): AsdfFile {
    return new AsdfFile(store, store.tree());
  }

  /**
   * The node at a path: `"a/b/0"` or a list of keys; undefined when there is none. It is what stands in this file: a
   * `Reference` is not followed, as `resolve()` does.
   *
   * An array that is made of others holds them: `"data/mask"`, `"data/chunks/0/ndarray"`.
   *
   * @example
   * file.get("roman/data")
   * file.get(["history", "extensions", 0])
   */
  get(path: Path): TreeValue | undefined {
    let value: TreeValue | undefined = this.tree;
    for (const wanted of keysOf(path)) {
      const key: TreeValue | undefined = findKey(value, wanted);
      value = key === undefined ? undefined : valueAt(value, key);
      if (value === undefined) {
        return undefined;
      }
    }
    return value;
  }

  /**
   * The node at a path, like `get()`, but references on the way and at the end are followed, into other files too.
   *
   * @throws AsdfError as `Reference.resolve` does
   *
   * @example
   * const dark = await file.resolve("calibration/dark/data");
   */
  async resolve(path: Path, options: Pick<WorkOptions, "signal"> = {}): Promise<TreeValue | undefined> {
    return Reference.reach(this.tree, keysOf(path), options.signal);
  }

  /**
   * The full tag of the node at a path, or undefined when it carries none. Unlike `tagOf()` it knows those of plain
   * scalars as well (`!!str 12`).
   */
  tag(path: Path): string | undefined {
    const keys = keysOf(path);
    const value = this.get(keys);
    if (typeof value === "object" && value !== null) {
      return tagOf(value);
    }
    const last = keys.at(-1);
    if (last === undefined) {
      return this.#decoded.scalarTag(undefined);
    }
    const collection = this.get(keys.slice(0, -1));
    const key = collection === undefined ? undefined : findKey(collection, last);
    return typeof collection === "object" && collection !== null && key !== undefined
      ? this.#decoded.scalarTag(collection, key)
      : undefined;
  }

  /**
   * Every array of this file's tree with its path, in order; one that stands in several places is met at the first.
   * References are not followed.
   */
  *arrays(): Generator<[path: string, array: NdArray]> {
    if (this.tree instanceof NdArray) {
      yield ["", this.tree];
    }
    const seen = new Set<NdArray>();
    for (const visit of walk(this.tree)) {
      const { value } = visit;
      if (value instanceof NdArray && !seen.has(value)) {
        seen.add(value);
        yield [pathOf(visit), value];
      }
    }
  }

  /**
   * Every node whose key, or whose value if it is a scalar or a reference, contains a text; upper and lower case are the same. What
   * stands in several places is met at the first.
   *
   * @example
   * for (const { path, value } of file.search("exposure")) console.log(path, value);
   */
  *search(text: string): Generator<SearchHit> {
    const wanted = text.toLowerCase();
    const matches = (value: TreeValue) => isScalar(value) && String(value).toLowerCase().includes(wanted);
    for (const visit of walk(this.tree)) {
      const { key, value } = visit;
      if ((typeof key !== "number" && matches(key)) || matches(value)) {
        yield { path: pathOf(visit), key, value };
      }
    }
  }

  /**
   * Reads the content of a block, decoded and verified. Where the file is an `ArrayBuffer` that the caller gave and the
   * block is not compressed, the result is a view of that buffer.
   *
   * @throws AsdfError `not-found`, `corrupt-data`, `checksum`, `unsupported-compression`, …
   */
  readBlock(index: number, options: WorkOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    return this.#store.readBlock(index, options);
  }

  /**
   * Reads the headers of all blocks, or of those with the given indices, as far as they are not known yet; `blocks` has
   * them from then on.
   *
   * @throws AsdfError `not-found` when there is no block of that index, `network`, `aborted`, …
   *
   * @example
   * const blocks = await file.readBlockHeaders();
   * const stored = blocks.reduce((sum, { usedSize }) => sum + usedSize, 0);
   */
  readBlockHeaders(
    indices?: readonly number[],
    options: Pick<WorkOptions, "signal"> = {},
  ): Promise<(BlockPlace & BlockHeader)[]> {
    return this.#store.readBlockHeaders(indices, options.signal);
  }

  /**
   * Writes the file with another tree: `change` gets a copy of `tree`, and changes it or gives a new one. The blocks are those
   * of this file, as `write()` copies them; of a `File` or a `Blob`, unread slices of it. The version of the standard and the
   * comments are kept, unless the options say otherwise.
   *
   * Maps and sequences of the copy are new, and what stood in several places still is one. Arrays are those of this file.
   *
   * @throws AsdfError as `write()` does, and what `change` throws
   *
   * @example
   * const blob = await file.edit((tree) => { tree.meta.object = "M 33"; }, { history: "named the object" });
   */
  async edit<Tree extends object = TreeMap, As extends keyof Written = "blob">(
    change: (tree: Tree) => object | void | Promise<object> | Promise<void>,
    options?: WriteOptions<As>,
  ): Promise<Written[As]> {
    return (await writing()).editFile(this, change, options);
  }

  /**
   * Writes the file with parts of some arrays in their places: what a selection takes of each, by the path of the array. The
   * part has the compression, datatype and byte order of the whole, and its mask; all else is what it was. A gwcs is shifted
   * with the image that it belongs to: the same pixels lead to the same place on the sky.
   *
   * Selections are those of `NdArray.read`; one that takes nothing is an error.
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
    return (await writing()).cutoutFile(this, selections, options);
  }

  /**
   * The file in exploded form: first the one with the tree, then one for each block, to which it refers by name. Blocks are
   * copied as `edit()` copies them; `implode()` is the way back.
   *
   * @throws AsdfError as `write()` does
   *
   * @example
   * for (const { name, blob } of await file.explode({ name: "image" })) zip.add(name, blob);
   */
  async explode(options?: ExplodeOptions): Promise<ExplodedFile[]> {
    return (await writing()).explodeFile(this, this.#store.fileName, options);
  }

  /** Frees the memory that the file takes. Its tree stays; reading from it now fails with the code `closed`. */
  close(): void {
    this.#store.close();
  }

  /** `close()`, at the end of a `using` declaration's scope. */
  [Symbol.dispose](): void {
    this.close();
  }
}

function isScalar(value: TreeValue): boolean {
  const words = value instanceof Tagged || value instanceof Complex || value instanceof Reference;
  return words || typeof value !== "object" || value === null;
}
