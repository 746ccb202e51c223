/** A file that is larger than what may be read of it. */
import { ndarray, write } from "asdf-wasm";

/** A Blob that says how much of it was read. */
export class Watched extends Blob {
  read = 0;

  override slice(start?: number, end?: number): Blob {
    const part = super.slice(start, end);
    return Object.defineProperty(part, "arrayBuffer", {
      value: () => {
        this.read += part.size;
        return Blob.prototype.arrayBuffer.call(part);
      },
    });
  }
}

/** 3 GB: a tree with `note`, and `data`, an array in a block that runs to the end of the file. */
export async function largeFile(): Promise<Watched> {
  const tree = { asdf_library: "none", note: "before", data: ndarray(new Uint8Array(2 ** 20).fill(9)) };
  const small = await write(tree, { blockIndex: false, checksum: false });
  const head = new Uint8Array(await small.slice(0, small.size - 2 ** 20).arrayBuffer());
  const flags = head.length - 54 + 6;
  head[flags + 3] = 1;
  const megabyte = small.slice(small.size - 2 ** 20);
  return new Watched([head, ...Array.from({ length: 3000 }, () => megabyte)]);
}
