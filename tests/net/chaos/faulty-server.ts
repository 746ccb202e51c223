/**
 * A server whose answers are wrong in the ways that servers, proxies and connections are wrong. Which request is answered how
 * follows from the seed, the range that is asked for, and how often that was asked for before: not from the order in which
 * requests arrive.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { Random, seedOf } from "../../support/random.ts";

/** The file under one address, in the versions that it has one after the other. */
export type Versions = readonly Uint8Array[];

/** By what the server lets versions be told apart. */
export type Validator = "strong" | "weak" | "modified" | "none";

export interface Plan {
  readonly seed: number;
  /** The share of requests that are answered wrongly. */
  readonly rate: number;
  readonly faults: readonly Fault[];
  readonly validator: Validator;
  /** Called before a request is answered. */
  readonly onRequest?: (random: Random) => void;
  /** Called when a request is left without an answer, until `release()`. */
  readonly onStall?: () => void;
}

const RIGHT: Plan = { seed: 0, rate: 0, faults: [], validator: "strong" };

/** A request for a range, and what a right answer has. */
interface Asked {
  readonly file: Uint8Array;
  readonly start: number;
  readonly end: number;
  readonly isRange: boolean;
  readonly headers: Record<string, string | number>;
  readonly response: ServerResponse;
  readonly random: Random;
}

export class FaultyServer {
  readonly files = new Map<string, Versions>();
  /** How many faults there were, by their names. */
  readonly counts = new Map<string, number>();
  /** What was asked for since the plan was made, and the faults of the answers. */
  readonly log: string[] = [];
  readonly #server: Server;
  readonly #asked = new Map<string, number>();
  readonly #stalled = new Set<ServerResponse>();
  #plan = RIGHT;
  #version = 0;
  #address = "";

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<FaultyServer> {
    const faulty = new FaultyServer();
    await new Promise<void>((resolve) => faulty.#server.listen(0, "127.0.0.1", resolve));
    const address = faulty.#server.address();
    faulty.#address = `http://127.0.0.1:${typeof address === "object" && address ? address.port : ""}`;
    return faulty;
  }

  urlOf(name: string): string {
    return `${this.#address}/${name}`;
  }

  /** Which version of the files is served now. */
  get version(): number {
    return this.#version;
  }

  /** Begins anew, with the first versions of the files. */
  begin(plan: Plan): void {
    this.#plan = plan;
    this.#version = 0;
    this.#asked.clear();
    this.log.length = 0;
  }

  /** From now on every answer is right. */
  mend(): void {
    this.#plan = { ...this.#plan, rate: 0 };
    this.release();
  }

  /** Breaks the connections that were left without an answer. */
  release(): void {
    for (const response of this.#stalled) {
      response.destroy();
    }
    this.#stalled.clear();
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer({ url = "", headers: { range = "" } }: IncomingMessage, response: ServerResponse) {
    const key = `${url} ${range}`;
    const times = this.#asked.get(key) ?? 0;
    this.#asked.set(key, times + 1);
    const { seed, rate, faults, onRequest } = this.#plan;
    const random = new Random(seedOf(seed, key, times));
    onRequest?.(random);
    const fault = random.chance(rate) ? random.pick(faults) : undefined;
    this.log.push(`${key}${fault ? `: ${fault}` : ""}`);
    if (fault) {
      this.counts.set(fault, (this.counts.get(fault) ?? 0) + 1);
    }
    if (fault === "other version") {
      this.#version = 1;
    }
    const versions = this.files.get(url.slice(1));
    const file = versions?.[Math.min(this.#version, versions.length - 1)];
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    const asked = this.#ask(file, range, response, random);
    if (fault === "silence" || fault === "silence after a while") {
      this.#stalled.add(response);
      if (fault === "silence after a while") {
        response.writeHead(206, asked.headers).write(asked.file.subarray(asked.start, asked.start + 99));
      }
      this.#plan.onStall?.();
      return;
    }
    await (fault ? FAULTS[fault](asked) : right(asked));
  }

  #ask(file: Uint8Array, range: string, response: ServerResponse, random: Random): Asked {
    const [start = 0, last = file.length - 1] = (range.match(/\d+/g) ?? []).map(Number);
    const end = Math.min(last + 1, file.length);
    const tag = `"${this.#version + 1}"`;
    const validators = {
      strong: { etag: tag },
      weak: { etag: `W/${tag}` },
      modified: { "last-modified": new Date(1e12 * (1 + this.#version)).toUTCString() },
      none: {},
    };
    const isRange = range !== "";
    const headers = {
      ...validators[this.#plan.validator],
      "content-length": Math.max(0, end - start),
      ...(isRange && { "content-range": `bytes ${start}-${end - 1}/${file.length}` }),
    };
    return { file, start, end, isRange, headers, response, random };
  }
}

function right(asked: Asked): void {
  send(asked, {});
}

/** Answers with the range, but for what is given. Headers that are `undefined` are left out. */
function send(
  { file, start, end, isRange, headers, response }: Asked,
  other: {
    status?: number;
    headers?: Record<string, string | number | undefined>;
    body?: Uint8Array | string;
  },
): void {
  if (start >= file.length && isRange) {
    response.writeHead(416, { "content-range": `bytes */${file.length}` }).end();
    return;
  }
  const all = Object.entries({ ...headers, ...other.headers }).filter(([, value]) => value !== undefined);
  response.writeHead(other.status ?? (isRange ? 206 : 200), Object.fromEntries(all) as typeof headers);
  response.end(other.body ?? file.subarray(start, end));
}

/** The range up to a byte somewhere in it. */
function cut({ file, start, end, random }: Asked): Uint8Array {
  return file.subarray(start, start + random.below(end - start));
}

const refuse =
  (status: number, headers: Record<string, string> = {}) =>
  ({ response }: Asked) =>
    void response.writeHead(status, headers).end(`<Error><Code>No${status}</Code></Error>`);

/** The range in small pieces, each a moment after the one before: answers overtake each other. */
async function inPieces({ file, start, end, isRange, headers, response, random }: Asked): Promise<void> {
  response.writeHead(isRange ? 206 : 200, headers);
  for (let at = start; at < end; ) {
    const to = Math.min(end, at + 1 + random.below((end - start) / 3 + 1));
    response.write(file.subarray(at, to));
    at = to;
    await pause(random.below(4));
  }
  response.end();
}

const FAULTS = {
  "connection refused": ({ response }) => void response.destroy(),
  "connection broken": (asked) => {
    asked.response.writeHead(206, asked.headers);
    asked.response.write(cut(asked), () => asked.response.destroy());
  },
  "ended early": (asked) => send(asked, { headers: { "content-length": undefined }, body: cut(asked) }),
  "nothing in it": (asked) => send(asked, { headers: { "content-length": undefined }, body: "" }),
  late: async (asked) => {
    await pause(asked.random.below(20));
    right(asked);
  },
  "in pieces": inPieces,
  "length too large": (asked) => {
    const length = asked.end - asked.start;
    asked.response.writeHead(206, { ...asked.headers, "content-length": length + 1000 });
    asked.response.write(asked.file.subarray(asked.start, asked.end), () => asked.response.destroy());
  },
  "length too small": (asked) =>
    send(asked, { headers: { "content-length": (asked.end - asked.start) >> 1 } }),
  "no length": (asked) => send(asked, { headers: { "content-length": undefined } }),
  "more than asked for": (asked) => {
    const body = Buffer.concat([asked.file.subarray(asked.start, asked.end), Buffer.alloc(77)]);
    send(asked, { headers: { "content-length": body.length }, body });
  },
  "another range": (asked) => {
    const { start, end, file } = asked;
    const range = `bytes ${start + 10}-${end + 9}/${file.length}`;
    send(asked, { headers: { "content-range": range } });
  },
  "another size": (asked) => {
    const range = `bytes ${asked.start}-${asked.end - 1}/${asked.file.length + asked.random.below(9) - 4}`;
    send(asked, { headers: { "content-range": range } });
  },
  "a range of nonsense": (asked) =>
    send(asked, {
      headers: { "content-range": asked.random.pick(["bytes", "bytes 0-9", "items 1-2/3", ""]) },
    }),
  "size unknown": (asked) =>
    send(asked, { headers: { "content-range": `bytes ${asked.start}-${asked.end - 1}/*` } }),
  "no range": (asked) => send(asked, { headers: { "content-range": undefined } }),
  "whole file": ({ file, headers, response }) => {
    const { "content-range": _, ...rest } = headers;
    response.writeHead(200, { ...rest, "content-length": file.length }).end(file);
  },
  multipart: (asked) => {
    const part = `--x\r\ncontent-range: ${asked.headers["content-range"]}\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(part), asked.file.subarray(asked.start, asked.end)]);
    const more = { "content-type": "multipart/byteranges; boundary=x", "content-range": undefined };
    send(asked, { headers: { ...more, "content-length": body.length }, body });
  },
  "compressed on the way": (asked) => {
    const body = gzipSync(asked.file.subarray(asked.start, asked.end));
    send(asked, { headers: { "content-encoding": "gzip", "content-length": body.length }, body });
  },
  "said to be compressed": (asked) => send(asked, { headers: { "content-encoding": "gzip" } }),
  "a page to sign in": ({ response }) =>
    void response
      .writeHead(200, { "content-type": "text/html" })
      .end("<!doctype html><title>Sign in</title>"),
  "no content": refuse(204),
  "not modified": refuse(304),
  forbidden: refuse(403),
  missing: refuse(404),
  "too late": refuse(408),
  "out of range": refuse(416),
  "too many": refuse(429, { "retry-after": "0" }),
  "server error": refuse(500),
  unavailable: refuse(503, { "retry-after": new Date(0).toUTCString() }),
  "redirected in a circle": (asked) =>
    void asked.response.writeHead(302, { location: asked.response.req.url ?? "/" }).end(),
  "redirected to nothing": ({ response }) =>
    void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
  "no protocol": ({ response }) => void response.socket?.end("nonsense\r\n\r\n"),
  "other version": right,
  silence: () => {},
  "silence after a while": () => {},
} satisfies Record<string, (asked: Asked) => void | Promise<void>>;

export type Fault = keyof typeof FAULTS;

export const faults = Object.keys(FAULTS) as Fault[];
