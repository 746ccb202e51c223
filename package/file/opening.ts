/**
 * Opens a file in the core: finds its header, tree and blocks. The first bytes say which module does it, before one is loaded. They are
 * those that every opening needs, so that looking at them costs no request.
 */
import { AsdfError } from "../api/error.ts";
import type { OpenSyncOptions } from "../api/options.ts";
import { type Bytes, withKnown } from "../bytes/bytes.ts";
import { FIRST_REQUEST } from "../bytes/fetch-policy.ts";
import { orAborted, proceed, type Work } from "../bytes/work.ts";
import { drive, driveSync } from "../read/drive.ts";
import { guard, release } from "../wasm/failure.ts";
import type { Document, Opening } from "../wasm/reader.ts";
import { asdfReader, fitsReader, isFits, isFitsReader, type Reader, readerNow } from "../wasm/reading.ts";

/** A document, and the module that it is in. */
export interface Opened {
  readonly document: Document;
  readonly module: Reader;
}

/**
 * Opens a file. `root` is the module of the file that refers to it, if one does: arrays pass only between documents of one module.
 * `asStored`: the numbers of FITS images are read as they are stored.
 */
export async function openDocument(
  bytes: Bytes,
  options: OpenSyncOptions,
  work: Work,
  { root, asStored = false }: { readonly root?: Reader | undefined; readonly asStored?: boolean | undefined },
): Promise<Opened> {
  const first = await firstBytes(bytes, work);
  if (first[0] === 0x1f && first[1] === 0x8b) {
    throw new AsdfError("not-asdf", "not an ASDF file: it is compressed by gzip and must be unpacked first", {
      offset: 0,
    });
  }
  const module = await moduleFor(first, root);
  // In memory, reading all headers costs next to nothing.
  const opening = begin(module, bytes.size, options, { lazy: bytes.memory === undefined, asStored });
  try {
    await drive(opening, withKnown(bytes, { offset: 0, length: first.length }, first), work);
    return { document: finish(opening), module };
  } catch (thrown) {
    release(opening);
    throw thrown;
  }
}

/** The same for a file in memory. */
export function openDocumentSync(memory: Uint8Array, options: OpenSyncOptions): Opened {
  const module = readerNow(memory);
  const opening = begin(module, memory.length, options, { lazy: false, asStored: false });
  try {
    driveSync(opening, memory);
    return { document: finish(opening), module };
  } catch (thrown) {
    release(opening);
    throw thrown;
  }
}

/** The first bytes of a file, as the core asks for them. */
async function firstBytes(bytes: Bytes, work: Work): Promise<Uint8Array<ArrayBuffer>> {
  const length = Math.min(FIRST_REQUEST, bytes.size);
  proceed(work);
  const first =
    length > 0 ? await orAborted(bytes.read(0, length, work.signal), work.signal) : new Uint8Array(0);
  if (first.length !== length) {
    const message = `the source gave ${first.length} of ${length} bytes`;
    throw new AsdfError("truncated", message, { offset: 0 });
  }
  return first;
}

async function moduleFor(first: Uint8Array, root: Reader | undefined): Promise<Reader> {
  if (root && (isFitsReader(root) || !isFits(first))) {
    return root;
  }
  return isFits(first) ? fitsReader() : asdfReader();
}

function begin(
  module: Reader,
  size: number,
  { checksums = "warn", limits = {} }: OpenSyncOptions,
  how: { readonly lazy: boolean; readonly asStored: boolean },
): Opening {
  return guard(() => new module.Opening(size, { checksums, limits, ...how }));
}

function finish(opening: Opening): Document {
  return guard(() => opening.finish());
}
