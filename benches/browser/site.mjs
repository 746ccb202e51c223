/** What the benchmarks show to Chromium: the package, the page, the images, also slowly, and one that is nowhere as a whole. */
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { root } from "../../scripts/command/process.mjs";
import { treeFile } from "../../scripts/test/tree-file.mjs";
import { folder } from "../python/python.mjs";

/** @type {Readonly<Record<string, string>>} */
const folders = { pkg: join(root, "pkg"), data: folder, www: join(root, "www", "dist") };
const types = new Map([
  [".html", "text/html"],
  [".css", "text/css"],
  [".js", "text/javascript"],
  [".wasm", "application/wasm"],
]);

/** The sides of the image that is made as it is asked for. */
const side = 20_000;
const head = Buffer.alloc(1024, " ");
{
  const tree = treeFile(
    `data: !core/ndarray-1.1.0 {source: 0, datatype: float32, byteorder: little, shape: [${side}, ${side}]}`,
  );
  const block = Buffer.alloc(54);
  block.write("d3424c4b0030", "hex");
  for (const at of [14, 22, 30]) {
    block.writeBigUInt64BE(BigInt(4 * side * side), at);
  }
  head.fill(0, tree.length);
  head.write(tree);
  block.copy(head, head.length - block.length);
}
const size = head.length + 4 * side * side;
/** Every row is this one. */
const row = Buffer.from(Float32Array.from({ length: side }, (_, x) => x % 251).buffer);

/**
 * @param {number} start
 * @param {number} end
 */
function wide(start, end) {
  const bytes = Buffer.alloc(end - start);
  head.copy(bytes, 0, Math.min(start, head.length));
  for (let at = Math.max(start, head.length); at < end; ) {
    at += row.copy(bytes, at - start, (at - head.length) % row.length);
  }
  return bytes;
}

/** Bytes a second of what is sent slowly. */
export const RATE = 2e6;

/**
 * Serves `/pkg/…`, `/data/…`, `/slow/…`, which is the same at `RATE`, `/www/…`, `/wide.asdf`, and an empty page at `/`.
 * `sent`: how many bytes were sent slowly.
 *
 * @returns {Promise<{ address: string, sent: () => number, close: () => void }>}
 */
export function serveSite() {
  let sent = 0;
  /** When the next bytes may be sent, over all connections. */
  let due = 0;
  /**
   * @param {string} file
   * @param {number} start
   * @param {number} end
   */
  async function* slowly(file, start, end) {
    for await (const bytes of createReadStream(file, { start, end: end - 1, highWaterMark: 2 ** 14 })) {
      sent += bytes.length;
      yield bytes;
      const now = performance.now();
      due = Math.max(due, now - 10) + (1000 * bytes.length) / RATE;
      await pause(due - now);
    }
  }
  const server = createServer(({ url = "/", headers }, response) => {
    const [, place = "", ...path] = url.replace(/\?.*/, "").split("/");
    const file = join(folders[place] ?? "", ...path);
    const [start = 0, last = Infinity] = (headers.range?.match(/\d+/g) ?? []).map(Number);
    if (url === "/") {
      response.setHeader("Content-Type", "text/html").end("<!doctype html><title>bench</title>");
    } else if (place === "wide.asdf") {
      const bytes = wide(start, Math.min(last + 1, size));
      const range = `bytes ${start}-${start + bytes.length - 1}/${size}`;
      response
        .writeHead(206, { "Content-Range": range, "Content-Length": bytes.length, etag: '"1"' })
        .end(bytes);
    } else if (place === "slow" && existsSync(join(folder, ...path))) {
      const slow = join(folder, ...path);
      const { size } = statSync(slow);
      const end = Math.min(last + 1, size);
      const range = `bytes ${start}-${end - 1}/${size}`;
      response.writeHead(206, { "Content-Range": range, "Content-Length": end - start, etag: '"1"' });
      Readable.from(slowly(slow, start, end)).pipe(response);
    } else if (folders[place] && path.length > 0 && existsSync(file)) {
      response.setHeader("Content-Type", types.get(extname(file)) ?? "application/octet-stream");
      response.setHeader("Content-Length", statSync(file).size);
      createReadStream(file).pipe(response);
    } else {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      const close = () => {
        server.closeAllConnections();
        server.close();
      };
      resolve({ address: `http://127.0.0.1:${port}/`, sent: () => sent, close });
    });
  });
}
