/**
 * Tables as VOTables (IVOA Recommendation 1.4, which most readers know), with rows as BINARY2, which has a bit for each cell without a
 * value. Elements of arrays have no such bits: missing integers are also written as one that no other cell has.
 */
import { joined } from "@asdf-wasm/science/elements/pixels";
import { lengthOf } from "@asdf-wasm/science/elements/shapes";
import type { Bytes } from "@asdf-wasm/science/export/bytes";
import { blanksOf } from "@asdf-wasm/science/export/fits/blank";
import { type RecordColumn, recordColumns, recordParts, remarksOf } from "@asdf-wasm/science/export/records";
import type { Writing } from "@asdf-wasm/science/export/writing";
import type { TableSource } from "@asdf-wasm/science/tables/columns";
import type { ArrayData, TreeValue } from "asdf-wasm";
import { listsOf } from "./json.ts";
import { isPlain, metadataLost } from "./remarks.ts";

/** Elements of the document that are written as they were read. */
const KEPT: readonly string[] = ["COOSYS", "TIMESYS", "INFO", "PARAM"];
/** Attributes of FIELD that are kept besides those that a column has. */
const ATTRIBUTES: readonly string[] = ["ID", "ref", "utype", "xtype"];

interface Form {
  readonly datatype: string;
  /** Bytes of an element. */
  readonly size: number;
  readonly put: (view: DataView, at: number, data: ArrayData["data"], index: number) => void;
}

const put =
  (set: (view: DataView, at: number, value: never) => void): Form["put"] =>
  (view, at, data, index) =>
    set(view, at, data[index] as never);

const byte = put((view, at, value) => view.setUint8(at, value));
const short = put((view, at, value) => view.setInt16(at, value));
const int = put((view, at, value) => view.setInt32(at, value));
const long = put((view, at, value) => view.setBigInt64(at, BigInt(value)));
const float = put((view, at, value) => view.setFloat32(at, value));
const double = put((view, at, value) => view.setFloat64(at, value));

/** A complex number: its real and imaginary parts. */
const pair =
  (one: Form["put"], size: number): Form["put"] =>
  (view, at, data, index) => {
    one(view, at, data, 2 * index);
    one(view, at + size, data, 2 * index + 1);
  };

/** Integers of types that VOTables do not have become wider ones. */
const FORMS: Readonly<Record<string, Form>> = {
  bool8: {
    datatype: "boolean",
    size: 1,
    put: (view, at, data, i) => view.setUint8(at, data[i] ? 0x54 : 0x46),
  },
  uint8: { datatype: "unsignedByte", size: 1, put: byte },
  int8: { datatype: "short", size: 2, put: short },
  int16: { datatype: "short", size: 2, put: short },
  uint16: { datatype: "int", size: 4, put: int },
  int32: { datatype: "int", size: 4, put: int },
  uint32: { datatype: "long", size: 8, put: long },
  int64: { datatype: "long", size: 8, put: long },
  float32: { datatype: "float", size: 4, put: float },
  float64: { datatype: "double", size: 8, put: double },
  complex64: {
    datatype: "floatComplex",
    size: 8,
    put: pair(float, 4),
  },
  complex128: {
    datatype: "doubleComplex",
    size: 16,
    put: pair(double, 8),
  },
};

/** What is written for missing integers of types that become wider: one that the narrower type does not have. */
const MISSING: Readonly<Record<string, bigint>> = { int8: -32768n, uint16: -1n, uint32: -1n };

interface Field {
  readonly column: RecordColumn;
  /** Undefined for texts, and for integers that no VOTable has, which become texts. */
  readonly form: Form | undefined;
  readonly attributes: Readonly<Record<string, string>>;
  readonly description: string;
  readonly missing: bigint | undefined;
}

export async function votableWriting(
  source: TableSource,
  name: string,
  signal: AbortSignal,
): Promise<Writing> {
  const columns = await recordColumns(source, signal);
  const asText = columns.filter(({ dtype }) => typeof dtype === "string" && !FORMS[dtype]);
  const size = columns.reduce(
    (sum, { dtype, shape }) => {
      const each = typeof dtype === "object" ? 2 * dtype.length + 4 : (FORMS[dtype]?.size ?? 40);
      return sum + each * lengthOf(shape);
    },
    Math.ceil(columns.length / 8),
  );
  return {
    bytes: Math.ceil((source.rows * size * 4) / 3),
    isEstimate: true,
    remarks: [
      ...remarksOf(source, columns, columns, "Masked cells stay masked."),
      ...(asText.length > 0
        ? [`${asText.map(({ name }) => name).join(", ")} become text: VOTables have no such integers.`]
        : []),
      ...(columns.some(({ dtype, shape }) => shape.length > 0 && !FORMS[String(dtype)])
        ? ["Arrays of texts become JSON, because astropy reads no arrays of texts."]
        : []),
      ...metadataLost(source, isOwn),
    ],
    pieces: async function* (signal: AbortSignal): AsyncGenerator<Bytes> {
      const encoder = new TextEncoder();
      const fields = await fieldsOf(source, columns, signal);
      yield encoder.encode(headOf(source, fields, name));
      let rest = new Uint8Array(0);
      for await (const { rows, parts } of recordParts(source, columns, signal)) {
        const all = joined(rest, rowsOf(fields, parts, rows));
        // Three bytes are four characters.
        const whole = all.length - (all.length % 3);
        rest = all.slice(whole);
        yield encoder.encode(base64(all.subarray(0, whole)));
      }
      yield encoder.encode(`${base64(rest)}\n</STREAM></BINARY2></DATA></TABLE></RESOURCE></VOTABLE>\n`);
    },
  };
}

async function fieldsOf(
  source: TableSource,
  columns: readonly RecordColumn[],
  signal: AbortSignal,
): Promise<Field[]> {
  const blanks = await blanksOf(source, columns, isSearched, signal);
  const said =
    isPlain(source.metadata) && isPlain(source.metadata["fields"]) ? source.metadata["fields"] : {};
  return columns.map((column, i) => {
    const { ucd, description = "" } = source.columns[column.index] ?? {};
    const form = typeof column.dtype === "string" ? FORMS[column.dtype] : undefined;
    const kept = said[column.name];
    const attributes = {
      name: column.name,
      datatype: form?.datatype ?? "unicodeChar",
      ...arraysizeOf(column, form),
      ...(column.unit && { unit: column.unit }),
      ...(ucd && { ucd }),
      ...(isPlain(kept) && textsOf(kept, ATTRIBUTES)),
    };
    const missing = column.masked ? (MISSING[String(column.dtype)] ?? blanks[i]?.value) : undefined;
    return { column, form, attributes, description, missing };
  });
}

/** Whether the integer for masked elements depends on the others. */
function isSearched({ dtype, masked }: RecordColumn): boolean {
  const name = String(dtype);
  return masked && name !== "bool8" && FORMS[name] !== undefined && MISSING[name] === undefined;
}

function arraysizeOf({ shape }: RecordColumn, form: Form | undefined): { arraysize?: string } {
  return form ? (shape.length > 0 ? { arraysize: shape.toReversed().join("x") } : {}) : { arraysize: "*" };
}

function headOf(source: TableSource, fields: readonly Field[], name: string): string {
  const { metadata } = source;
  const said = KEPT.flatMap((element) => {
    const all = isPlain(metadata) ? metadata[element] : undefined;
    return Array.isArray(all) ? all.flatMap((one) => (isPlain(one) ? [saidText(element, one)] : [])) : [];
  });
  const description =
    isPlain(metadata) && typeof metadata["description"] === "string" ? metadata["description"] : "";
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<VOTABLE version="1.4" xmlns="http://www.ivoa.net/xml/VOTable/v1.3">',
    '<RESOURCE type="results">',
    ...said,
    `<TABLE ${attributesText({ name, nrows: String(source.rows) })}>${descriptionText(description)}`,
    ...fields.map(
      ({ attributes, description, missing }) =>
        `<FIELD ${attributesText(attributes)}>${descriptionText(description)}${missing === undefined ? "" : `<VALUES null="${missing}"/>`}</FIELD>`,
    ),
    '<DATA><BINARY2><STREAM encoding="base64">\n',
  ].join("\n");
}

function saidText(element: string, said: Readonly<Record<string, TreeValue>>): string {
  const { text, description, ...attributes } = said;
  const inner = `${descriptionText(description)}${element === "INFO" ? escaped(String(text ?? "")) : ""}`;
  return `<${element} ${attributesText(textsOf(attributes, Object.keys(attributes)))}>${inner}</${element}>`;
}

function textsOf(map: Readonly<Record<string, TreeValue>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (typeof map[name] === "string" ? [[name, map[name]] as const] : [])),
  );
}

function isOwn(name: string): boolean {
  return name === "fields" || name === "description" || KEPT.includes(name);
}

function descriptionText(description: unknown): string {
  return typeof description === "string" && description
    ? `<DESCRIPTION>${escaped(description)}</DESCRIPTION>`
    : "";
}

function attributesText(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(" ");
}

/** XML has no control characters but those of lines and tabs. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\x20-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Rows of BINARY2: the bits of what is masked, and the cells in big-endian order. */
function rowsOf(fields: readonly Field[], parts: readonly ArrayData[], rows: number): Uint8Array {
  const bits = Math.ceil(fields.length / 8);
  const cells = fields.map((field, i) => cellOf(field, parts[i]));
  let size = 0;
  for (let row = 0; row < rows; row += 1) {
    size += cells.reduce((sum, { width }) => sum + width(row), bits);
  }
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (let row = 0; row < rows; row += 1) {
    const start = at;
    at += bits;
    for (const [i, { width, isNull, write }] of cells.entries()) {
      if (isNull(row)) {
        bytes[start + (i >> 3)] = (bytes[start + (i >> 3)] ?? 0) | (0x80 >> (i & 7));
      }
      write(view, at, row);
      at += width(row);
    }
  }
  return bytes;
}

interface Cells {
  readonly width: (row: number) => number;
  readonly isNull: (row: number) => boolean;
  readonly write: (view: DataView, at: number, row: number) => void;
}

function cellOf({ column, form, missing }: Field, part: ArrayData | undefined): Cells {
  const { data = [], mask } = part ?? {};
  const each = lengthOf(column.shape);
  const isNull = (row: number) =>
    mask !== undefined &&
    Array.from({ length: each }, (_, i) => mask[row * each + i]).every((bit) => bit === 1);
  if (form) {
    const none = missingOf(column, missing);
    const width = each * form.size;
    const write: Cells["write"] = (view, at, row) => {
      for (let i = 0; i < each; i += 1) {
        const index = row * each + i;
        if (mask?.[index] === 1) {
          none(view, at + i * form.size, form);
        } else {
          form.put(view, at + i * form.size, data, index);
        }
      }
    };
    return { width: () => width, isNull, write };
  }
  const item = (index: number) => (mask?.[index] === 1 ? null : String(data[index] ?? ""));
  const json = (index: number) => JSON.stringify(item(index));
  const text = (row: number) =>
    column.shape.length > 0 ? listsOf(column.shape, row * each, json) : (item(row) ?? "");
  const write: Cells["write"] = (view, at, row) => {
    const own = text(row);
    view.setUint32(at, own.length);
    for (let i = 0; i < own.length; i += 1) {
      view.setUint16(at + 4 + 2 * i, own.charCodeAt(i));
    }
  };
  return { width: (row) => 4 + 2 * text(row).length, isNull, write };
}

/** Writes what stands for a masked element: NaN, no truth, or the integer that no cell has. */
function missingOf({ dtype }: RecordColumn, missing: bigint | undefined) {
  const name = String(dtype);
  return (view: DataView, at: number, { put, size }: Form): void => {
    if (name === "bool8") {
      view.setUint8(at, 0x3f);
    } else if (/^[fc]/.test(name)) {
      put(view, at, Float64Array.of(Number.NaN, Number.NaN), 0);
    } else {
      const value = missing ?? 0n;
      put(view, at, size === 8 ? BigInt64Array.of(value) : Float64Array.of(Number(value)), 0);
    }
  };
}

function base64(bytes: Uint8Array): string {
  let text = "";
  // A multiple of three, and not more than a call takes arguments.
  for (let at = 0; at < bytes.length; at += 0x6000) {
    text += `${btoa(String.fromCharCode(...bytes.subarray(at, at + 0x6000)))}\n`;
  }
  return text;
}
