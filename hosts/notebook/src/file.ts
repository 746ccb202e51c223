/** A file that the kernel holds, as the viewer reads and saves it. */
import type { HostFile } from "asdf-wasm/viewer";
import type { Kernel } from "./kernel.ts";
import type { HeldFile } from "./model.ts";
import { Ranges } from "./ranges.ts";

/** The bytes of a file that is saved go to the kernel in pieces of this size: servers refuse long messages. */
const PIECE = 2 ** 20;

export function hostFile(kernel: Kernel, { number, name, save }: HeldFile, size: number): HostFile {
  let current = size;
  const ranges = new Ranges(async (wanted) => {
    const { data } = await kernel.ask({ kind: "read", file: number, ranges: wanted });
    return data;
  });
  return {
    name,
    source: {
      get size() {
        return current;
      },
      read: (offset, length) => ranges.read(offset, length, current),
    },
    ...(save && {
      save: async (content: Blob) => {
        for (let at = 0; at === 0 || at < content.size; at += PIECE) {
          const bytes = new Uint8Array(await content.slice(at, at + PIECE).arrayBuffer());
          const last = at + PIECE >= content.size;
          const place = { file: number, first: at === 0, last };
          const { content: saved } = await kernel.ask({ kind: "save", ...place }, [bytes]);
          current = last ? Number(saved["size"]) : current;
        }
        ranges.forget();
      },
    }),
  };
}

/** The size of a file that is at a URL, which the kernel asks its server for. */
export async function sizeOf(kernel: Kernel, { number }: HeldFile): Promise<number> {
  const { content } = await kernel.ask({ kind: "size", file: number });
  return Number(content["size"]);
}
