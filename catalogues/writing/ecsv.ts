/** Tables as ECSV (Astropy Proposal for Enhancement 6), as astropy reads it. */

import { lengthOf } from "@asdf-wasm/science/elements/shapes";
import type { Bytes } from "@asdf-wasm/science/export/bytes";
import { usualLength, writer } from "@asdf-wasm/science/export/csv";
import { type RecordColumn, recordColumns, recordParts, remarksOf } from "@asdf-wasm/science/export/records";
import type { Writing } from "@asdf-wasm/science/export/writing";
import type { TableSource } from "@asdf-wasm/science/tables/columns";
import type { ArrayData } from "asdf-wasm";
import { listsOf } from "./json.ts";
import { metadataOf } from "./remarks.ts";
import { yamlLine } from "./yaml.ts";

export async function ecsvWriting(source: TableSource, signal: AbortSignal): Promise<Writing> {
  const all = await recordColumns(source, signal);
  const columns = all.filter(isHeld);
  const width = columns.reduce((sum, { dtype, shape }) => sum + lengthOf(shape) * usualLength(dtype), 1);
  const pieces = async function* (signal: AbortSignal): AsyncGenerator<Bytes> {
    const encoder = new TextEncoder();
    yield encoder.encode(headerOf(source, columns));
    for await (const { rows, parts } of recordParts(source, columns, signal)) {
      const cells = parts.map((part, i) => cellsOf(part, columns[i]));
      let text = "";
      for (let row = 0; row < rows; row += 1) {
        text += `${cells.map((cell) => cell(row)).join(" ")}\n`;
      }
      yield encoder.encode(text);
    }
  };
  const hasTexts = columns.some(({ dtype, shape }) => typeof dtype === "object" && shape.length === 0);
  return {
    bytes: source.rows * width,
    isEstimate: true,
    remarks: [
      ...remarksOf(source, all, columns, "Masked cells stay masked."),
      ...(hasTexts ? ["Empty texts become masked."] : []),
      ...(source.columns.some(({ ucd }) => ucd) ? ["ECSV has no place for UCDs."] : []),
    ],
    pieces,
  };
}

/** JSON, in which arrays are written, has no complex numbers. */
function isHeld({ dtype, shape }: RecordColumn): boolean {
  return shape.length > 0 ? !/^complex|128$/.test(String(dtype)) : !/int128$/.test(String(dtype));
}

function headerOf(source: TableSource, columns: readonly RecordColumn[]): string {
  const entries = columns.map((column) => `# - ${entryOf(source, column)}`);
  const names = columns.map(({ name }) => quoted(name)).join(" ");
  const metadata = metadataOf(source);
  const meta = metadata ? [`# meta: ${yamlLine(metadata)}`] : [];
  return [
    "# %ECSV 1.0",
    "# ---",
    "# datatype:",
    ...entries,
    ...meta,
    "# schema: astropy-2.0",
    names,
    "",
  ].join("\n");
}

/** What a header in YAML says of a column. */
export function entryOf(source: TableSource, { index, name, unit, dtype, shape }: RecordColumn): string {
  const type = typeof dtype === "object" ? "string" : dtype === "bool8" ? "bool" : dtype;
  const description = source.columns[index]?.description ?? "";
  const said = [
    `name: ${yamlLine(name)}`,
    ...(unit ? [`unit: ${yamlLine(unit)}`] : []),
    `datatype: ${shape.length > 0 ? "string" : type}`,
    ...(shape.length > 0 ? [`subtype: "${type}[${shape.join(",")}]"`] : []),
    ...(description ? [`description: ${yamlLine(description)}`] : []),
  ];
  return `{${said.join(", ")}}`;
}

/** The cell of each row. */
function cellsOf(part: ArrayData, column: RecordColumn | undefined): (row: number) => string {
  const { dtype = "uint8", shape = [] } = column ?? {};
  const { data, mask } = part;
  const isText = typeof dtype === "object";
  const number = dtype === "bool8" ? undefined : writer(data, dtype);
  const element = (index: number) =>
    isText ? String(data[index]) : number ? number(index) : data[index] ? "True" : "False";
  if (shape.length === 0) {
    return (row) => (mask?.[row] ? '""' : quoted(element(row)));
  }
  const each = lengthOf(shape);
  const json = (index: number) => (mask?.[index] ? "null" : jsonOf(element(index), dtype));
  return (row) => quoted(listsOf(shape, row * each, json));
}

/** As Python's JSON has it, which knows NaN and infinities. */
function jsonOf(text: string, dtype: RecordColumn["dtype"]): string {
  if (typeof dtype === "object") {
    return JSON.stringify(text);
  }
  return text.toLowerCase().replace("nan", "NaN").replace("inf", "Infinity");
}

function quoted(text: string): string {
  return text === "" || /[\s"#]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
