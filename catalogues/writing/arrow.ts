/**
 * The schema of Arrow beside that of Parquet (`ARROW:schema`, a message of Arrow's IPC format as a FlatBuffer). Readers that use Arrow take
 * from it which lists have a fixed length, and what the metadata of fields say, such as units
 * (https://github.com/apache/arrow/blob/main/format/Schema.fbs).
 */
import { Builder } from "flatbuffers";

/** A member of a table: an integer of so many bits, or a text. */
type Member = readonly [bits: 8 | 16 | 32, value: number] | string;

/** A type: its number in the union of Arrow's types, and the members of its table. */
export interface ArrowType {
  readonly id: number;
  readonly members: readonly Member[];
}

export interface ArrowField {
  readonly name: string;
  readonly type: ArrowType;
  /** Of the elements of a list. */
  readonly item?: ArrowType | undefined;
  readonly metadata?: Pairs;
}

type Pairs = readonly (readonly [key: string, value: string])[];

/** The units of times. */
const UNITS: readonly string[] = ["s", "ms", "us", "ns"];

export const UTF8: ArrowType = { id: 5, members: [] };
export const BOOL: ArrowType = { id: 6, members: [] };
export const DAYS: ArrowType = { id: 8, members: [[16, 0]] };

export function integerType(bits: number, isSigned: boolean): ArrowType {
  return {
    id: 2,
    members: [
      [32, bits],
      [8, Number(isSigned)],
    ],
  };
}

export function floatType(bits: 16 | 32 | 64): ArrowType {
  return { id: 3, members: [[16, Math.log2(bits / 16)]] };
}

export function timeType(unit: string): ArrowType {
  return {
    id: 9,
    members: [
      [16, UNITS.indexOf(unit)],
      [32, unit === "ms" ? 32 : 64],
    ],
  };
}

export function timestampType(unit: string, zone: string | undefined): ArrowType {
  return { id: 10, members: [[16, UNITS.indexOf(unit)], ...(zone === undefined ? [] : [zone])] };
}

export function fixedListType(length: number): ArrowType {
  return { id: 16, members: [[32, length]] };
}

/** The text of `ARROW:schema`. What it says of the table is read from here, too, and not from beside it. */
export function arrowSchema(fields: readonly ArrowField[], metadata: Pairs): string {
  const builder = new Builder();
  // What is not written is read as the default of the schema, which differs between members.
  builder.forceDefaults(true);
  const offsets = fields.map((field) => fieldIn(builder, field));
  const vector = vectorIn(builder, offsets);
  const schema = tableIn(
    builder,
    [[16, 0]],
    [
      [1, vector],
      [2, pairsIn(builder, metadata)],
    ],
  );
  // Version 5 of the metadata, and the number of the schema in the union of messages.
  const message = tableIn(
    builder,
    [
      [16, 4],
      [8, 1],
    ],
    [[2, schema]],
  );
  builder.finish(message);
  const body = builder.asUint8Array();
  // A message begins with a mark and its length, a multiple of 8.
  const bytes = new Uint8Array(8 + Math.ceil(body.length / 8) * 8);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0xffffffff, true);
  view.setUint32(4, bytes.length - 8, true);
  bytes.set(body, 8);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function fieldIn(builder: Builder, { name, type, item, metadata = [] }: ArrowField): number {
  const children = vectorIn(builder, item ? [fieldIn(builder, { name: "element", type: item })] : []);
  const isNullable = 1;
  return tableIn(
    builder,
    [name, [8, isNullable], [8, type.id]],
    [
      [3, tableIn(builder, type.members)],
      [5, children],
      [6, pairsIn(builder, metadata)],
    ],
  );
}

function pairsIn(builder: Builder, pairs: Pairs): number {
  return vectorIn(
    builder,
    pairs.map((pair) => tableIn(builder, pair)),
  );
}

/** A table with members, and with others at their places that refer to what was written before. */
function tableIn(
  builder: Builder,
  members: readonly Member[],
  references: readonly (readonly [place: number, offset: number])[] = [],
): number {
  const texts = members.map((member) => (typeof member === "string" ? builder.createString(member) : 0));
  builder.startObject(Math.max(members.length, ...references.map(([place]) => place + 1)));
  for (const [place, member] of members.entries()) {
    if (typeof member === "string") {
      builder.addFieldOffset(place, texts[place] ?? 0, 0);
    } else {
      const [bits, value] = member;
      const add = { 8: builder.addFieldInt8, 16: builder.addFieldInt16, 32: builder.addFieldInt32 }[bits];
      add.call(builder, place, value, 0);
    }
  }
  for (const [place, offset] of references) {
    builder.addFieldOffset(place, offset, 0);
  }
  return builder.endObject();
}

function vectorIn(builder: Builder, offsets: readonly number[]): number {
  builder.startVector(4, offsets.length, 4);
  for (const offset of offsets.toReversed()) {
    builder.addOffset(offset);
  }
  return builder.endVector();
}
