/** Trees that are written and read back. */
import { type ArrayData, type AsdfFile, open, type TreeValue, type WriteOptions, write } from "asdf-wasm";
import { expect } from "vitest";
import { arrayAt, column } from "./values.ts";

/** The entry that keeps a written tree from naming this library. */
export const LIBRARY = { asdf_library: "none" };

/** Writes a tree and reads it, with nothing to warn about. */
export async function again(tree: object | TreeValue, options: WriteOptions = {}): Promise<AsdfFile> {
  const blob = await write({ ...LIBRARY, ...Object(tree) }, { ...options, as: "blob" });
  const file = await open(blob, { checksums: "error" });
  expect(file.warnings).toEqual([]);
  return file;
}

/** The file that a tree makes, a character for each byte. */
export async function textOf(tree: object, options: WriteOptions = {}): Promise<string> {
  const bytes = await write({ ...LIBRARY, ...tree }, { ...options, as: "bytes" });
  return new TextDecoder("latin1").decode(bytes);
}

/** Of long arrays, `toEqual` takes a minute. */
export function expectSame(is: ArrayData["data"], was: ArrayBufferView): void {
  const bytes = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
    Buffer.from(buffer, byteOffset, byteLength);
  expect(ArrayBuffer.isView(is) && bytes(is).equals(bytes(was))).toBe(true);
}

export async function data(file: AsdfFile, path: string): Promise<ArrayData> {
  return column(await arrayAt(file, path).read());
}
