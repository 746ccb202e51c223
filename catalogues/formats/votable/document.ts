/**
 * A VOTable as its XML arrives: which tables there are, the fields of one of them, its rows, and what the document says besides. Entities
 * cannot be declared: a file that does so is refused.
 */
import { AsdfError } from "asdf-wasm";
import { SaxesParser } from "saxes";
import { damaged } from "../../damaged.ts";
import { isGzip } from "../../memory/chunks.ts";
import { mapOf, type Warnings } from "../../memory/table.ts";
import { Base64 } from "./base64.ts";
import { BinaryRows } from "./binary.ts";
import { type Attributes, Field, type FieldFacts } from "./field.ts";

/** Text of one element outside of STREAM. */
const MOST_TEXT = 2 ** 26;
/** Of the elements besides the table no more are kept. */
const MOST_SAID = 100_000;

/** Elements that are kept: their attributes, their text, and what is in a group. */
const SAID: readonly string[] = [
  "INFO",
  "PARAM",
  "COOSYS",
  "TIMESYS",
  "LINK",
  "GROUP",
  "FIELDref",
  "PARAMref",
];

/** An element of the document besides the table. */
export interface Said {
  [name: string]: string | Said[];
}

export class VotableDocument {
  /** The names of the tables so far. */
  readonly tables: string[] = [];
  readonly fields: FieldFacts[] = [];
  /** What the document says, by kinds. */
  readonly said: Said = {};
  readonly descriptions: string[] = [];
  /** The columns, once the data of the table begin. */
  columns: readonly Field[] = [];
  /** Bytes of the table that are compressed, to be unpacked before more is read. */
  compressed: Uint8Array<ArrayBuffer>[] = [];
  rows: BinaryRows | undefined;
  /** What stands for missing cells, by the names under which fields refer to it. */
  readonly #nulls = new Map<string, string>();
  readonly #names = new Set<string>();
  readonly #wanted: string | number;
  readonly #warnings: Warnings;
  readonly #parser = new SaxesParser({ position: false });
  /** Whether what is being read belongs to another table. */
  #isOther = false;
  #isChosen = false;
  #text = "";
  #fed = 0;
  #count = 0;
  #field: { attributes: Attributes; description: string; missing: string | undefined } | undefined;
  /** The kept elements that are open. */
  readonly #around: Said[] = [];
  #cells = 0;
  #row = 0;
  #held = "";
  /** The stream whose text is read. */
  #stream: { readonly base64: Base64; readonly encoding: string } | undefined;

  constructor(wanted: string | number | undefined, warnings: Warnings) {
    this.#wanted = wanted ?? 0;
    this.#warnings = warnings;
    this.#parser.on("error", ({ message }) => {
      throw damaged(
        `the XML is not well-formed${this.#row > 0 ? ` in or behind row ${this.#row}` : ""}: ${message}`,
      );
    });
    this.#parser.on("doctype", (doctype) => {
      if (doctype.includes("[")) {
        throw new AsdfError(
          "unsupported-encoding",
          "the XML declares a document type of its own: entities are refused",
        );
      }
    });
    this.#parser.on("opentag", ({ name, attributes }) =>
      this.#opened(localName(name), attributes as Attributes),
    );
    this.#parser.on("closetag", ({ name }) => this.#closed(localName(name)));
    this.#parser.on("text", (text) => this.#said(text));
    this.#parser.on("cdata", (text) => this.#said(text));
  }

  /** Whether the document has the table that is asked for. */
  get hasTable(): boolean {
    return this.#isChosen;
  }

  /** The text of STREAM does not pass the parser, which would keep all of it. */
  push(text: string): void {
    let rest = this.#held + text;
    this.#held = "";
    while (rest !== "") {
      rest = this.#stream ? this.#streamed(rest) : this.#parsed(rest);
    }
  }

  end(): void {
    this.#feed(this.#held);
    this.#parser.close();
  }

  #parsed(text: string): string {
    const stream = /<(?:[\w.-]+:)?STREAM[\s>]/.exec(text);
    if (!stream) {
      // The name of the next element may be cut.
      const last = text.lastIndexOf("<");
      const isCut = last >= 0 && text.length - last < 64 && !text.includes(">", last);
      this.#held = isCut ? text.slice(last) : "";
      this.#feed(isCut ? text.slice(0, last) : text);
      return "";
    }
    const end = text.indexOf(">", stream.index);
    if (end < 0) {
      this.#held = text.slice(stream.index);
      this.#feed(text.slice(0, stream.index));
      this.#check(this.#held.length);
      return "";
    }
    this.#feed(text.slice(0, end + 1));
    return text.slice(end + 1);
  }

  #streamed(text: string): string {
    const end = text.indexOf("<");
    const own = end < 0 ? text : text.slice(0, end);
    this.#decode(own);
    if (end < 0) {
      return "";
    }
    this.#feed(text.slice(end, end + 1));
    this.#stream = undefined;
    return text.slice(end + 1);
  }

  #decode(text: string): void {
    if (this.rows && this.#stream) {
      const bytes = this.#stream.base64.push(text);
      if (
        this.#stream.encoding === "gzip" ||
        this.compressed.length > 0 ||
        (this.rows.rows === 0 && isGzip(bytes))
      ) {
        this.compressed.push(bytes);
      } else {
        this.rows.push(bytes);
        this.#row = this.rows.rows;
      }
    }
  }

  #feed(text: string): void {
    this.#fed += text.length;
    this.#parser.write(text);
    this.#check(this.#fed);
  }

  #check(length: number): void {
    if (length > MOST_TEXT) {
      throw damaged(`an element of the XML is longer than ${MOST_TEXT} characters`);
    }
  }

  #said(text: string): void {
    if (this.#stream) {
      this.#decode(text);
    } else {
      this.#text += text;
    }
  }

  #opened(name: string, attributes: Attributes): void {
    this.#fed = 0;
    this.#text = "";
    if (name === "TABLE") {
      this.#begin(attributes);
    } else if (name === "STREAM") {
      this.#beginStream(attributes);
    } else {
      const { ID: id, null: missing } = attributes;
      if (name === "VALUES" && id !== undefined && missing !== undefined) {
        this.#nulls.set(id, missing);
      }
      if (!this.#isOther) {
        this.#openedOwn(name, attributes);
      }
    }
  }

  #openedOwn(name: string, attributes: Attributes): void {
    switch (name) {
      case "FIELD":
        this.#field = { attributes, description: "", missing: undefined };
        break;
      case "VALUES":
        if (this.#field) {
          // There may be several, for what is legal and what is there.
          this.#field.missing ??= attributes["null"] ?? this.#nulls.get(attributes["ref"] ?? "");
        }
        break;
      case "DATA":
        this.#beginColumns();
        break;
      case "TR":
        this.#cells = 0;
        this.#row += 1;
        break;
      case "BINARY":
      case "BINARY2":
        this.#checkDatatypes();
        this.rows = new BinaryRows(this.columns, name === "BINARY2");
        break;
      case "FITS":
        throw new AsdfError(
          "unsupported-encoding",
          "the rows of the VOTable are in a FITS file: open that file",
        );
      default:
        if (SAID.includes(name)) {
          this.#around.push(mapOf(attributes));
        }
    }
  }

  #closed(name: string): void {
    this.#fed = 0;
    const text = this.#text;
    this.#text = "";
    if (this.#isOther) {
      this.#isOther = name !== "TABLE";
      return;
    }
    switch (name) {
      case "TD":
        this.#cell(text);
        break;
      case "TR":
        this.#endRow();
        break;
      case "STREAM":
        // What is compressed is unpacked first.
        if (this.compressed.length === 0) {
          this.rows?.end();
        }
        break;
      case "DESCRIPTION":
        this.#describe(text.trim().replace(/\s+/g, " "));
        break;
      case "FIELD":
        this.fields.push(this.#endField());
        break;
      case "TABLE":
        // One without rows has no data.
        this.#beginColumns();
        break;
      default:
        if (SAID.includes(name)) {
          this.#keep(name, text.trim());
        }
    }
  }

  #begin({ name, ID: id }: Attributes): void {
    const index = this.tables.length;
    const called = name ?? id ?? String(index);
    this.tables.push(called);
    const isWanted = [called, id, index].includes(this.#wanted);
    this.#isOther = this.#isChosen || !isWanted;
    this.#isChosen ||= isWanted;
  }

  #beginColumns(): void {
    if (this.columns.length === 0) {
      this.columns = this.fields.map((facts) => new Field(facts));
      for (const { facts, datatype } of this.columns) {
        const { name, attributes } = facts;
        if (attributes["datatype"] !== datatype) {
          const how = `\`${name}\` is "${attributes["datatype"]}", read as ${datatype}`;
          this.#warnings.add("fields of datatypes that VOTables do not have", how);
        }
      }
    }
  }

  #checkDatatypes(): void {
    const unknown = this.columns.find(({ hasKnownBytes }) => !hasKnownBytes);
    if (unknown) {
      const { name, attributes } = unknown.facts;
      throw damaged(
        `the field \`${name}\` has the datatype "${attributes["datatype"]}", which VOTables do not have`,
      );
    }
  }

  #beginStream({ href, encoding = "base64" }: Attributes): void {
    if (href !== undefined && !this.#isOther) {
      const message = `the rows of the VOTable are in another file, ${href}, which is not read`;
      throw new AsdfError("unsupported-encoding", message);
    }
    if (!this.#isOther && !["base64", "gzip"].includes(encoding)) {
      throw new AsdfError("unsupported-encoding", `the rows of the VOTable have the encoding "${encoding}"`);
    }
    this.#stream = { base64: new Base64(), encoding };
  }

  #cell(text: string): void {
    const field = this.columns[this.#cells];
    this.#cells += 1;
    const wrong = field?.addText(text);
    if (field && wrong !== undefined) {
      this.#warnings.add(wrong, `row ${this.#row} of \`${field.facts.name}\``);
    }
  }

  #endRow(): void {
    const { length: width } = this.columns;
    this.#warnings.addCells(this.#cells, { row: "row", at: this.#row, width, of: "fields" });
    for (const field of this.columns.slice(this.#cells)) {
      field.column.endRow();
    }
  }

  #describe(description: string): void {
    const around = this.#field ?? this.#around.at(-1);
    if (around) {
      Object.assign(around, { description });
    } else {
      this.descriptions.push(description);
    }
  }

  #endField(): FieldFacts {
    const { attributes = {}, description = "", missing } = this.#field ?? {};
    this.#field = undefined;
    const { name, ID: id, unit, ucd } = attributes;
    return {
      name: this.#warnings.named(name ?? id ?? `col${this.fields.length + 1}`, this.#names),
      unit: unit?.trim() || undefined,
      ucd,
      description,
      attributes,
      missing,
    };
  }

  #keep(name: string, text: string): void {
    const element = this.#around.pop() ?? {};
    if (text !== "") {
      element["text"] = text;
    }
    if (name === "INFO" && element["name"] === "QUERY_STATUS") {
      this.#warnAbout(String(element["value"]).toUpperCase(), text);
    } else if (name === "INFO" && /^error$/i.test(String(element["name"] ?? element["ID"]))) {
      this.#warnAbout("ERROR", text || String(element["value"] ?? ""));
    }
    this.#count += 1;
    if (this.#count > MOST_SAID) {
      this.#warnings.add(`Of the elements besides the table only the first ${MOST_SAID} are kept`);
      return;
    }
    const place = this.#around.at(-1) ?? this.said;
    const before = place[name];
    place[name] = [...(Array.isArray(before) ? before : []), element];
  }

  #warnAbout(status: string, text: string): void {
    const why = text === "" ? "" : `: ${text}`;
    if (status === "ERROR") {
      this.#warnings.add(`The service that wrote it failed (QUERY_STATUS is ERROR)${why}`);
    } else if (status === "OVERFLOW") {
      this.#warnings.add(`The service that wrote it left out rows (QUERY_STATUS is OVERFLOW)${why}`);
    }
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
