/** Files that cannot be read by range are loaded whole, after a question if they are large. */
import { AsdfError, type ByteSource } from "asdf-wasm";

/** A file that was loaded, as it is read. */
export function inMemory(content: Blob): ByteSource {
  const read = async (offset: number, length: number) =>
    new Uint8Array(await content.slice(offset, offset + length).arrayBuffer());
  return { size: content.size, read };
}

/** Above this a person is asked first, in bytes. */
export const LARGE = 64 * 2 ** 20;

/** Asks whether a file of this size, if that is known, may be loaded whole. */
export type Ask = (size: number | undefined) => Promise<boolean>;

/** The body of a response. */
export async function loadResponse(response: Response, name: string, ask: Ask): Promise<Blob> {
  const length = response.headers.get("content-length");
  try {
    await admit(length === null ? undefined : Number(length), name, ask);
    return await response.blob();
  } catch (cause) {
    response.body?.cancel().catch(() => {});
    throw cause;
  }
}

/** What the contents API says of a file. */
export interface Content {
  readonly size?: number | undefined;
  readonly format?: string | null | undefined;
  readonly content?: unknown;
}

/** A file of the contents API, which has it in JSON. */
export async function loadContent(
  fetch: (withContent: boolean) => Promise<Content>,
  name: string,
  ask: Ask,
): Promise<Blob> {
  await admit((await fetch(false)).size, name, ask);
  const { format, content } = await fetch(true);
  if (typeof content !== "string") {
    throw new AsdfError("not-found", `the Jupyter server has no content of ${name}`);
  }
  return new Blob([format === "base64" ? decoded(content) : content]);
}

async function admit(size: number | undefined, name: string, ask: Ask): Promise<void> {
  if ((size === undefined || size > LARGE) && !(await ask(size))) {
    throw new AsdfError("aborted", `${name} was not loaded`);
  }
}

function decoded(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64.replaceAll(/\s/g, ""));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
