/** Files at addresses, read by ranges by the extension: servers need not allow other origins. */
import { bytesOf } from "@asdf-wasm/hosts/bounded";
import { AsdfError } from "asdf-wasm";
import type { Base } from "./base.ts";

/** From this size on a file is not read whole, if its server knows no ranges. */
const MOST = 512 * 2 ** 20;

export async function openUrl(url: string): Promise<Base> {
  const first = await fetch(url, { headers: { range: "bytes=0-0" } });
  if (!first.ok) {
    const message = `${url} cannot be read: the server answers ${first.status} ${first.statusText}`;
    throw new AsdfError([404, 410].includes(first.status) ? "not-found" : "network", message);
  }
  const size = Number(/\/(\d+)$/.exec(first.headers.get("content-range") ?? "")?.[1]);
  if (first.status !== 206 || !Number.isSafeInteger(size)) {
    return whole(url, first);
  }
  await bytesOf(first, 1);
  const version = first.headers.get("etag") ?? first.headers.get("last-modified");
  const read: Base["read"] = async (offset, length, signal = new AbortController().signal) => {
    const range = `bytes=${offset}-${offset + length - 1}`;
    const answer = await fetch(url, { headers: { range }, signal });
    const now = answer.headers.get("etag") ?? answer.headers.get("last-modified");
    const isThere = answer.headers.get("content-range")?.startsWith(`bytes ${offset}-`) ?? false;
    if (answer.status !== 206 || now !== version || !isThere) {
      await answer.body?.cancel();
      throw new Error(`${url} changed while it was read: close it and open it again`);
    }
    return bytesOf(answer, length);
  };
  return { size, read, close: () => {} };
}

async function whole(url: string, answer: Response): Promise<Base> {
  const size = Number(answer.headers.get("content-length"));
  if (size > MOST) {
    await answer.body?.cancel();
    throw new Error(
      `${url} has ${Math.round(size / 2 ** 20)} MB, and its server does not answer ranges of it`,
    );
  }
  const bytes = await bytesOf(answer, MOST);
  return {
    size: bytes.length,
    read: async (offset, length) => bytes.slice(offset, offset + length),
    close: () => {},
  };
}
