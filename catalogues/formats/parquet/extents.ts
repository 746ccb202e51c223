/** Parts of a file, which are fetched together if they are near each other. */
import { joined } from "@asdf-wasm/science/elements/pixels";
import type { Bytes } from "asdf-wasm";

export interface Extent {
  readonly offset: number;
  readonly length: number;
}

/** Parts at most this far apart are fetched together, up to so many bytes. */
export const GAP: number = 32 * 2 ** 10;
const MOST = 64 * 2 ** 20;

/** Fetches parts of a file. Returns what takes several of them out of that, one behind the other. */
export async function fetchedExtents(
  bytes: Bytes,
  extents: readonly Extent[],
  signal: AbortSignal | undefined,
): Promise<(wanted: readonly Extent[]) => Uint8Array> {
  const arrived = await Promise.all(
    mergedExtents(
      extents.filter(({ length }) => length > 0),
      bytes.gap ?? GAP,
    ).map(async (extent) => ({
      ...extent,
      content: await bytes.read(extent.offset, extent.length, signal),
    })),
  );
  const partOf = ({ offset, length }: Extent) => {
    const around = arrived.find((one) => one.offset <= offset && offset + length <= one.offset + one.length);
    const at = offset - (around?.offset ?? 0);
    return around?.content.subarray(at, at + length) ?? new Uint8Array(0);
  };
  return (wanted) => {
    const parts = wanted.map(partOf);
    return parts.length === 1 ? (parts[0] ?? new Uint8Array(0)) : joined(new Uint8Array(0), ...parts);
  };
}

function mergedExtents(extents: readonly Extent[], gap: number): Extent[] {
  const merged: { offset: number; length: number }[] = [];
  for (const { offset, length } of extents.toSorted((a, b) => a.offset - b.offset)) {
    const last = merged.at(-1);
    const end = Math.max(offset + length, last ? last.offset + last.length : 0);
    if (
      last &&
      offset - last.offset - last.length <= gap &&
      end - last.offset <= Math.max(MOST, last.length)
    ) {
      last.length = end - last.offset;
    } else {
      merged.push({ offset, length });
    }
  }
  return merged;
}
