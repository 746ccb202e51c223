/** The file's blocks for the page: their headers, and verifying one at a time. */
import { AsdfError, type AsdfFile, type BlockInfo } from "asdf-wasm";
import type { BlockFacts, BlockState } from "../../protocol/facts.ts";

/** The facts in a block's header; undefined until it was read. */
export function factsOfBlock(
  block: BlockInfo | undefined,
  dialect: AsdfFile["dialect"],
): BlockFacts | undefined {
  if (block?.headerSize === undefined) {
    return undefined;
  }
  return {
    index: block.index,
    offset: block.offset,
    stored: block.usedSize,
    allocated: block.allocatedSize,
    decoded: block.dataSize,
    compression: block.compression ?? undefined,
    checksum: block.checksum === null ? "none" : dialect === "asdf" ? "md5" : "unsettled",
    streamed: block.streamed,
  };
}

/** The facts of all blocks; reads missing headers. */
export async function allBlocks(file: AsdfFile): Promise<BlockFacts[]> {
  const blocks = await file.readBlockHeaders();
  return blocks.map((block) => factsOfBlock(block, file.dialect)).filter((facts) => facts !== undefined);
}

/** Errors that are the block's fault, not that of the network, a limit or a missing codec. */
const DAMAGE: ReadonlySet<string> = new Set(["corrupt-data", "checksum", "truncated", "bad-block"]);

/** Reads and decodes a whole block, which verifies its checksum. */
export async function verifyBlock(file: AsdfFile, index: number, signal: AbortSignal): Promise<BlockState> {
  try {
    await file.readBlock(index, { signal });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return { verdict: cause instanceof AsdfError && DAMAGE.has(cause.code) ? "damaged" : "unread", message };
  }
  const block = file.blocks.at(index);
  const complaint = file.warnings.find(
    ({ code, offset, uri }) => code === "checksum" && offset === block?.offset && uri === undefined,
  );
  if (complaint) {
    return { verdict: "mismatch", message: complaint.message };
  }
  const facts = factsOfBlock(block, file.dialect);
  return { verdict: facts?.checksum === "md5" ? "sound" : "decoded" };
}
