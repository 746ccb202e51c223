/** What `read()` gave, in the forms that tests compare. */
import { type ArrayData, AsdfError, type AsdfFile, NdArray, type StructData } from "asdf-wasm";
import { expect } from "vitest";

/** The array at a path, which must be one. */
export function arrayAt(file: AsdfFile, path: string): NdArray {
  const found = file.get(path);
  if (!(found instanceof NdArray)) {
    throw new TypeError(`there is no array at ${path}`);
  }
  return found;
}

/** A column: what any array but a structured one gives. */
export function column(part: ArrayData | StructData): ArrayData {
  if (part.fields) {
    throw new TypeError("the array is structured");
  }
  return part;
}

/** The bytes that a typed array views, or those of 128-bit integers, little-endian. */
export function bytesOf({ data }: ArrayData): Uint8Array {
  if (ArrayBuffer.isView(data)) {
    return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  }
  const bytes = Buffer.alloc(16 * data.length);
  for (const [i, value] of data.entries()) {
    const wide = BigInt.asUintN(128, BigInt(value));
    bytes.writeBigUInt64LE(BigInt.asUintN(64, wide), 16 * i);
    bytes.writeBigUInt64LE(wide >> 64n, 16 * i + 8);
  }
  return bytes;
}

/** The failure of `work`, which must be an `AsdfError`. */
export async function failure(work: () => unknown): Promise<AsdfError> {
  try {
    await work();
  } catch (error) {
    expect(error).toBeInstanceOf(AsdfError);
    if (error instanceof AsdfError) {
      return error;
    }
  }
  throw new Error("it should have failed");
}
