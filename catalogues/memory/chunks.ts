/** The bytes of a file from its beginning, unpacked if it is compressed by gzip, and as text. */

import { piecesOf, streamOf } from "@asdf-wasm/science/export/streams";
import { breather } from "@asdf-wasm/science/sections/breathing";
import type { Bytes } from "asdf-wasm";
import { damaged } from "../damaged.ts";

export type Chunks = AsyncIterable<Uint8Array<ArrayBuffer>>;

/** Bytes that are read at a time: a request each, if the file is remote. */
const READ = 2 ** 22;
/** Larger pieces are cut: what a parser keeps of a piece, and how long it takes without a pause, stays small. */
const MOST = 2 ** 18;

/** All bytes of a file in their order. Between pieces others have their turn: the signal aborts it. */
export async function* chunksOf(bytes: Bytes, signal = new AbortController().signal): Chunks {
  yield* unpacked(read(bytes, signal));
}

async function* read(bytes: Bytes, signal: AbortSignal): Chunks {
  const breathe = breather(signal);
  for (let at = 0; at < bytes.size; at += READ) {
    for (const piece of small(await bytes.read(at, Math.min(READ, bytes.size - at), signal))) {
      yield piece;
      await breathe(at);
    }
  }
}

/** Bytes that begin with those of gzip are unpacked. */
async function* unpacked(chunks: Chunks): Chunks {
  const iterator = chunks[Symbol.asyncIterator]();
  const { value: first = new Uint8Array() } = await iterator.next();
  const all = (async function* () {
    yield first;
    yield* { [Symbol.asyncIterator]: () => iterator };
  })();
  yield* isGzip(first) ? gunzipped(all) : all;
}

export function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}

export async function* gunzipped(chunks: Chunks): Chunks {
  try {
    for await (const chunk of piecesOf(streamOf(chunks).pipeThrough(new DecompressionStream("gzip")))) {
      yield* small(chunk);
    }
  } catch (cause) {
    throw cause instanceof TypeError ? damaged(`gzip cannot unpack the data: ${cause.message}`) : cause;
  }
}

/** The encoding is said by a byte order mark, or found in the first bytes. */
export async function* decoded(
  chunks: Chunks,
  encodingIn: (start: Uint8Array<ArrayBuffer>) => string = () => "utf-8",
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk) ?? encodingIn(chunk));
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder?.decode() ?? "";
}

function encodingOf([a, b]: Uint8Array): string | undefined {
  return a === 0xff && b === 0xfe ? "utf-16le" : a === 0xfe && b === 0xff ? "utf-16be" : undefined;
}

function* small(bytes: Uint8Array<ArrayBuffer>): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < bytes.length; at += MOST) {
    yield bytes.subarray(at, at + MOST);
  }
}
