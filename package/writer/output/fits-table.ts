/**
 * Tables of FITS files as the tables that asdf-astropy writes (astropy/table/table, core/column): an ndarray has no mask for each of
 * its fields, and no units. All columns are in one block of records, and their masks in another.
 */
import type { Datatype, Field, StructData, StructType } from "../../api/arrays.ts";
import { itemSize } from "../../api/elements.ts";
import type { NdArray } from "../../api/ndarray.ts";
import { sizeOf, stridesOf } from "../../api/shape.ts";
import { slice } from "../../api/slice.ts";
import type { TreeMap, TreeValue } from "../../api/tree.ts";
import { isFloat, setFloat, withTag } from "../../api/values.ts";
import { newUnit } from "../../science/unit.ts";
import { CHUNK } from "../blocks/block.ts";
import type { Slot } from "../blocks/blocks.ts";
import { NewArray } from "../input/array.ts";
import type { Tile } from "../input/tiles.ts";
import type { BlockPlan } from "./array-plan.ts";
import { vounitOf } from "./fits-unit.ts";

/** The tags of tables and columns, and the first version of the standard that has them. */
const TAGS = [
  ["1.6.0", "tag:astropy.org:astropy/table/table-1.1.0", "tag:stsci.edu:asdf/table/column-1.1.0"],
  ["1.0.0", "tag:astropy.org:astropy/table/table-1.0.0", "tag:stsci.edu:asdf/core/column-1.0.0"],
] as const;
/** Cards that say how the table is stored, or that its columns say: those that astropy leaves out. */
const LAYOUT =
  /^(?:XTENSION|BITPIX|NAXIS\d?|[PG]COUNT|TFIELDS|THEAP|T(?:TYPE|FORM|UNIT|NULL|SCAL|ZERO|DISP|BCOL|DIM|CTYP|CUNI|CRPX|CRVL|CDLT|RPOS)\d+|Z(?:TABLE|TILELEN|NAXIS\d|PCOUNT|HECKSUM|DATASUM|(?:FORM|CTYP)\d+))$/;

/** What the elements of a table need, found by reading them. */
export interface TableNeeds {
  /** The fields that have masked elements. */
  readonly masked: ReadonlySet<string>;
  /** The fields with text beyond ASCII, and the length of the longest. */
  readonly wide: ReadonlyMap<string, number>;
}

/** A table as a value of the tree. `columns` has the plans of the arrays in it. */
export interface FitsTable {
  readonly node: TreeMap;
  readonly columns: ReadonlyMap<NewArray, BlockPlan>;
}

/** Makes a slot for the fields of these names, packed as this datatype. */
export type SlotOf = (what: "elements" | "mask", dtype: StructType, names: readonly string[]) => Slot;

/** Whether the array is a table of FITS: records of an extension, but not the records of random groups. */
export function isFitsTable({ dtype, hdu, reader, error }: NdArray): boolean {
  const isRecords = !error && typeof dtype === "object" && dtype.kind === "struct";
  return isRecords && hdu !== undefined && reader.cardsOf(hdu).some(({ keyword }) => keyword === "XTENSION");
}

/** Reads texts, and whatever may be masked. */
export async function needsOf(
  array: NdArray,
  { start: [first = 0], shape: [count = 0], step = [] }: Tile,
  signal: AbortSignal | undefined,
): Promise<TableNeeds> {
  const masked = new Set<string>();
  const wide = new Map<string, number>();
  const { fields } = array.dtype as StructType;
  const stride = step[0] ?? 1;
  const from = stride > 0 ? first : first + (count - 1) * stride;
  const stop = stride > 0 ? first + (count - 1) * stride + 1 : first + 1;
  const [head] = count > 0 ? [await rowsOf(array, from, from + 1, fields, signal)] : [];
  const looked = fields.filter(({ name, dtype }) => head?.fields[name]?.mask || isAscii(dtype));
  const width = looked.reduce((sum, { dtype, shape }) => sum + itemSize(dtype) * sizeOf(shape), 1);
  const rows = Math.max(1, Math.floor(CHUNK / width));
  for (let row = from; row < stop && looked.length > 0 && count > 0; row += rows) {
    const part = await rowsOf(array, row, Math.min(row + rows, stop), looked, signal);
    for (const { name } of looked) {
      const column = part.fields[name];
      if (column?.mask?.includes(1)) {
        masked.add(name);
      }
      const { data } = column ?? {};
      for (const text of Array.isArray(data) ? data : []) {
        if (typeof text === "string" && /[^\0-\x7f]/.test(text)) {
          wide.set(name, Math.max(wide.get(name) ?? 0, Array.from(text).length));
        }
      }
    }
  }
  return { masked, wide };
}

function rowsOf(
  array: NdArray,
  start: number,
  stop: number,
  fields: readonly Field[],
  signal: AbortSignal | undefined,
): Promise<StructData> {
  const names = fields.map(({ name }) => name);
  return (array as NdArray<"struct">).read([slice(start, stop)], { signal, fields: names });
}

/** The table of so many rows; `slotOf` returns the places of its elements and masks. */
export function fitsTable(
  array: NdArray,
  rows: number,
  needs: TableNeeds,
  standard: string,
  slotOf: SlotOf,
): FitsTable {
  const { fields } = array.dtype as StructType;
  const wider = fields.map((field): Field => {
    const length = needs.wide.get(field.name);
    return length === undefined
      ? field
      : { ...field, dtype: { kind: "ucs4", length: lengthOf(field, length) } };
  });
  const plans = plansOf(wider, rows, (dtype, names) => slotOf("elements", dtype, names));
  const truths = fields
    .filter(({ name }) => needs.masked.has(name))
    .map((field): Field => ({ ...field, dtype: "bool8" }));
  const masks = plansOf(truths, rows, (dtype, names) => slotOf("mask", dtype, names));
  const [, tableTag, columnTag] = TAGS.find(([since]) => standard >= since) ?? TAGS[1];
  const columns = new Map<NewArray, BlockPlan>();
  const cards = cardsOf(array);
  const nodes = fields.map(({ name }, i) => {
    const data = new NewArray(array, {});
    const plan = plans.get(name);
    if (plan) {
      columns.set(data, { ...plan, mask: masks.get(name) });
    }
    const unit = cards.find(({ keyword }) => keyword === `TUNIT${i + 1}`)?.value;
    const text = typeof unit === "string" ? vounitOf(unit) : "";
    // The schema of a column wants a letter; how the table calls it is up to the table.
    const node = {
      data,
      name: /[A-Za-z_]/.test(name) ? name : `_${name}`,
      ...(text !== "" && { unit: newUnit(text) }),
    };
    return withTag(node as unknown as TreeMap, columnTag);
  });
  const meta = metaOf(cards);
  const node: TreeMap = {
    colnames: fields.map(({ name }) => name),
    columns: nodes,
    ...(Object.keys(meta).length > 0 && { meta }),
    qtable: false,
  };
  return { node: withTag(node, tableTag), columns };
}

/** Text of ASCII may be longer than the longest beyond it. */
function lengthOf({ dtype }: Field, wide: number): number {
  return typeof dtype === "object" && dtype.kind !== "struct" ? Math.max(dtype.length, wide) : wide;
}

function isAscii(dtype: Datatype): boolean {
  return typeof dtype === "object" && dtype.kind === "ascii";
}

/** Each field as an array with strides in the block of the records. */
function plansOf(
  fields: readonly Field[],
  rows: number,
  slotOf: (dtype: StructType, names: readonly string[]) => Slot,
): ReadonlyMap<string, BlockPlan> {
  const plans = new Map<string, BlockPlan>();
  if (fields.length === 0) {
    return plans;
  }
  const dtype: StructType = { kind: "struct", fields };
  const slot = slotOf(
    dtype,
    fields.map(({ name }) => name),
  );
  const record = itemSize(dtype);
  let offset = 0;
  for (const { name, dtype, shape } of fields) {
    const item = itemSize(dtype);
    plans.set(name, {
      kind: "block",
      shape: [rows, ...shape],
      dtype,
      byteorder: "little",
      slot,
      // Readers refuse an offset into a block without bytes.
      offset: rows === 0 ? 0 : offset,
      strides: fields.length === 1 ? undefined : [record, ...stridesOf(shape).map((stride) => stride * item)],
    });
    offset += item * sizeOf(shape);
  }
  return plans;
}

type Card = ReturnType<NdArray["reader"]["cardsOf"]>[number];

function cardsOf({ hdu, reader }: NdArray): readonly Card[] {
  return hdu === undefined ? [] : reader.cardsOf(hdu);
}

/** What the header says besides the layout, as astropy reads it: of comments a list. */
function metaOf(cards: readonly Card[]): TreeMap {
  const meta: TreeMap = Object.create(null);
  for (const card of cards.filter(({ keyword }) => !LAYOUT.test(keyword))) {
    const { keyword, value = null } = card;
    const key = keyword === "COMMENT" ? "comments" : keyword;
    const before = meta[key];
    if (keyword === "COMMENT" || keyword === "HISTORY") {
      const texts = Array.isArray(before) ? before : [];
      texts.push(value as TreeValue);
      meta[key] = texts;
    } else if (before === undefined) {
      meta[key] = value as TreeValue;
      if (isFloat(card, "value")) {
        setFloat(meta, key);
      }
    }
  }
  return meta;
}
