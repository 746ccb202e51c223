/** Verifies blocks: reads and decodes them without keeping them, and compares them with their checksums. */
import type { BlockHeader, BlockPlace, FailedBlock, Verification } from "../api/blocks.ts";
import { AsdfError } from "../api/error.ts";
import type { Bytes } from "../bytes/bytes.ts";
import { coreRanges } from "../bytes/fetch-policy.ts";
import type { Work } from "../bytes/work.ts";
import { drive } from "../read/drive.ts";
import { guard, release } from "../wasm/failure.ts";
import type { Document } from "../wasm/reader.ts";

/** Failures that are those of a block: the others can be verified all the same. */
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

/** Verifies these blocks one after another. `bytes` are those of the file. */
export async function verifyBlocks(
  document: Document,
  blocks: readonly (BlockPlace & BlockHeader)[],
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
      await verifyBlock(document, index, bytes, work);
      (isKnown && checksum !== null ? matched : unchecked).push(index);
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
