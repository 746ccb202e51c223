/**
 * Writing a file by the contents API, whose messages are JSON: in one message, which the server writes whole or not at all, or in
 * numbered chunks, as the file browser uploads.
 */

/** Sizes in bytes. */
export interface Limits {
  /** Up to this a file goes in one message; servers refuse messages above some hundred megabytes. */
  readonly whole: number;
  /** Of a chunk. */
  readonly chunk: number;
}

export const LIMITS: Limits = { whole: 16 * 2 ** 20, chunk: 4 * 2 ** 20 };

/** A message of the contents API. The first chunk has the number 1 and replaces the file, the last one is -1. */
export interface Message {
  readonly type: "file";
  readonly format: "base64";
  readonly content: string;
  readonly chunk?: number;
}

/** Writes a file; resolves to what the server answered to the last message. */
export async function upload<Answer>(
  content: Blob,
  send: (message: Message) => Promise<Answer>,
  onProgress: (written: number) => void = () => {},
  limits = LIMITS,
): Promise<Answer> {
  if (content.size <= limits.whole) {
    return send(await messageOf(content));
  }
  for (let start = 0, number = 1; ; start += limits.chunk, number += 1) {
    const end = start + limits.chunk;
    const isLast = end >= content.size;
    const part = await messageOf(content.slice(start, end));
    const answer = await send({ ...part, chunk: isLast ? -1 : number });
    onProgress(Math.min(end, content.size));
    if (isLast) {
      return answer;
    }
  }
}

/** What a server does with its files. */
export interface Folder<Answer> {
  /** Whether a file has this path. */
  has(path: string): Promise<boolean>;
  send(path: string, message: Message): Promise<Answer>;
  rename(from: string, to: string): Promise<Answer>;
  remove(path: string): Promise<void>;
}

/**
 * Writes a file whole or not at all. One of several chunks goes to a new name, which nobody can guess, and is renamed at the end:
 * servers rename nothing over another file, so the old one moves aside, and back if the new one does not get its name.
 */
export async function replace<Answer>(
  content: Blob,
  path: string,
  folder: Folder<Answer>,
  onProgress: (written: number) => void = () => {},
  limits = LIMITS,
): Promise<Answer> {
  if (content.size <= limits.whole) {
    return upload(content, (message) => folder.send(path, message), onProgress, limits);
  }
  // Not hidden: servers may refuse names that begin with a point.
  const part = `${path}.${crypto.randomUUID()}.part`;
  const aside = `${part}.old`;
  try {
    await upload(content, (message) => folder.send(part, message), onProgress, limits);
    if (!(await folder.has(path))) {
      return await folder.rename(part, path);
    }
    await folder.rename(path, aside);
    try {
      const answer = await folder.rename(part, path);
      await folder.remove(aside).catch(() => {});
      return answer;
    } catch (cause) {
      await folder.rename(aside, path);
      throw cause;
    }
  } catch (cause) {
    await folder.remove(part).catch(() => {});
    throw cause;
  }
}

async function messageOf(part: Blob): Promise<Message> {
  return { type: "file", format: "base64", content: base64(new Uint8Array(await part.arrayBuffer())) };
}

function base64(bytes: Uint8Array): string {
  // The arguments of a call are limited. A multiple of three needs no padding in between.
  const step = 0x6000;
  let text = "";
  for (let at = 0; at < bytes.length; at += step) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + step)));
  }
  return text;
}
