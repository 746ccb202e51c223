/** Small ASDF files made on the spot: a tree's text and the blocks behind it. */
import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { treeFile } from "../../scripts/test/tree-file.mjs";

const MAGIC = [0xd3, 0x42, 0x4c, 0x4b];
const HEADER_SIZE = 48;

export interface Block {
  readonly content: ArrayBufferView;
  readonly compression?: "zlib";
  /** The content is what another codec made of so many bytes. */
  readonly encoded?: { readonly label: string; readonly size: number };
  /** Write the digest of the stored bytes, or a wrong one. */
  readonly checksum?: "right" | "wrong";
}

/** A file in an ArrayBuffer of its own. */
export function build(tree: string, blocks: readonly Block[] = []): Uint8Array<ArrayBuffer> {
  const parts = [Buffer.from(treeFile(tree)), ...blocks.flatMap(blockParts)];
  return new Uint8Array(Buffer.concat(parts));
}

/** The header of a block without a checksum: `stored` bytes, which the codec `label` made of `size`. */
export function blockHeader(stored: number, label = "", size = stored): Buffer {
  const header = Buffer.alloc(6 + HEADER_SIZE);
  header.set(MAGIC);
  header.writeUInt16BE(HEADER_SIZE, 4);
  header.write(label, 10, "latin1");
  for (const [i, bytes] of [stored, stored, size].entries()) {
    header.writeBigUInt64BE(BigInt(bytes), 14 + 8 * i);
  }
  return header;
}

function blockParts({ content, compression, encoded, checksum }: Block): Buffer[] {
  const plain = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const stored = compression === undefined ? plain : deflateSync(plain, { level: 1 });
  const { label = compression, size = plain.length } = encoded ?? {};
  const header = blockHeader(stored.length, label, size);
  if (checksum !== undefined) {
    const digest = createHash("md5").update(stored).digest();
    header.set(checksum === "right" ? digest : digest.reverse(), 38);
  }
  return [header, stored];
}

/** The YAML of an array in a block. */
export function ndarray(
  source: number | string,
  datatype: string,
  shape: readonly number[],
  more = "",
): string {
  const properties = `source: ${source}, datatype: ${datatype}, byteorder: little, shape: [${shape.join(", ")}]`;
  return `!core/ndarray-1.1.0 {${properties}${more}}`;
}

/**
 * What `lz4\0` stands for: chunks of an LZ4 block each, here of literals alone, and where each of them ends. The sizes
 * before a block are of four bytes each.
 */
export function lz4Chunks(content: ArrayBufferView, size: number): { stored: Uint8Array; ends: number[] } {
  const plain = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const parts: Buffer[] = [];
  const ends: number[] = [];
  let end = 0;
  for (let at = 0; at < plain.length; at += size) {
    const literals = plain.subarray(at, at + size);
    const more = Math.floor((literals.length - 15) / 255);
    const token = [0xf0, ...new Array<number>(more).fill(255), (literals.length - 15) % 255];
    const sizes = Buffer.alloc(8);
    sizes.writeUInt32BE(4 + token.length + literals.length, 0);
    sizes.writeUInt32LE(literals.length, 4);
    parts.push(sizes, Buffer.from(token), literals);
    end += sizes.length + token.length + literals.length;
    ends.push(end);
  }
  return { stored: Buffer.concat(parts), ends };
}

/** What `blsc` may stand for: Blosc chunks, here of bytes that are copied, each behind its size. */
export function bloscChunks(content: ArrayBufferView, size: number): Uint8Array {
  const plain = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const parts: Buffer[] = [];
  for (let at = 0; at < plain.length; at += size) {
    const bytes = plain.subarray(at, at + size);
    const head = Buffer.alloc(20);
    head.writeUInt32BE(16 + bytes.length, 0);
    // Format 2 of LZ4's format 1, copied, of elements of four bytes.
    head.set([2, 1, 2, 4], 4);
    for (const [i, field] of [bytes.length, bytes.length, 16 + bytes.length].entries()) {
      head.writeUInt32LE(field, 8 + 4 * i);
    }
    parts.push(head, bytes);
  }
  return Buffer.concat(parts);
}
