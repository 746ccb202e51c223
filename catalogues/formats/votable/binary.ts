/** Rows of BINARY and BINARY2 as their bytes arrive. BINARY2 has a bit for each field before each row: 1 where there is no value. */
import { joined } from "@asdf-wasm/science/elements/pixels";
import { damaged } from "../../damaged.ts";
import type { Field } from "./field.ts";

export class BinaryRows {
  readonly #fields: readonly Field[];
  /** Bytes before each row. */
  readonly #bits: number;
  #rest = new Uint8Array(0);
  rows = 0;

  constructor(fields: readonly Field[], hasBits: boolean) {
    this.#fields = fields;
    this.#bits = hasBits ? Math.ceil(fields.length / 8) : 0;
  }

  push(bytes: Uint8Array): void {
    const all = joined(this.#rest, bytes);
    const view = new DataView(all.buffer);
    let at = 0;
    for (let end = this.#end(view, at); end !== undefined; end = this.#end(view, at)) {
      this.#add(view, at);
      at = end;
    }
    this.#rest = all.slice(at);
  }

  end(): void {
    if (this.#rest.length > 0) {
      throw damaged(`the data end inside of row ${this.rows + 1}`);
    }
  }

  /** Where a row ends, if it is there. */
  #end(view: DataView, start: number): number | undefined {
    let at = start + this.#bits;
    for (const field of this.#fields) {
      const width = field.widthAt(view, at);
      if (width === undefined) {
        return undefined;
      }
      at += width;
    }
    // A row without bytes would have no end.
    return at > view.byteLength || at === start ? undefined : at;
  }

  #add(view: DataView, start: number): void {
    let at = start + this.#bits;
    for (const [i, field] of this.#fields.entries()) {
      const isNull = this.#bits > 0 && ((view.getUint8(start + (i >> 3)) >> (7 - (i & 7))) & 1) === 1;
      const width = field.widthAt(view, at) ?? 0;
      field.addBinary(view, at, width, isNull);
      at += width;
    }
    this.rows += 1;
  }
}
