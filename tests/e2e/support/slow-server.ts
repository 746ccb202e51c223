/**
 * A server of one file that is slow in the way a test says: it sends bytes up to a limit and keeps the rest back, sends
 * so many a second, or breaks every connection. It counts what it has sent.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";

const STEP = 16 * 2 ** 10;

export class SlowServer {
  /** No byte from here on is sent. */
  limit = Infinity;
  /** Bytes a second, over all connections. */
  rate = Infinity;
  /** Breaks connections, and lets no other come about. */
  broken = false;
  sent = 0;
  readonly #file: Buffer;
  readonly #server: Server;
  /** When the next bytes may be sent. */
  #due = 0;
  #address = "";

  private constructor(file: Buffer) {
    this.#file = file;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(file: Buffer): Promise<SlowServer> {
    const slow = new SlowServer(file);
    await new Promise<void>((resolve) => slow.#server.listen(0, "127.0.0.1", resolve));
    const address = slow.#server.address();
    slow.#address = `http://127.0.0.1:${typeof address === "object" && address ? address.port : ""}`;
    return slow;
  }

  get url(): string {
    return `${this.#address}/slow.asdf`;
  }

  /** Begins to count anew. */
  begin(settings: Partial<Pick<SlowServer, "limit" | "rate" | "broken">> = {}): void {
    Object.assign(this, { limit: Infinity, rate: Infinity, broken: false, sent: 0, ...settings });
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer({ headers: { range = "" } }: IncomingMessage, response: ServerResponse): Promise<void> {
    const size = this.#file.length;
    const [start = 0, last = size - 1] = (range.match(/\d+/g) ?? []).map(Number);
    const end = Math.min(last + 1, size);
    response.writeHead(206, {
      "content-length": end - start,
      "content-range": `bytes ${start}-${end - 1}/${size}`,
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "Content-Range, ETag",
      etag: '"1"',
    });
    // That the other side left, or that the connection was to break, is no failure of the server.
    await pipeline(this.#body(start, end), response).catch(() => {});
  }

  async *#body(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      if (this.broken) {
        throw new Error("broken");
      }
      const now = performance.now();
      if (at >= this.limit || now < this.#due) {
        await pause(5);
        yield Buffer.alloc(0);
        continue;
      }
      const to = Math.min(at + STEP, end, this.limit);
      this.sent += to - at;
      this.#due = Math.max(this.#due, now - 10) + (1000 * (to - at)) / this.rate;
      yield this.#file.subarray(at, to);
      at = to;
    }
  }
}
