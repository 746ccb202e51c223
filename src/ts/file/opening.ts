/**
 * Opens a file in the core: finds its header, tree and blocks. The first bytes say which module does it: FITS files are read by
 * one of their own, which is loaded with the first of them.
 */
import type { OpenSyncOptions } from "../api/options.ts";
import type { Bytes } from "../bytes/bytes.ts";
import type { Work } from "../bytes/work.ts";
import { drive, driveSync } from "../read/drive.ts";
import { guard, release } from "../wasm/failure.ts";
import { fitsReader, fitsReaderNow, isFits } from "../wasm/fits-loading.ts";
import { type Document, type Opening, type Operation, type ReadingModule, reader } from "../wasm/reader.ts";

/** Opens a file; `asFits`: by the module that reads FITS, whatever it begins with. */
export async function openDocument(
  bytes: Bytes,
  options: OpenSyncOptions,
  work: Work,
  asFits: boolean,
): Promise<Document> {
  // In memory, reading all headers costs next to nothing.
  const isLazy = bytes.memory === undefined;
  const opening = begin(asFits ? await fitsReader() : reader(), bytes.size, options, isLazy);
  const first = new FirstBytes(opening);
  await finishing(opening, () => drive(asFits ? opening : first, bytes, work));
  if (first.kept.length === 0) {
    return finish(opening);
  }
  release(opening);
  const again = begin(await fitsReader(), bytes.size, options, isLazy);
  return finishing(again, async () => {
    for (const { offset, bytes } of first.kept) {
      guard(() => again.supply(offset, bytes));
    }
    await drive(again, bytes, work);
    return finish(again);
  });
}

/** The same for a file in memory. */
export function openDocumentSync(memory: Uint8Array, options: OpenSyncOptions): Document {
  const module = isFits(memory) ? fitsReaderNow() : reader();
  const opening = begin(module, memory.length, options, false);
  try {
    driveSync(opening, memory);
    return finish(opening);
  } catch (thrown) {
    release(opening);
    throw thrown;
  }
}

function begin(
  module: ReadingModule,
  size: number,
  { checksums = "warn", limits = {} }: OpenSyncOptions,
  lazy: boolean,
): Opening {
  return guard(() => new module.Opening(size, { checksums, limits, lazy }));
}

function finish(opening: Opening): Document {
  return guard(() => opening.finish());
}

/** Frees the operation if `work` fails. */
async function finishing<T>(opening: Opening, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    release(opening);
    throw thrown;
  }
}

/** An opening that ends when the first bytes are those of FITS, and keeps what has arrived. */
class FirstBytes implements Operation {
  /** Bytes of a FITS file; empty for any other file. */
  readonly kept: { readonly offset: number; readonly bytes: Uint8Array }[] = [];
  readonly #opening: Operation;

  constructor(opening: Operation) {
    this.#opening = opening;
  }

  next(): Float64Array | undefined {
    return this.kept.length > 0 ? undefined : this.#opening.next();
  }

  supply(offset: number, bytes: Uint8Array): void {
    if (this.kept.length > 0 || (offset === 0 && isFits(bytes))) {
      // Its memory is used again.
      this.kept.push({ offset, bytes: bytes.slice() });
    } else {
      this.#opening.supply(offset, bytes);
    }
  }
}
