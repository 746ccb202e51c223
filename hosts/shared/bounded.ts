/** Answers of servers, which may send more than they were asked for. */

/** The bytes of an answer. One that is longer than `most` is cancelled, and throws. */
export async function bytesOf(answer: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = answer.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    length += read.value.length;
    if (length > most) {
      await reader?.cancel();
      throw new Error(`the server of ${answer.url} sends more than the ${most} bytes that it was asked for`);
    }
    chunks.push(read.value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
