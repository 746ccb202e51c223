/** Elements that are added one by one while a file is read: numbers in typed arrays, texts as UTF-8, a bit mask as bytes. */
import type { ArrayValues, TypedArray } from "asdf-wasm";

/** Texts wait for so many to be encoded together. */
const TOGETHER = 4096;

const ARRAYS = {
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
  float16: Float32Array,
  float32: Float32Array,
  float64: Float64Array,
  bool8: Uint8Array,
  complex64: Float32Array,
  complex128: Float64Array,
} as const;

/** The datatypes of columns in memory: numbers as the core calls them, and `text` of any length. */
export type NumberType = keyof typeof ARRAYS;
export type ElementType = NumberType | "text";

export function isNumberType(name: string): name is NumberType {
  return Object.hasOwn(ARRAYS, name);
}

/** Memory for so many numbers. */
export function numbersOf(type: NumberType, length: number): TypedArray {
  return new ARRAYS[type](length);
}

/** Elements of one datatype. A complex number is two of them. */
export interface Growing {
  readonly length: number;
  /** Memory in use. */
  readonly bytes: number;
  add(value: number | bigint | string): void;
  /** A copy. */
  slice(start: number, stop: number): ArrayValues;
}

export function growing(type: ElementType): Growing {
  return type === "text" ? new GrowingTexts() : new GrowingNumbers(type);
}

export class GrowingNumbers implements Growing {
  length = 0;
  #data: TypedArray;

  constructor(type: NumberType) {
    this.#data = numbersOf(type, 64);
  }

  get bytes(): number {
    return this.#data.byteLength;
  }

  add(value: number | bigint | string): void {
    if (this.length === this.#data.length) {
      const before = this.#data;
      this.#data = Reflect.construct(before.constructor, [2 * before.length]);
      this.#data.set(before as never);
    }
    this.#data[this.length] = value as never;
    this.length += 1;
  }

  slice(start: number, stop: number): TypedArray {
    return this.#data.slice(start, Math.min(stop, this.length));
  }
}

/** Which elements are masked; no memory is taken before the first one. */
export class GrowingMask {
  #marks: Uint8Array<ArrayBuffer> | undefined;

  get isUsed(): boolean {
    return this.#marks !== undefined;
  }

  get bytes(): number {
    return this.#marks?.length ?? 0;
  }

  mark(index: number): void {
    const before = this.#marks ?? new Uint8Array(64);
    this.#marks = before;
    if (index >= before.length) {
      this.#marks = new Uint8Array(Math.max(2 * before.length, index + 1));
      this.#marks.set(before);
    }
    this.#marks[index] = 1;
  }

  slice(start: number, stop: number): Uint8Array<ArrayBuffer> {
    const part = new Uint8Array(stop - start);
    part.set(this.#marks?.subarray(start, stop) ?? []);
    return part;
  }
}

export class GrowingTexts implements Growing {
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #waiting: string[] = [];
  #text = new Uint8Array(1024);
  #used = 0;
  /** Where each text ends. */
  readonly #ends = new GrowingNumbers("float64");

  get length(): number {
    return this.#ends.length + this.#waiting.length;
  }

  get bytes(): number {
    return this.#text.length + this.#ends.bytes;
  }

  add(value: number | bigint | string): void {
    this.#waiting.push(String(value));
    if (this.#waiting.length === TOGETHER) {
      this.#encode();
    }
  }

  slice(start: number, stop: number): string[] {
    this.#encode();
    const [from = 0] = start > 0 ? this.#ends.slice(start - 1, start) : [0];
    const ends = this.#ends.slice(start, stop);
    const bytes = this.#text.subarray(Number(from), Number(ends.at(-1) ?? from));
    const all = this.#decoder.decode(bytes);
    // Each character of ASCII is a byte: then one decoding is enough for all.
    const isAscii = all.length === bytes.length;
    let at = 0;
    return Array.from(ends as Float64Array, (end) => {
      const begin = at;
      at = end - Number(from);
      return isAscii ? all.slice(begin, at) : this.#decoder.decode(bytes.subarray(begin, at));
    });
  }

  #encode(): void {
    for (const text of this.#waiting) {
      const most = 3 * text.length;
      if (this.#used + most > this.#text.length) {
        const before = this.#text;
        this.#text = new Uint8Array(Math.max(2 * before.length, this.#used + most));
        this.#text.set(before.subarray(0, this.#used));
      }
      // Short texts of ASCII, which most are, are copied faster than they are encoded.
      this.#used += text.length < 24 ? this.#copied(text) : this.#encoded(text);
      this.#ends.add(this.#used);
    }
    this.#waiting = [];
  }

  #copied(text: string): number {
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) {
        return this.#encoded(text);
      }
      this.#text[this.#used + i] = code;
    }
    return text.length;
  }

  #encoded(text: string): number {
    return this.#encoder.encodeInto(text, this.#text.subarray(this.#used)).written;
  }
}
