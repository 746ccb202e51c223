/** A file that the kernel holds, as the viewer reads and saves it, and the files beside it. */
import type { HostFile } from "asdf-wasm/viewer";
import type { HeldFile } from "./anywidget.ts";
import type { Kernel } from "./kernel.ts";
import { Ranges } from "./ranges.ts";

/** The bytes of a file that is saved go to the kernel in pieces of this size: servers refuse long messages. */
const PIECE = 2 ** 20;

export function hostFile(kernel: Kernel, { number, name, save }: HeldFile, size: number): HostFile {
  let current = size;
  const ranges = rangesOf(kernel, { file: number });
  return {
    name,
    source: {
      get size() {
        return current;
      },
      read: (offset, length) => ranges.read(offset, length, current),
    },
    beside: async (path) => {
      const other = { file: number, beside: path };
      const { content } = await kernel.ask({ kind: "size", ...other });
      const size = Number(content["size"]);
      const ranges = rangesOf(kernel, other);
      return { size, read: (offset, length) => ranges.read(offset, length, size) };
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

function rangesOf(kernel: Kernel, file: { readonly file: number; readonly beside?: string }): Ranges {
  return new Ranges(async (ranges) => {
    const { data } = await kernel.ask({ kind: "read", ...file, ranges });
    return data;
  });
}

/** The size of a file that is at a URL, which the kernel asks its server for. */
export async function sizeOf(kernel: Kernel, { number }: HeldFile): Promise<number> {
  const { content } = await kernel.ask({ kind: "size", file: number });
  return Number(content["size"]);
}
