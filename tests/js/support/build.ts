/** Small ASDF files made on the spot: a tree's text and the blocks behind it. */
import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";

const HEAD =
  "#ASDF 1.0.0\n#ASDF_STANDARD 1.6.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n--- !core/asdf-1.1.0\n";
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
  const parts = [Buffer.from(`${HEAD}${tree}\n...\n`), ...blocks.flatMap(blockParts)];
  return new Uint8Array(Buffer.concat(parts));
}

function blockParts({ content, compression, encoded, checksum }: Block): Buffer[] {
  const plain = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const stored = compression === undefined ? plain : deflateSync(plain, { level: 1 });
  const header = Buffer.alloc(6 + HEADER_SIZE);
  header.set(MAGIC);
  header.writeUInt16BE(HEADER_SIZE, 4);
  header.write(encoded?.label ?? compression ?? "", 10, "latin1");
  for (const [i, size] of [stored.length, stored.length, encoded?.size ?? plain.length].entries()) {
    header.writeBigUInt64BE(BigInt(size), 14 + 8 * i);
  }
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
