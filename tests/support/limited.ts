/** The module that reads ASDF, with a memory that soon grows no further. */
import { readFileSync } from "node:fs";

/** Pages of 64 KiB by which the memory may grow. */
const PAGES = 40;
/** The number of the section in which a module describes its memory. */
const MEMORY = 5;

export function limitedModule(): Uint8Array<ArrayBuffer> {
  const wasm = new Uint8Array(readFileSync(new URL("../../pkg/asdf_wasm_bg.wasm", import.meta.url)));
  for (let at = 8; at < wasm.length; ) {
    const [size, start] = unsigned(wasm, at + 1);
    if (wasm[at] === MEMORY) {
      const [least] = unsigned(wasm, start + 2);
      // One memory, with a least and a greatest number of pages.
      const memory = [1, 1, ...written(least), ...written(least + PAGES)];
      const section = Uint8Array.of(MEMORY, ...written(memory.length), ...memory);
      return new Uint8Array(Buffer.concat([wasm.subarray(0, at), section, wasm.subarray(start + size)]));
    }
    at = start + size;
  }
  throw new Error("the module has no memory");
}

/** A number in LEB128, and where it ends. */
function unsigned(bytes: Uint8Array, start: number): [value: number, end: number] {
  let value = 0;
  for (let at = start; ; at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * (at - start));
    if (byte < 0x80) {
      return [value, at + 1];
    }
  }
}

function written(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...written(value >>> 7)];
}
