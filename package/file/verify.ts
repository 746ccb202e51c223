/**
 * Verifies blocks: reads and decodes them without keeping them, and compares them with their checksums. Verifies HDUs by their
 * `CHECKSUM` and `DATASUM` (FITS 4.0, section 4.4.2.7 and appendix J).
 */
import type { BlockInfo, FailedBlock, Hdu, HduVerification, Verification } from "../api/blocks.ts";
import { AsdfError } from "../api/error.ts";
import type { Bytes } from "../bytes/bytes.ts";
import { coreRanges } from "../bytes/fetch-policy.ts";
import type { Work } from "../bytes/work.ts";
import { drive } from "../read/drive.ts";
import { guard, release } from "../wasm/failure.ts";
import type { Document } from "../wasm/reader.ts";
import { labelOf } from "./hdus.ts";

/** Failures of a single block: the others can be verified all the same. */
const OF_BLOCK: ReadonlySet<string> = new Set([
  "checksum",
  "corrupt-data",
  "truncated",
  "bad-block",
  "unsupported-compression",
  "unsupported-encoding",
  "limit-exceeded",
]);

/** What does not fit into the output is not written: of each block nothing but its first byte is kept. */
const output = new Uint8Array(1);

const BLOCK = 2880;
const WORD = 2 ** 32;

/** How many bytes are summed at a time: their sum is exact in a number. */
const PART = 2 ** 22;

/** What is verified. */
interface Parts {
  readonly blocks: readonly BlockInfo[];
  readonly hdus: readonly Hdu[];
}

/** How many bytes are read for it. */
export function sizeToVerify({ blocks, hdus }: Parts): number {
  const sizes = [
    ...blocks.map(({ usedSize = 0 }) => usedSize),
    ...hdus.filter(hasSum).map(({ headerSize, dataSize }) => headerSize + dataSize),
  ];
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Verifies blocks, and HDUs if one of them has a checksum. `bytes` are the bytes of the file. */
export async function verifyParts(
  document: Document,
  { blocks, hdus }: Parts,
  bytes: Bytes,
  work: Work,
): Promise<Verification> {
  const sums = hdus.some(hasSum) ? await verifyHdus(hdus, bytes, work) : undefined;
  return { ...(await verifyBlocks(document, blocks, bytes, work)), ...(sums && { hdus: sums }) };
}

/** Verifies these blocks one after another. */
async function verifyBlocks(
  document: Document,
  blocks: readonly BlockInfo[],
  bytes: Bytes,
  work: Work,
): Promise<Verification> {
  // Before ASDF 1.0.0 the format did not say what the checksum is; inside FITS there is no older version.
  const isKnown = ["asdf", "fits"].includes(guard(() => document.info()).dialect);
  const matched: number[] = [];
  const failed: FailedBlock[] = [];
  const unchecked: number[] = [];
  for (const { index, checksum } of blocks) {
    try {
      // A damaged header fails here.
      await verifyBlock(document, index, bytes, work);
      (isKnown && typeof checksum === "string" ? matched : unchecked).push(index);
    } catch (error) {
      if (!(error instanceof AsdfError && OF_BLOCK.has(error.code) && error.cause === undefined)) {
        throw error;
      }
      failed.push({ block: index, error });
    }
  }
  return { matched, failed, unchecked };
}

async function verifyBlock(document: Document, index: number, bytes: Bytes, work: Work): Promise<void> {
  const piece = guard(() => document.readBlock(index, true));
  try {
    const operation = {
      next: () => piece.next(output, undefined),
      supply: (offset: number, content: Uint8Array) => piece.supply(offset, content),
    };
    await drive(operation, coreRanges(bytes), work);
  } finally {
    release(piece);
  }
}

function hasSum(hdu: Hdu): boolean {
  return (textOf(hdu, "CHECKSUM") ?? textOf(hdu, "DATASUM")) !== undefined;
}

/** Verifies HDUs one after another. */
async function verifyHdus(hdus: readonly Hdu[], bytes: Bytes, work: Work): Promise<HduVerification> {
  const matched: number[] = [];
  const failed: { hdu: number; error: AsdfError }[] = [];
  for (const hdu of hdus.filter(hasSum)) {
    const wrong = await mismatch(hdu, bytes, work);
    if (wrong === undefined) {
      matched.push(hdu.index);
    } else {
      const detail = { hdu: hdu.index, offset: hdu.offset };
      failed.push({ hdu: hdu.index, error: new AsdfError("checksum", `${labelOf(hdu)}: ${wrong}`, detail) });
    }
  }
  const unchecked = hdus.filter((hdu) => !hasSum(hdu)).map(({ index }) => index);
  return { matched, failed, unchecked };
}

/** What does not match, in words. */
async function mismatch(hdu: Hdu, bytes: Bytes, work: Work): Promise<string | undefined> {
  const { offset, headerSize, dataSize } = hdu;
  const begin = offset + headerSize;
  const end = begin + Math.ceil(dataSize / BLOCK) * BLOCK;
  const data = await sum(bytes, begin, end, work);
  const wrong: string[] = [];
  const expected = textOf(hdu, "DATASUM");
  if (expected !== undefined && Number(expected) !== data) {
    wrong.push(`the data do not match DATASUM: it is ${expected}, and their sum is ${data}`);
  }
  if (textOf(hdu, "CHECKSUM") !== undefined) {
    const whole = folded((await sum(bytes, offset, begin, work)) + data);
    // The characters of CHECKSUM are chosen so that the sum of all words has no zero bit.
    if (whole !== WORD - 1) {
      wrong.push("header and data together do not match CHECKSUM");
    }
  }
  return wrong.length > 0 ? wrong.join("; ") : undefined;
}

/** The value of a keyword as text; undefined if it has none. */
function textOf(hdu: Hdu, keyword: string): string | undefined {
  const value = hdu.cards.find((card) => card.keyword === keyword)?.value;
  const text = value === undefined ? "" : String(value).trim();
  return text === "" ? undefined : text;
}

/** The sum of the words of 32 bits in ones' complement. What the file does not have counts as zero. */
async function sum(bytes: Bytes, begin: number, end: number, work: Work): Promise<number> {
  let total = 0;
  const last = Math.min(end, bytes.size);
  for (let at = begin; at < last; at += PART) {
    work.check();
    const part = await bytes.read(at, Math.min(PART, last - at), work.signal);
    const view = new DataView(part.buffer, part.byteOffset, part.byteLength);
    const whole = part.length - (part.length % 4);
    for (let i = 0; i < whole; i += 4) {
      total += view.getUint32(i);
    }
    for (let i = whole; i < part.length; i += 1) {
      total += (part[i] ?? 0) * 2 ** (24 - 8 * (i % 4));
    }
    total = folded(total);
  }
  return total;
}

/** Adds the carries. */
function folded(total: number): number {
  let rest = total;
  while (rest >= WORD) {
    rest = (rest % WORD) + Math.floor(rest / WORD);
  }
  return rest;
}
