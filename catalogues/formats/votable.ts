/**
 * VOTables (IVOA Recommendation 1.5): rows as XML, BINARY or BINARY2, read once from the beginning to the end, because nothing says where
 * a row is. Only the columns are kept.
 */
import type { ColumnFrame } from "@asdf-wasm/science/tables/window";
import { AsdfError, type Bytes, type TreeValue } from "asdf-wasm";
import { chosen } from "../choosing.ts";
import { damaged } from "../damaged.ts";
import { chunksOf, decoded, gunzipped } from "../memory/chunks.ts";
import { checkMemory, mapOf, memoryTable, reading, Warnings } from "../memory/table.ts";
import type { ReadTable, TableOptions } from "../table.ts";
import { type Said, VotableDocument } from "./votable/document.ts";
import type { Attributes, FieldFacts } from "./votable/field.ts";

export async function votableTable(bytes: Bytes, { table, signal }: TableOptions): Promise<ReadTable> {
  const warnings = new Warnings();
  const document = new VotableDocument(table, warnings);
  const read = async () => {
    for await (const text of decoded(chunksOf(bytes, signal), encodingIn)) {
      document.push(text);
      checkMemory(document.columns.map(({ column }) => column));
    }
    document.end();
    await unpack(document);
  };
  await reading(warnings, () => document.columns.length > 0, read);
  const { tables } = document;
  if (!document.hasTable) {
    const [why] = warnings.texts;
    if (why !== undefined && tables.length === 0) {
      throw damaged(`there is no table in the VOTable. ${why}`);
    }
    chosen(
      tables.map((name) => ({ name, table: undefined })),
      table,
    );
  }
  const metadata = mapOf<TreeValue>({
    ...(document.descriptions.length > 0 && { description: document.descriptions.join(" ") }),
    ...document.said,
    fields: mapOf(
      Object.fromEntries(document.fields.map(({ name, attributes }) => [name, mapOf(attributes)])),
    ),
  });
  return {
    ...memoryTable(
      document.fields.map((field) => ({ ...field, frame: frameOf(field, document.said["COOSYS"]) })),
      document.columns.map(({ column }) => column),
    ),
    tables,
    metadata,
    warnings: warnings.texts,
  };
}

/** The system that a field refers to; of one that refers to none, the only one of the document. */
function frameOf({ attributes: { ref } }: FieldFacts, said: Said[string] = []): ColumnFrame | undefined {
  const systems = typeof said === "string" ? [] : said;
  const found =
    ref === undefined
      ? systems.slice(0, systems.length === 1 ? 1 : 0)
      : systems.filter(({ ID }) => ID === ref);
  const { system, equinox, epoch } = (found[0] ?? {}) as Attributes;
  return system === undefined ? undefined : { system, equinox, epoch };
}

/** The XML declaration may name one. */
function encodingIn(start: Uint8Array): string {
  const declaration = Array.from(start.subarray(0, 200), (byte) => String.fromCharCode(byte)).join("");
  const label = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/.exec(declaration)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(label).encoding;
  } catch {
    throw new AsdfError("unsupported-encoding", `the XML has the encoding "${label}"`);
  }
}

async function unpack({ rows, compressed, columns }: VotableDocument): Promise<void> {
  if (!rows || compressed.length === 0) {
    return;
  }
  const packed = async function* () {
    yield* compressed;
  };
  for await (const bytes of gunzipped(packed())) {
    rows.push(bytes);
    checkMemory(columns.map(({ column }) => column));
  }
  rows.end();
}
