/** Small FITS files made on the spot: headers of cards, and the data behind them. */

const BLOCK = 2880;

/** A card: a string is written in quotes. */
export type CardText = readonly [keyword: string, value: string | number | boolean, comment?: string];

function cardOf([keyword, value, comment]: CardText): string {
  const text =
    typeof value === "string" ? `'${value.padEnd(8)}'` : value === true ? "T" : value === false ? "F" : value;
  const field = typeof value === "string" ? text : String(text).toUpperCase().padStart(20);
  return `${keyword.padEnd(8)}= ${field}${comment === undefined ? "" : ` / ${comment}`}`.padEnd(80);
}

function padded(bytes: Buffer, fill: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK, fill)]);
}

/** The header with these cards. */
export function header(cards: readonly CardText[]): Buffer {
  return padded(Buffer.from(`${cards.map(cardOf).join("")}${"END".padEnd(80)}`, "latin1"), 0x20);
}

/** An HDU with its data. */
export function hdu(cards: readonly CardText[], data: Uint8Array = new Uint8Array()): Buffer {
  return Buffer.concat([header(cards), padded(Buffer.from(data), 0)]);
}

/** The first HDU, without data. */
export const PRIMARY: readonly CardText[] = [
  ["SIMPLE", true],
  ["BITPIX", 8],
  ["NAXIS", 0],
];

function axesOf(shape: readonly number[]): CardText[] {
  const axes = shape.toReversed().map((length, axis): CardText => [`NAXIS${axis + 1}`, length]);
  return [["NAXIS", shape.length], ...axes];
}

/** The cards of an image; `shape` has the slowest axis first. */
export function image(name: string, bitpix: number, shape: readonly number[]): CardText[] {
  return [
    ["XTENSION", "IMAGE"],
    ["BITPIX", bitpix],
    ...axesOf(shape),
    ["PCOUNT", 0],
    ["GCOUNT", 1],
    ["EXTNAME", name],
  ];
}

/** A file of one image of float32 with these cards; `shape` has the slowest axis first. */
export function floats(
  shape: readonly number[],
  cards: readonly CardText[],
  element: (i: number) => number,
): Buffer {
  const data = Buffer.alloc(4 * shape.reduce((product, length) => product * length, 1));
  for (let i = 0; i < data.length / 4; i += 1) {
    data.writeFloatBE(element(i), 4 * i);
  }
  return hdu([["SIMPLE", true], ["BITPIX", -32], ...axesOf(shape), ...cards], data);
}

/** The extension with an ASDF file of `size` bytes. */
export function asdfExtension(size: number): CardText[] {
  return [
    ["XTENSION", "BINTABLE"],
    ["BITPIX", 8],
    ["NAXIS", 2],
    ["NAXIS1", size],
    ["NAXIS2", 1],
    ["PCOUNT", 0],
    ["GCOUNT", 1],
    ["TFIELDS", 1],
    ["TTYPE1", "ASDF_METADATA"],
    ["TFORM1", `${size}B`],
    ["EXTNAME", "ASDF"],
  ];
}

/** A FITS file of these HDUs behind the first, and an ASDF file with this tree in the last. */
export function asdfFits(tree: string, hdus: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(
    `#ASDF 1.0.0\n#ASDF_STANDARD 1.5.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n---\n${tree}\n...\n`,
  );
  return new Uint8Array(Buffer.concat([hdu(PRIMARY), ...hdus, hdu(asdfExtension(text.length), text)]));
}

/** A file of parts, each at its place, and zeros between them: no matter how large, it takes no memory. */
export class SparseFile {
  readonly size: number;
  readonly #parts: readonly (readonly [offset: number, bytes: Uint8Array])[];
  /** The ranges that were read. */
  readonly asked: (readonly [offset: number, length: number])[] = [];

  constructor(parts: readonly (readonly [offset: number, bytes: Uint8Array])[], size: number) {
    this.#parts = parts;
    this.size = size;
  }

  /** How many bytes were read. */
  get bytes(): number {
    return this.asked.reduce((sum, [, length]) => sum + length, 0);
  }

  read = async (offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> => {
    this.asked.push([offset, length]);
    const result = new Uint8Array(Math.min(length, this.size - offset));
    for (const [start, bytes] of this.#parts) {
      const from = Math.max(start, offset);
      const to = Math.min(start + bytes.length, offset + result.length);
      if (from < to) {
        result.set(bytes.subarray(from - start, to - start), from - offset);
      }
    }
    return result;
  };
}

/** A file whose HDU 1, `SCI`, holds `start`, `start + 1`, … as floats, or as integers of 16 bits. */
export function counting(
  start: number,
  shape: readonly number[],
  bitpix: 16 | -32 = -32,
): Uint8Array<ArrayBuffer> {
  const count = shape.reduce((product, length) => product * length, 1);
  const bytes = Buffer.alloc((count * Math.abs(bitpix)) / 8);
  for (let i = 0; i < count; i += 1) {
    if (bitpix === -32) {
      bytes.writeFloatBE(start + i, 4 * i);
    } else {
      bytes.writeInt16BE(start + i, 2 * i);
    }
  }
  return new Uint8Array(Buffer.concat([hdu(PRIMARY), hdu(image("SCI", bitpix, shape), bytes)]));
}
