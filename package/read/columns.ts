/** Reads arrays as typed values: a structured array column by column, and rows as they are finished. */
import type {
  ArrayData,
  ArrayValues,
  Datatype,
  Field,
  IntoArray,
  Rows,
  StructData,
  StructType,
} from "../api/arrays.ts";
import { alignmentOf, holderOf, isStruct, nameOf, valuesOf } from "../api/elements.ts";
import { AsdfError } from "../api/error.ts";
import { setDatatype } from "../api/marks/marks.ts";
import type { ReadOptions } from "../api/options.ts";
import { sizeOf, stridesOf } from "../api/shape.ts";
import type { CoreReadOptions } from "../wasm/messages.ts";
import { copied, type ReadResult, RowFeed } from "./result.ts";

/**
 * Reads one column: all elements of an array without fields, or of one field. `rows` delivers its rows meanwhile; `into` is the memory of the
 * result.
 */
export type ReadColumn = (
  options: CoreReadOptions,
  rows: RowFeed | undefined,
  into: IntoArray | undefined,
) => Promise<ReadResult>;

/** Reads those of these fields of records, by their indices, that can be read together. */
export type ReadTogether = (fields: readonly number[]) => Promise<ReadonlyMap<number, ReadResult>>;

/** Reads the columns of an array: those that can be by one read, the others one after another. `isLatin`: see `valuesOf()`. */
export async function readColumns(
  dtype: Datatype,
  { float16, onRows, into, fields }: Pick<ReadOptions, "float16" | "onRows" | "into" | "fields">,
  isLatin: boolean,
  read: ReadColumn,
  readTogether?: ReadTogether,
): Promise<ArrayData | StructData> {
  if (isStruct(dtype)) {
    checkInto(dtype, float16, into);
    // A field that is named twice is read once.
    const indices = [...new Set(wanted(dtype, fields).map(([index]) => index))];
    const results = await readTogether?.(indices);
    const readOne: ReadColumn = async (options, ...rest) =>
      results?.get(options.field?.[0] ?? -1) ?? read(options, ...rest);
    return readFields(dtype, fields, [], { float16, isLatin }, readOne);
  }
  if (fields !== undefined) {
    const message = `\`fields\` is for records, and the elements of this array are ${nameOf(dtype)}`;
    throw new AsdfError("bad-selection", message);
  }
  checkInto(dtype, float16, into);
  return readColumn(dtype, [], { float16, isLatin }, read, onRows, into);
}

/** How bytes become values. */
interface Form {
  readonly float16: "bits" | undefined;
  readonly isLatin: boolean;
}

/** Checks that an array can hold values of a datatype. */
function checkInto(dtype: Datatype, float16: "bits" | undefined, into: unknown): void {
  const holder = holderOf(dtype, float16);
  const given: unknown = ArrayBuffer.isView(into) ? Reflect.get(into, Symbol.toStringTag) : undefined;
  if (into === undefined || (holder !== undefined && given === holder)) {
    return;
  }
  const values =
    holder === undefined
      ? "are in no typed array: read them without `into`"
      : `are put into a ${holder}, and \`into\` is ${typeof given === "string" ? `a ${given}` : "none"}`;
  const what = isStruct(dtype) ? "records" : `values of ${nameOf(dtype)}`;
  throw new AsdfError("bad-selection", `${what} ${values}`);
}

/** The fields with these names, with their indices; undefined: all. */
function wanted({ fields }: StructType, names: readonly string[] | undefined): (readonly [number, Field])[] {
  const all = [...fields.entries()];
  return (
    names?.map((name) => {
      const found = all.find(([, field]) => field.name === name);
      if (found === undefined) {
        const known = fields.map((field) => `\`${field.name}\``).join(", ");
        throw new AsdfError("bad-selection", `there is no field \`${name}\`: the fields are ${known}`);
      }
      return found;
    }) ?? all
  );
}

/** `path`: the index of the field, preceded by the indices of the fields that contain it. */
async function readFields(
  dtype: StructType,
  names: readonly string[] | undefined,
  path: readonly number[],
  form: Form,
  read: ReadColumn,
): Promise<StructData> {
  const columns: { [name: string]: ArrayData | StructData } = Object.create(null);
  let shape: readonly number[] = [];
  for (const [index, { name, dtype: type, shape: own }] of wanted(dtype, names)) {
    const at = [...path, index];
    const column = isStruct(type)
      ? await readFields(type, undefined, at, form, read)
      : await readColumn(type, at, form, read);
    columns[name] = column;
    shape = column.shape.slice(0, column.shape.length - own.length);
  }
  return { fields: columns, shape };
}

async function readColumn(
  dtype: Exclude<Datatype, StructType>,
  field: readonly number[],
  { float16, isLatin }: Form,
  read: ReadColumn,
  onRows?: (rows: Rows) => void,
  into?: IntoArray,
): Promise<ArrayData> {
  const bits = dtype === "float16" ? float16 : undefined;
  const feed = onRows && new RowFeed(onRows, (bytes, count) => valuesOf(dtype, bytes, count, bits, isLatin));
  const { bytes, shape, mask } = await read({ field, ...(bits && { float16: bits }) }, feed, into);
  // The type of `read()` says that these are the array that was given.
  const own = bytes.byteOffset % alignmentOf(dtype, bits) === 0 ? bytes : await copied(bytes);
  const data = (into as ArrayValues | undefined) ?? valuesOf(dtype, own, sizeOf(shape), bits, isLatin);
  const result = { data, shape, stride: stridesOf(shape), ...(mask && { mask }) };
  feed?.end(result);
  return setDatatype(result, bits ? "float16" : dtype);
}
