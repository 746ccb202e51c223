/** Pieces of a file as a stream, and the other way. */
import type { Bytes } from "./bytes.ts";

export function streamOf(pieces: AsyncIterable<Bytes>): ReadableStream<Bytes> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await iterator.next();
      if (done) {
        controller.close();
      } else {
        controller.enqueue(value);
      }
    },
    cancel: async () => void (await iterator.return?.()),
  });
}

/** Not every browser iterates over streams. One that is not read to its end is cancelled. */
export async function* piecesOf(stream: ReadableStream<Bytes>): AsyncGenerator<Bytes> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      yield next.value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
