/** Reads columns of a FITS table together: a pass over its rows decodes all of them. */
import type { Selection } from "../api/arrays.ts";
import { AsdfError } from "../api/error.ts";
import type { Bytes } from "../bytes/bytes.ts";
import { coreRanges } from "../bytes/fetch-policy.ts";
import type { Work } from "../bytes/work.ts";
import { guard, release } from "../wasm/failure.ts";
import type { ColumnsPlan, Document } from "../wasm/reader.ts";
import { drive } from "./drive.ts";
import { ReadResult } from "./result.ts";

/**
 * Reads a selection of these fields of the table in an HDU. The result lacks fields that have to be read alone: columns of variable
 * length, numbers written as text, fields of more than a megabyte, those beyond the limit for one read, and all columns of a
 * compressed table.
 */
export async function readTogether(
  document: Document,
  hdu: number,
  selection: Selection,
  fields: readonly number[],
  bytes: Bytes,
  work: Work,
): Promise<ReadonlyMap<number, ReadResult>> {
  const results = new Map<number, ReadResult>();
  const plan = planned(document, hdu, selection, fields);
  if (plan === undefined) {
    return results;
  }
  try {
    for (const [index, info] of guard(() => plan.infos()).entries()) {
      const field = fields[index];
      if (info && field !== undefined) {
        results.set(field, new ReadResult(info));
      }
    }
    if (results.size > 0) {
      await readInto([...results.values()], document, plan, bytes, work);
    }
    return results;
  } finally {
    release(plan);
  }
}

function planned(
  document: Document,
  hdu: number,
  selection: Selection,
  fields: readonly number[],
): ColumnsPlan | undefined {
  try {
    return guard(() => document.planColumns?.(hdu, selection, Uint32Array.from(fields)));
  } catch (thrown) {
    if (thrown instanceof AsdfError && thrown.cause === undefined) {
      // The read of the first field alone says what is wrong.
      return undefined;
    }
    throw thrown;
  }
}

async function readInto(
  results: readonly ReadResult[],
  document: Document,
  plan: ColumnsPlan,
  bytes: Bytes,
  work: Work,
): Promise<void> {
  const outputs = results.map((result) => result.bytes);
  const masks = results.flatMap(({ mask }) => mask ?? []);
  const reader = guard(() => document.readColumns?.(plan, outputs, masks));
  if (reader === undefined) {
    return;
  }
  try {
    const supply = (offset: number, content: Uint8Array) => reader.supply(offset, content);
    await drive({ next: () => reader.next(), supply }, coreRanges(bytes), work);
  } finally {
    release(reader);
  }
}
