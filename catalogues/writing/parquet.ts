/**
 * Tables as Parquet. What Parquet has no place for is written as astropy does it (`table_meta_yaml`), so that `Table.read` has units,
 * descriptions and metadata; units, descriptions and UCDs also stand in the schema of Arrow, where programs that use pyarrow look.
 */
import { lengthOf } from "@asdf-wasm/science/elements/shapes";
import type { Bytes } from "@asdf-wasm/science/export/bytes";
import {
  type RecordColumn,
  recordColumns,
  recordParts,
  remarksOf,
  sizeOfCell,
} from "@asdf-wasm/science/export/records";
import { refused, type Writing } from "@asdf-wasm/science/export/writing";
import type { TableSource } from "@asdf-wasm/science/tables/columns";
import type { ArrayData } from "asdf-wasm";
import type { SchemaElement } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { SERIALIZED } from "../formats/ecsv/mixins.ts";
import {
  type ArrowType,
  arrowSchema,
  BOOL,
  DAYS,
  fixedListType,
  floatType,
  integerType,
  timestampType,
  timeType,
  UTF8,
} from "./arrow.ts";
import { entryOf } from "./ecsv.ts";
import { metadataOf } from "./remarks.ts";
import { yamlLine } from "./yaml.ts";

/** Bytes and rows of a row group; its values are in memory while it is written. */
const GROUP_BYTES = 2 ** 25;
const GROUP_ROWS = 2 ** 17;
/** Of a page, which is the least that is read again. */
const PAGE_BYTES = 2 ** 17;

interface Type {
  readonly stored: Omit<SchemaElement, "name">;
  readonly arrow: ArrowType;
  /** An element as the library takes it. */
  readonly value: (element: ArrayData["data"][number]) => unknown;
}

interface Field {
  readonly column: RecordColumn;
  readonly type: Type;
}

const asIs = (element: unknown) => element;

const TYPES: Readonly<Record<string, Type>> = {
  bool8: { stored: { type: "BOOLEAN" }, arrow: BOOL, value: Boolean },
  ...Object.fromEntries(
    [8, 16, 32, 64].flatMap((bits) =>
      [true, false].map((isSigned) => {
        const converted = `${isSigned ? "" : "U"}INT_${bits}` as "INT_8";
        const stored = { type: bits === 64 ? "INT64" : "INT32", converted_type: converted } as const;
        const name = `${isSigned ? "" : "u"}int${bits}`;
        return [name, { stored, arrow: integerType(bits, isSigned), value: asIs }];
      }),
    ),
  ),
  float16: {
    stored: { type: "FIXED_LEN_BYTE_ARRAY", type_length: 2, logical_type: { type: "FLOAT16" } },
    arrow: floatType(16),
    value: asIs,
  },
  float32: { stored: { type: "FLOAT" }, arrow: floatType(32), value: asIs },
  float64: { stored: { type: "DOUBLE" }, arrow: floatType(64), value: asIs },
};

const TEXT: Type = { stored: { type: "BYTE_ARRAY", converted_type: "UTF8" }, arrow: UTF8, value: String };

export async function parquetWriting(
  source: TableSource,
  signal: AbortSignal,
): Promise<Writing & { readonly columns: RecordColumn[] }> {
  const all = await recordColumns(source, signal);
  const fields = all.flatMap((column) => fieldOf(source, column) ?? []);
  // Where Parquet has null, astropy reads the text "None": masks of texts are columns of their own, as it writes them.
  const masked = fields.filter(({ type, column }) => type === TEXT && column.masked);
  const names = [...all.map(({ name }) => name), ...masked.map(({ column }) => maskName(column))];
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) {
    const problem = `Two columns are named \`${twice}\`, which Parquet does not allow.`;
    return { ...refused(problem), columns: all };
  }
  const columns = fields.map(({ column }) => column);
  const width = columns.reduce((sum, column) => sum + sizeOfCell(column), 1);
  const most = Math.max(1, Math.min(GROUP_ROWS, Math.floor(GROUP_BYTES / width)));
  const pieces = async function* (signal: AbortSignal): AsyncGenerator<Bytes> {
    const bytes = new ByteWriter();
    const taken = () => {
      const piece = bytes.getBytes().slice();
      bytes.index = 0;
      return piece;
    };
    const writer = new ParquetWriter({
      writer: bytes,
      schema: schemaOf(fields, masked),
      kvMetadata: metadataPairs(source, fields, masked),
      createdBy: "asdf-wasm",
    });
    for await (const { rows, parts } of recordParts(source, columns, signal, most)) {
      const dataOf = ({ column, type }: Field) => {
        const part = parts[columns.indexOf(column)];
        return {
          name: column.name,
          data: part ? valuesOf(part, column, type, rows) : [],
          columnIndex: true,
          // The library's dictionaries have one zero for 0 and -0.
          ...(part?.data.some((element: unknown) => Object.is(element, -0)) && {
            encoding: "PLAIN" as const,
          }),
        };
      };
      const masksOf = ({ column }: Field) => {
        const mask = parts[columns.indexOf(column)]?.mask;
        return { name: maskName(column), data: Array.from({ length: rows }, (_, row) => mask?.[row] === 1) };
      };
      writer.write({
        pageSize: PAGE_BYTES,
        columnData: [...fields.map(dataOf), ...masked.map(masksOf)],
        rowGroupSize: rows,
      });
      yield taken();
    }
    writer.finish();
    yield taken();
  };
  return {
    columns: all,
    bytes: source.rows * width,
    isEstimate: true,
    remarks: [
      ...remarksOf(
        source,
        all,
        columns,
        "Masked cells become null, which astropy reads as NaN in numbers.",
      ).filter((remark) => !remark.startsWith("float16")),
      ...(masked.length > 0
        ? [
            `Columns for astropy say which texts are null: ${masked.map(({ column }) => maskName(column)).join(", ")}.`,
          ]
        : []),
      ...(columns.some(({ shape }) => shape.length > 1)
        ? ["Arrays of several axes become lists of one."]
        : []),
    ],
    pieces,
  };
}

function maskName({ name }: RecordColumn): string {
  return `${name}.mask`;
}

/** Undefined for columns that Parquet does not have: complex numbers, and those of 128 bits. */
function fieldOf({ columns }: TableSource, column: RecordColumn): Field | undefined {
  const { datatype, storedAs = "" } = columns[column.index] ?? {};
  if (typeof column.dtype === "object") {
    return { column, type: momentType(storedAs) ?? TEXT };
  }
  const dtype = datatype === "float16" ? datatype : column.dtype;
  const type = TYPES[dtype];
  return type && { column: { ...column, dtype }, type };
}

/** Dates and times that are read as texts: they are stored again as they were. */
function momentType(storedAs: string): Type | undefined {
  const [, kind, unit = "ns", zone] =
    /^(date|time|timestamp)(?:\[(ms|us|ns)(, UTC)?\])?$/.exec(storedAs) ?? [];
  const known = ({ ms: "MILLIS", us: "MICROS", ns: "NANOS" } as const)[unit as "ms"];
  const digits = { ms: 3, us: 6, ns: 9 }[unit] ?? 0;
  switch (kind) {
    case "date":
      return {
        stored: { type: "INT32", converted_type: "DATE" },
        arrow: DAYS,
        value: (text) => Number(momentIn(String(text), 0) / 86400n),
      };
    case "time":
      return {
        stored: {
          type: unit === "ms" ? "INT32" : "INT64",
          logical_type: { type: "TIME", isAdjustedToUTC: false, unit: known },
        },
        arrow: timeType(unit),
        value: (text) => {
          const value = momentIn(`1970-01-01T${text}`, digits);
          return unit === "ms" ? Number(value) : value;
        },
      };
    case "timestamp":
      return {
        stored: {
          type: "INT64",
          logical_type: { type: "TIMESTAMP", isAdjustedToUTC: zone !== undefined, unit: known },
        },
        arrow: timestampType(unit, zone && "UTC"),
        value: (text) => momentIn(String(text), digits),
      };
    default:
      return undefined;
  }
}

/** The time since 1970 in units of so many digits, of a text in the form of ISO 8601; beyond its years the text is that number. */
function momentIn(text: string, digits: number): bigint {
  const [, seconds, part = ""] = /^([^.Z]+)(?:\.(\d+))?Z?$/.exec(text) ?? [];
  const milliseconds = Date.parse(/T/.test(text) ? `${seconds}Z` : text);
  return Number.isNaN(milliseconds)
    ? BigInt(text)
    : BigInt(milliseconds / 1000) * 10n ** BigInt(digits) + BigInt(part.padEnd(digits, "0") || 0);
}

function schemaOf(fields: readonly Field[], masked: readonly Field[]): SchemaElement[] {
  const columns = fields.flatMap(({ column: { name, shape }, type }): SchemaElement[] =>
    shape.length === 0
      ? [{ name, repetition_type: "OPTIONAL", ...type.stored }]
      : [
          { name, repetition_type: "OPTIONAL", converted_type: "LIST", num_children: 1 },
          { name: "list", repetition_type: "REPEATED", num_children: 1 },
          { name: "element", repetition_type: "OPTIONAL", ...type.stored },
        ],
  );
  const masks = masked.map(
    ({ column }): SchemaElement => ({
      name: maskName(column),
      repetition_type: "OPTIONAL",
      type: "BOOLEAN",
    }),
  );
  return [
    { name: "schema", num_children: fields.length + masked.length, repetition_type: "REQUIRED" },
    ...columns,
    ...masks,
  ];
}

function valuesOf({ data, mask }: ArrayData, { shape }: RecordColumn, { value }: Type, rows: number) {
  if (shape.length === 0 && !mask && value === asIs && !(data instanceof Uint32Array)) {
    return data as unknown[];
  }
  const at = (index: number) => (mask?.[index] === 1 ? null : value(data[index] ?? 0));
  const each = lengthOf(shape);
  return Array.from({ length: rows }, (_, row) =>
    shape.length === 0 ? at(row) : Array.from({ length: each }, (_, i) => at(row * each + i)),
  );
}

/** The metadata of the file: the schema of Arrow, and what astropy writes. */
function metadataPairs(source: TableSource, fields: readonly Field[], masked: readonly Field[]) {
  const arrow = fields.map(({ column: { index, name, unit, shape }, type }) => {
    const { description, ucd } = source.columns[index] ?? {};
    const said = Object.entries({ unit, description, ucd }).filter(
      (pair): pair is [string, string] => !!pair[1],
    );
    return {
      name,
      metadata: said,
      ...(shape.length > 0
        ? { type: fixedListType(lengthOf(shape)), item: type.arrow }
        : { type: type.arrow }),
    };
  });
  const lengths = fields.flatMap(({ column: { name, dtype }, type }) =>
    type === TEXT && typeof dtype === "object"
      ? [[`table::len::${name}`, String(dtype.length)] as const]
      : [],
  );
  const serialized = masked.map(({ column }) => {
    const columnNamed = (name: string) => `!astropy.table.SerializedColumn {name: ${yamlLine(name)}}`;
    const parts = `data: ${columnNamed(column.name)}, mask: ${columnNamed(maskName(column))}`;
    return `${yamlLine(column.name)}: {__class__: astropy.table.column.MaskedColumn, ${parts}}`;
  });
  const metadata = Object.entries(metadataOf(source) ?? {}).map(
    ([name, value]) => `${yamlLine(name)}: ${yamlLine(value)}`,
  );
  const yaml = [
    "datatype:",
    ...fields.map(({ column }) => `- ${entryOf(source, column)}`),
    ...masked.map(({ column }) => `- {name: ${yamlLine(maskName(column))}, datatype: bool}`),
    `meta: {${[...metadata, ...(serialized.length > 0 ? [`${SERIALIZED}: {${serialized.join(", ")}}`] : [])].join(", ")}}`,
  ];
  const masks = masked.map(({ column }) => ({ name: maskName(column), type: BOOL }));
  const pairs = [["table_meta_yaml", yaml.join("\n")] as const, ...lengths];
  return [...pairs, ["ARROW:schema", arrowSchema([...arrow, ...masks], pairs)] as const].map(
    ([key, value]) => ({ key, value }),
  );
}
