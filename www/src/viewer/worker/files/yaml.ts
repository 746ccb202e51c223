/** The file's tree as the text that would be written of it, and the file that another text makes. */
import { AsdfError, type AsdfFile, type OpenOptions, open, openSync } from "asdf-wasm";
import type { YamlProblem } from "../../protocol/edits.ts";
import { withoutLine } from "../../protocol/notices.ts";
import { treeOf } from "./saving.ts";

const MAGIC = [0xd3, 0x42, 0x4c, 0x4b] as const;

/** All before the first block: no text in UTF-8 holds what blocks begin with. */
async function headOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  let head = new Uint8Array(0);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return head;
    }
    const both = new Uint8Array(head.length + value.length);
    both.set(head);
    both.set(value, head.length);
    // What was there before may hold its beginning.
    const from = Math.max(0, head.length - MAGIC.length + 1);
    for (let at = both.indexOf(MAGIC[0], from); at >= 0; at = both.indexOf(MAGIC[0], at + 1)) {
      if (MAGIC.every((byte, index) => both[at + index] === byte)) {
        await reader.cancel();
        return both.slice(0, at);
      }
    }
    head = both;
  }
}

/** Header, comments and tree. */
export async function yamlOf(file: AsdfFile): Promise<string> {
  const stream = await file.edit(treeOf(file), { as: "stream", blockIndex: false });
  return new TextDecoder().decode(await headOf(stream));
}

/** Whether blocks would have to be fetched for a text to be put before them. */
export function hasBlocks(file: AsdfFile): boolean {
  return [...file.arrays()].some(([, { source }]) => source !== null);
}

/** The text as it is read, with the blocks that the file would be written with. */
export async function withYaml(file: AsdfFile, text: string, options: OpenOptions): Promise<AsdfFile> {
  const written = await file.edit(treeOf(file), { as: "blob", blockIndex: false });
  const { length } = await headOf(written.stream());
  const edited = await open(new Blob([text, written.slice(length)]), options);
  if (typeof edited.tree !== "object" || edited.tree === null) {
    edited.close();
    throw new AsdfError("bad-tree", "the root of a tree is a map");
  }
  return edited;
}

/** Why a text cannot be read, and where. */
export function problemIn(text: string): YamlProblem | undefined {
  const bytes = new TextEncoder().encode(text);
  try {
    openSync(bytes).close();
    return undefined;
  } catch (cause) {
    const { message, offset } = cause as AsdfError;
    const at = offset === undefined ? 0 : new TextDecoder().decode(bytes.subarray(0, offset)).length;
    // The place is marked where it is.
    return { message: withoutLine(message), at };
  }
}
