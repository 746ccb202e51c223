/**
 * Which codec of Zarr decodes the stored bytes of a compressed block as they are, and in which parts. Zarr's codecs are those of
 * numcodecs (https://numcodecs.readthedocs.io).
 */
import { AsdfError } from "../api/error.ts";
import type { ZarrCodec } from "../zarr/metadata.ts";

/** The stored bytes of a block. */
export interface StoredBlock {
  /** Where they begin in the file. */
  readonly offset: number;
  readonly usedSize: number;
  readonly dataSize: number;
  /** Reads some of them. */
  read(at: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** A codec, on whose parameters decoding does not depend, the decoded size of each part that it decodes, and where these are in the file. */
interface Encoded {
  readonly codec: ZarrCodec;
  readonly size: number;
  readonly places: readonly (readonly [offset: number, length: number])[];
}

const BLOSC: ZarrCodec = { id: "blosc", cname: "lz4", clevel: 5, shuffle: 1, blocksize: 0 };

/** How the parts of a block with this compression are decoded. */
export async function codecOf(compression: string, block: StoredBlock): Promise<Encoded> {
  const whole = (codec: ZarrCodec): Encoded => ({
    codec,
    size: block.dataSize,
    places: [[block.offset, block.usedSize]],
  });
  switch (compression) {
    case "zlib":
      return whole({ id: "zlib", level: 6 });
    case "bzp2":
      return whole({ id: "bz2", level: 9 });
    case "xz":
      return whole({ id: "lzma", format: 1, check: -1, preset: null, filters: null });
    case "zstd":
      if ((await zstdSize(block)) !== block.dataSize) {
        throw undecodable("zstd, in several frames or without their size");
      }
      return whole({ id: "zstd", level: 3 });
    case "blsc": {
      const head = viewOf(await block.read(0, Math.min(16, block.usedSize)));
      const isChunk =
        head.byteLength === 16 &&
        head.getUint8(0) <= 2 &&
        head.getUint32(4, true) === block.dataSize &&
        head.getUint32(12, true) === block.usedSize;
      if (!isChunk) {
        throw undecodable("blsc, and no single chunk of Blosc 1");
      }
      return whole(BLOSC);
    }
    case "lz4":
      return lz4Parts(block);
    default:
      throw undecodable(compression);
  }
}

const undecodable = (compression: string) =>
  new AsdfError("unsupported-compression", `no codec of Zarr decodes its block (${compression})`);

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>) =>
  new DataView(buffer, byteOffset, byteLength);

/** The decoded size in the header of a Zstandard frame (RFC 8878, section 3.1.1.1), if it has one. */
async function zstdSize({ usedSize, read }: StoredBlock): Promise<number | undefined> {
  const head = viewOf(await read(0, Math.min(18, usedSize)));
  const descriptor = head.byteLength > 4 ? head.getUint8(4) : 0;
  const isSingle = (descriptor & 32) !== 0;
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const at = 5 + (isSingle ? 0 : 1) + dictionary;
  switch (descriptor >> 6) {
    case 0:
      return isSingle ? head.getUint8(at) : undefined;
    case 1:
      return head.getUint16(at, true) + 256;
    case 2:
      return head.getUint32(at, true);
    default:
      return Number(head.getBigUint64(at, true));
  }
}

/** Parts of a big-endian length, a little-endian decoded size and an LZ4 block: numcodecs' form is the last two of these. */
async function lz4Parts(block: StoredBlock): Promise<Encoded> {
  const places: [number, number][] = [];
  let size = 0;
  for (let at = 0; at < block.usedSize; ) {
    const sizes = viewOf(await block.read(at, Math.min(8, block.usedSize - at)));
    const length = sizes.byteLength === 8 ? sizes.getUint32(0) : 0;
    const decoded = sizes.byteLength === 8 ? sizes.getUint32(4, true) : 0;
    if (length < 4 || at + 4 + length > block.usedSize) {
      throw undecodable("lz4, as a frame or damaged");
    }
    size ||= decoded;
    if (decoded !== size || block.dataSize % size !== 0) {
      throw undecodable(`lz4, in parts of ${size} bytes, of which the last is shorter`);
    }
    places.push([block.offset + at + 4, length]);
    at += 4 + length;
  }
  return { codec: { id: "lz4", acceleration: 1 }, size, places };
}
