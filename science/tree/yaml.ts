/** The file's tree as text, and the file that an edited text produces. */
import { AsdfError, type AsdfFile, type OpenOptions, open, openSync } from "asdf-wasm";

import { withoutLine } from "../format/format.ts";

/** Why a text cannot be read, and the offset of the character at fault. */
export interface YamlProblem {
  readonly message: string;
  readonly at: number;
}

const MAGIC = [0xd3, 0x42, 0x4c, 0x4b] as const;

/** Everything before the first block: UTF-8 text cannot contain a block's magic bytes. */
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
    // The magic bytes may start in the previous chunk.
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

/** For `edit()`: the tree itself, with its changes. */
export function treeOf({ tree }: AsdfFile): () => object | undefined {
  return () => (typeof tree === "object" && tree !== null ? tree : undefined);
}

/** Header, comments and tree. */
export async function yamlOf(file: AsdfFile): Promise<string> {
  const stream = await file.edit(treeOf(file), { as: "stream", blockIndex: false });
  return new TextDecoder().decode(await headOf(stream));
}

/** Whether the file has blocks, which writing a text would have to fetch. */
export function hasBlocks(file: AsdfFile): boolean {
  return [...file.arrays()].some(([, { source, hdu }]) => source !== null || hdu !== undefined);
}

/** The file that a text produces, with the blocks of the current file. */
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

/** The error in a text, and its position. */
export function problemIn(text: string): YamlProblem | undefined {
  const bytes = new TextEncoder().encode(text);
  try {
    openSync(bytes).close();
    return undefined;
  } catch (cause) {
    const { message, offset } = cause as AsdfError;
    const at = offset === undefined ? 0 : new TextDecoder().decode(bytes.subarray(0, offset)).length;
    // The position is marked in the editor.
    return { message: withoutLine(message), at };
  }
}
