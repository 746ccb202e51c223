/**
 * A file of a Jupyter server, read by range. The first request tells how large the file is, and whether the server supports ranges:
 * its handler for `files/` does, unless the server keeps its files elsewhere than on disk.
 */

import { bytesOf as bounded } from "@asdf-wasm/hosts/bounded";
import { AsdfError, type ByteSource } from "asdf-wasm";
import { get, type Request } from "./request.ts";

/** The length of the first request: header, tree and block headers of most files are in it. */
const FIRST = 64 * 1024;

/** Answers the file by range; or the response with all of it, if the server does not support ranges. */
export async function openRanges(
  request: Request,
  name: string,
): Promise<(ByteSource & { readonly size: number }) | Response> {
  const response = await get(request, name, { Range: `bytes=0-${FIRST - 1}` });
  if (response.status === 200) {
    return response;
  }
  if (response.status === 416) {
    // There is no first byte.
    return { size: 0, read: async () => new Uint8Array() };
  }
  const { start, total } = contentRange(response);
  if (start !== 0 || total === undefined) {
    throw unusable(name);
  }
  const head = await bytesOf(response, name, FIRST);
  const modified = response.headers.get("last-modified");
  return {
    size: total,
    async read(offset, length, { signal }) {
      if (offset < head.length) {
        return head.subarray(offset, offset + length);
      }
      const range = { Range: `bytes=${offset}-${offset + length - 1}` };
      const response = await get(request, name, range, signal);
      const found = contentRange(response);
      const isOther = response.headers.get("last-modified") !== modified;
      if (isOther || response.status === 416 || (found.total ?? total) !== total) {
        response.body?.cancel().catch(() => {});
        const message = `${name} was changed on the server after it was opened: open it again, or use “Reload from Disk” of the menu File`;
        throw new AsdfError("source-changed", message, { offset });
      }
      if (response.status !== 206 || found.start !== offset) {
        response.body?.cancel().catch(() => {});
        throw unusable(name);
      }
      return bytesOf(response, name, length);
    },
  };
}

function contentRange({ headers }: Response): { start?: number; total?: number } {
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get("content-range") ?? "") ?? [];
  return start === undefined ? {} : { start: Number(start), total: Number(total) };
}

async function bytesOf(response: Response, name: string, most: number): Promise<Uint8Array> {
  try {
    return await bounded(response, most);
  } catch (cause) {
    throw new AsdfError("network", `the connection broke while ${name} was read: try again`, { cause });
  }
}

function unusable(name: string): AsdfError {
  const message = `the Jupyter server answered another range of ${name} than it was asked for: a proxy before it must pass on \`Range\` and \`Content-Range\``;
  return new AsdfError("range-not-supported", message);
}
