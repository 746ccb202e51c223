/**
 * The schema of Arrow that a Parquet file may have beside its own (`ARROW:schema`, a message of Arrow's IPC format as a FlatBuffer): here
 * the metadata of its fields, such as units (https://github.com/apache/arrow/blob/main/format/Schema.fbs).
 */

/** Numbers of the members of tables, in their order in the schema. */
const MESSAGE_HEADER = 2;
const SCHEMA_FIELDS = 1;
const FIELD = { name: 0, metadata: 6 } as const;
const PAIR = { key: 0, value: 1 } as const;

const utf8: Readonly<TextDecoder> = new TextDecoder();

/** The metadata of fields by their names; empty if the text is not what it should be. */
export function fieldMetadata(base64: string): Map<string, ReadonlyMap<string, string>> {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const view = new DataView(bytes.buffer);
    // Messages begin with a mark and their length, those of older versions with the length alone.
    const start = view.getUint32(0, true) === 0xffffffff ? 8 : 4;
    const message = start + view.getUint32(start, true);
    const schema = target(view, member(view, message, MESSAGE_HEADER));
    return new Map(
      vector(view, member(view, schema, SCHEMA_FIELDS)).map((field) => [
        text(view, member(view, field, FIELD.name)),
        new Map(
          vector(view, member(view, field, FIELD.metadata)).map((pair) => [
            text(view, member(view, pair, PAIR.key)),
            text(view, member(view, pair, PAIR.value)),
          ]),
        ),
      ]),
    );
  } catch {
    return new Map();
  }
}

/** Where a member of a table is; 0 if it is left out. */
function member(view: DataView, table: number, index: number): number {
  const offsets = table - view.getInt32(table, true);
  const at = 4 + 2 * index;
  const offset = at < view.getUint16(offsets, true) ? view.getUint16(offsets + at, true) : 0;
  return offset === 0 ? 0 : table + offset;
}

function target(view: DataView, at: number): number {
  return at + view.getUint32(at, true);
}

/** Where the tables of a vector are. */
function vector(view: DataView, at: number): number[] {
  if (at === 0) {
    return [];
  }
  const start = target(view, at);
  const length = view.getUint32(start, true);
  if (length > view.byteLength / 4) {
    throw new RangeError("a vector is longer than the message");
  }
  return Array.from({ length }, (_, i) => target(view, start + 4 + 4 * i));
}

function text(view: DataView, at: number): string {
  const start = at === 0 ? 0 : target(view, at);
  const length = at === 0 ? 0 : view.getUint32(start, true);
  return utf8.decode(new Uint8Array(view.buffer, start + 4, length));
}
