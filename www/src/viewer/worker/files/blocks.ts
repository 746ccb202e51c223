/** The file's blocks for the page: their headers, and verifying one at a time. */
import type { AsdfFile, BlockInfo } from "asdf-wasm";
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

/** Errors that are the block's fault, not a limit's or a missing codec's. */
const DAMAGE: ReadonlySet<string> = new Set(["corrupt-data", "truncated", "bad-block"]);

/** Verifies blocks, one at a time. */
export class Verifier {
  readonly #file: AsdfFile;
  #verifying = new AbortController();

  constructor(file: AsdfFile) {
    this.#file = file;
  }

  async verify(index: number): Promise<BlockState> {
    this.#verifying = new AbortController();
    const { signal } = this.#verifying;
    try {
      const { matched, failed } = await this.#file.verify(index, { signal });
      const [failure] = failed;
      if (failure === undefined) {
        return { verdict: matched.length > 0 ? "sound" : "decoded" };
      }
      const { code, message } = failure.error;
      const verdict = DAMAGE.has(code) ? "damaged" : "unread";
      return { verdict: code === "checksum" ? "mismatch" : verdict, message };
    } catch (cause) {
      return { verdict: "unread", message: cause instanceof Error ? cause.message : String(cause) };
    }
  }

  stop(): void {
    this.#verifying.abort();
  }
}
