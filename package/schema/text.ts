/** The text of a file's header and tree, as it is stored. */
import { AsdfError } from "../api/error.ts";
import type { Readable } from "../file/schemas.ts";

/** The bytes that are asked for first. */
const FIRST = 65_536;

/** The end of a document, and the beginning of a block. */
const END = /\r?\n\.\.\.(?=[\r\n]|$)|\u00d3BLK/;

/** Reads a file up to the end of its tree. Of FITS files it is the tree in the extension `ASDF`. */
export async function treeText(file: Readable, signal: AbortSignal | undefined): Promise<string> {
  const inside = file.info.dialect === "fits" ? file.hdus().find(({ name }) => name === "ASDF") : undefined;
  if (file.info.dialect !== "asdf" && inside === undefined) {
    throw new AsdfError("bad-argument", "only files of ASDF 1.0.0 and later have schemas");
  }
  const start = inside ? inside.offset + inside.headerSize : 0;
  const size = Math.min(inside?.dataSize ?? file.size, file.size - start);
  for (let length = Math.min(FIRST, size); ; length = Math.min(4 * length, size)) {
    const bytes = await file.readStored(start, length, signal);
    const end = END.exec(new TextDecoder("latin1").decode(bytes));
    if (end !== null || length === size) {
      return `${new TextDecoder().decode(bytes.subarray(0, end?.index))}\n...\n`;
    }
  }
}
