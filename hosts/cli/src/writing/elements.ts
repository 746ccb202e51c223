/**
 * Elements of arrays as `edit` changes them: `cube[0, 1]=5`, `catalog[3]/flux=2.5`. A value that is given to several elements is that of
 * each. The array keeps its datatype, byte order (records: little-endian), compression and mask. A value that its datatype cannot hold is
 * refused.
 */

import { valueAt } from "@asdf-wasm/science/tree/values";
import {
  type ArrayData,
  type Datatype,
  NdArray,
  ndarray,
  type StructData,
  type TreeValue,
  tagOf,
} from "asdf-wasm";
import { misuse, Problem } from "../exit.ts";
import { Part } from "../reading/part.ts";
import { selectionOf } from "../reading/target.ts";
import { type Assignment, nodeAt } from "./assignment.ts";
import { elementOf } from "./elementText.ts";
import { nodesIn, placesOf } from "./places.ts";
import { put } from "./references.ts";

/** An array, and which of its elements are meant. */
interface Place {
  readonly path: string;
  readonly array: NdArray;
  readonly inBrackets: string;
  /** Of records: the names of fields, from the outer to the inner one. */
  readonly fields: readonly string[];
}

export class ElementEdits {
  /** The elements of the arrays that are changed. */
  readonly #read = new Map<NdArray, ArrayData | StructData>();
  readonly #tree: TreeValue;

  constructor(tree: object) {
    this.#tree = tree as TreeValue;
  }

  /** Changes elements, if the path names some; resolves to how many they are. */
  async set({ path, text, isRetyped }: Assignment): Promise<number | undefined> {
    const place = placeIn(this.#tree, path);
    if (!place) {
      return undefined;
    }
    if (isRetyped) {
      throw misuse(
        `an element of \`${place.path}\` cannot have another type than the others: write = for :=`,
      );
    }
    const { array } = place;
    this.#check(place);
    const { axes } = new Part({
      path: place.path,
      node: array,
      selection: selectionOf(place.inBrackets, array.ndim),
    });
    const result = this.#read.get(array) ?? (await array.read());
    const { column, dtype, length } = columnOf(result, array.dtype, place);
    const values = elementOf(text, dtype, path);
    const indices = axes.reduce<number[]>(
      (all, { start, step, count }, axis) =>
        all.flatMap((at) =>
          Array.from({ length: count }, (_, i) => at * (array.shape[axis] ?? 1) + start + i * step),
        ),
      [0],
    );
    for (const at of indices) {
      for (let inner = at * length; inner < (at + 1) * length; inner += 1) {
        write(column, inner, values);
      }
    }
    this.#read.set(array, result);
    return indices.length * length;
  }

  /** Puts the changed arrays into the tree, at all their places. */
  put(): void {
    for (const [array, result] of this.#read) {
      const { dtype, source, hdu } = array;
      const isInline = source === null && hdu === undefined && mayStandInTree(result);
      // Python says big at the array of records whose fields are all little.
      const byteorder = result.fields === undefined ? array.byteorder : "little";
      const changed = ndarray(result, { dtype, byteorder, ...(isInline && { inline: true }) });
      for (const path of placesOf(this.#tree, array)) {
        const { holder, key } = nodeAt(this.#tree, path);
        put(holder, key, changed as unknown as TreeValue);
      }
    }
  }

  /** Refuses arrays that would lose something. */
  #check({ path, array }: Place): void {
    if (array.error) {
      throw array.error;
    }
    if (typeof array.source === "string") {
      throw new Problem(
        `the elements of \`${path}\` are in another file, \`${array.source}\`: change them there`,
      );
    }
    if (/chunked-ndarray/.test(tagOf(array) ?? "")) {
      throw new Problem(`\`${path}\` is stored in chunks, whose elements \`edit\` does not change`);
    }
    const other = typeof array.source === "number" && sharing(this.#tree, array);
    if (other) {
      throw new Problem(
        `\`${path}\` and \`${other}\` are made of the same bytes of block ${array.source}: \`edit\` would tear them apart. Change them in Python`,
      );
    }
  }
}

/** Records, and integers of more than 64 bits with a sign, are written in blocks only. */
function mayStandInTree({ data, fields }: ArrayData | StructData): boolean {
  const isLong = (value: unknown) => typeof value === "bigint" && BigInt.asIntN(64, value) !== value;
  return fields === undefined && !Array.from(data as ArrayLike<unknown>).some(isLong);
}

/** The elements that a path names: it ends with brackets, behind which fields of records may follow. Undefined if it names a node. */
function placeIn(tree: TreeValue, path: string): Place | undefined {
  const [, start, inBrackets, rest] = /^(.+?)\[([^[\]]*)\]((?:\/[^/]+)*)$/s.exec(path) ?? [];
  if (
    start === undefined ||
    inBrackets === undefined ||
    rest === undefined ||
    nodeAt(tree, path).value !== undefined
  ) {
    return undefined;
  }
  const fields = rest.split("/").slice(1);
  const node = nodeAt(tree, start).value;
  const [column, ...inner] = fields;
  const table = column === undefined ? undefined : columnIn(node, column);
  const array = node instanceof NdArray ? node : (table ?? quantityIn(node));
  return array && { path: start, array, inBrackets, fields: table ? inner : fields };
}

/** The array of a quantity. */
function quantityIn(node: TreeValue | undefined): NdArray | undefined {
  const isQuantity = node !== undefined && /[/:]quantity-\d/.test(tagOf(node) ?? "");
  const value = isQuantity ? valueAt(node, "value") : undefined;
  return value instanceof NdArray ? value : undefined;
}

/** The data of a column of a table (core/table). */
function columnIn(node: TreeValue | undefined, name: string): NdArray | undefined {
  const columns = valueAt(node, "columns");
  const column = Array.isArray(columns) ? columns.find((each) => valueAt(each, "name") === name) : undefined;
  const data = valueAt(column, "data");
  return data instanceof NdArray ? data : quantityIn(data);
}

/** Another array in the tree whose elements are in the same block. */
function sharing(tree: TreeValue, array: NdArray): string | undefined {
  for (const [path, node] of nodesIn(tree)) {
    if (node instanceof NdArray && node !== array && node.source === array.source) {
      return path;
    }
  }
  return undefined;
}

/** The values of an array or of a field, and how many of them an element has. */
function columnOf(
  result: ArrayData | StructData,
  type: Datatype,
  { path, fields }: Place,
): {
  readonly column: ArrayData;
  readonly dtype: Exclude<Datatype, { kind: "struct" }>;
  readonly length: number;
} {
  let [column, dtype, length] = [result, type, 1];
  for (const name of fields) {
    const known = typeof dtype === "object" && dtype.kind === "struct" ? dtype.fields : [];
    const field = known.find((each) => each.name === name);
    const inner = field && column.fields?.[name];
    if (!field || !inner) {
      const names = known.map((each) => `\`${each.name}\``).join(", ");
      throw misuse(
        names
          ? `\`${path}\` has no field \`${name}\`: there are ${names}`
          : `\`${path}\` is no table: \`${name}\` is no field of it`,
      );
    }
    [column, dtype] = [inner, field.dtype];
    length *= field.shape.reduce((product, each) => product * each, 1);
  }
  if (column.fields || (typeof dtype === "object" && dtype.kind === "struct")) {
    const names = Object.keys(column.fields ?? {});
    throw misuse(
      `an element of \`${path}\` is a record: write ${path}[INDEX]/${names[0]}=VALUE, or another of ${names.join(", ")}`,
    );
  }
  return { column, dtype, length };
}

/** Puts a value, of which complex ones have two parts, into the place of an element, which then is not masked. */
function write({ data, mask }: ArrayData, at: number, values: readonly (number | bigint | string)[]): void {
  const target = data as (number | bigint | string)[];
  for (const [part, value] of values.entries()) {
    target[at * values.length + part] = value;
  }
  if (mask) {
    mask[at] = 0;
  }
}
