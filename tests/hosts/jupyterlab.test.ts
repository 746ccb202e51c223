/** What the extension of JupyterLab does with answers of a server, with edits and with links, without JupyterLab. */
import { AsdfError } from "asdf-wasm";
import { expect, test, vi } from "vitest";
import { Edits } from "../../hosts/jupyterlab/src/document/edits.ts";
import { openRanges } from "../../hosts/jupyterlab/src/files/ranges.ts";
import {
  type Folder,
  type Limits,
  type Message,
  replace,
  upload,
} from "../../hosts/jupyterlab/src/files/upload.ts";
import { LARGE, loadContent, loadResponse } from "../../hosts/jupyterlab/src/files/whole.ts";
import { linkIn, linkTo, withoutLink } from "../../hosts/jupyterlab/src/links.ts";

const content = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);

/** A server with one file, as Jupyter's handler of `files/` answers. */
function server(bytes = content) {
  const state = { bytes, modified: "Mon, 23 Nov 2026 12:00:00 GMT", asked: [] as string[] };
  const request = async (headers: Record<string, string>): Promise<Response> => {
    state.asked.push(headers["Range"] ?? "");
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers["Range"] ?? "") ?? [];
    const [start, end] = [Number(from), Math.min(Number(to) + 1, state.bytes.length)];
    if (start >= state.bytes.length) {
      return new Response(null, {
        status: 416,
        headers: { "Content-Range": `bytes */${state.bytes.length}` },
      });
    }
    return new Response(state.bytes.slice(start, end), {
      status: 206,
      headers: {
        "Content-Range": `bytes ${start}-${end - 1}/${state.bytes.length}`,
        "Last-Modified": state.modified,
      },
    });
  };
  return { state, request };
}

async function opened(request: ReturnType<typeof server>["request"]) {
  const source = await openRanges(request, "a.asdf");
  if (source instanceof Response) {
    throw new Error("the file was not opened by range");
  }
  return source;
}

/** A matcher of long arrays describes each of their elements. */
const isContent = async (blob: Blob) => Buffer.from(await blob.arrayBuffer()).equals(content);

const failure = (code: string, message: RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

test("a file is read by range; its beginning is fetched once", async () => {
  const { state, request } = server();
  const source = await opened(request);
  expect(source.size).toBe(content.length);
  expect(await source.read(10, 20, {})).toEqual(content.slice(10, 30));
  expect(await source.read(200_000, 1000, {})).toEqual(content.slice(200_000, 201_000));
  expect(await source.read(299_990, 1000, {})).toEqual(content.slice(299_990));
  expect(state.asked).toEqual(["bytes=0-65535", "bytes=200000-200999", "bytes=299990-300989"]);
});

test("an empty file has no first byte", async () => {
  const source = await opened(server(new Uint8Array()).request);
  expect([source.size, await source.read(0, 10, {})]).toEqual([0, new Uint8Array()]);
});

test.each(["another date", "another length"])("a file that was replaced meanwhile: %s", async (what) => {
  const { state, request } = server();
  const source = await opened(request);
  if (what === "another date") {
    state.modified = "Mon, 23 Nov 2026 12:00:01 GMT";
  } else {
    state.bytes = content.slice(0, 200_000);
  }
  const expected = failure("source-changed", /^a\.asdf was changed on the server .*: open it again/);
  await expect(source.read(100_000, 10, {})).rejects.toEqual(expected);
});

test("a server without ranges answers with the whole file, which is asked for if it is large", async () => {
  const answer = (size: number) =>
    new Response(content, { headers: { "Content-Length": String(size), "Content-Type": "text/plain" } });
  const response = await openRanges(async () => answer(content.length), "a.asdf");
  const never = vi.fn(async () => false);
  const loaded = await loadResponse(response as Response, "a.asdf", never);
  expect([await isContent(loaded), never.mock.calls]).toEqual([true, []]);

  const refused = loadResponse(answer(LARGE + 1), "a.asdf", never);
  await expect(refused).rejects.toEqual(failure("aborted", /not loaded/));
  expect(never).toHaveBeenCalledExactlyOnceWith(LARGE + 1);
});

test("a contents manager gives a file in base64", async () => {
  const base64 = Buffer.from(content).toString("base64");
  const fetch = async (whole: boolean) =>
    whole ? { format: "base64", content: base64 } : { size: content.length };
  const blob = await loadContent(fetch, "a.asdf", async () => false);
  expect(await isContent(blob)).toBe(true);
});

test("a proxy that gives another range is named", async () => {
  const { request } = server();
  const source = await opened(async (headers) =>
    request(headers["Range"]?.startsWith("bytes=0-") ? headers : { Range: "bytes=7-9" }),
  );
  await expect(source.read(100_000, 3, {})).rejects.toEqual(
    failure("range-not-supported", /pass on `Range`/),
  );
});

test("a server that fails for a moment is asked again; one that refuses is not", async () => {
  const { request } = server();
  const answers = [new Response(null, { status: 503 }), new TypeError("connection reset")];
  const source = await opened(async (headers) => {
    const answer = answers.shift();
    if (answer instanceof Error) {
      throw answer;
    }
    return answer ?? request(headers);
  });
  expect(source.size).toBe(content.length);

  const gone = vi.fn(async () => new Response(null, { status: 404, statusText: "Not Found" }));
  const expected = failure("not-found", /answered 404 Not Found for a\.asdf: it was moved or deleted/);
  await expect(openRanges(gone, "a.asdf")).rejects.toEqual(expected);
  expect(gone).toHaveBeenCalledOnce();
});

test("a reading that is stopped does not wait for another attempt", async () => {
  const { request } = server();
  const source = await opened(request);
  const stop = new AbortController();
  stop.abort(new AsdfError("aborted", "stopped"));
  const reading = (async () => {
    const failing = await opened(async (headers) =>
      headers["Range"]?.startsWith("bytes=0-") ? request(headers) : Promise.reject(stop.signal.reason),
    );
    return failing.read(100_000, 10, { signal: stop.signal });
  })();
  await expect(reading).rejects.toBe(stop.signal.reason);
  expect(await source.read(0, 1, { signal: stop.signal })).toEqual(content.slice(0, 1));
});

const limits: Limits = { whole: 100_000, chunk: 90_000 };

test("small files are written in one message, large ones in numbered chunks", async () => {
  const sent: Message[] = [];
  const send = async (message: Message) => sent.push(message);
  await upload(new Blob([content]), send);
  expect(sent.map(({ chunk }) => chunk)).toEqual([undefined]);
  expect(Buffer.from(sent[0]?.content ?? "", "base64").equals(content)).toBe(true);

  sent.length = 0;
  const progress: number[] = [];
  await upload(new Blob([content]), send, (written) => progress.push(written), limits);
  expect(sent.map(({ chunk }) => chunk)).toEqual([1, 2, 3, -1]);
  const received = Buffer.concat(sent.map(({ content }) => Buffer.from(content, "base64")));
  expect(received.equals(content)).toBe(true);
  expect(progress).toEqual([90_000, 180_000, 270_000, 300_000]);
});

test.each([
  ["nothing", ["a.asdf"], "new"],
  ["save 3", ["a.asdf"], "old"],
  ["rename 1", ["a.asdf"], "old"],
  ["rename 2", ["a.asdf"], "old"],
  ["remove 1", ["a.asdf", "a.asdf.PART.part.old"], "new"],
])("a long file is replaced whole or not at all: when %s fails", async (failing, names, is) => {
  const files = new Map([["a.asdf", "old"]]);
  const counts = new Map<string, number>();
  const act = (what: string) => {
    const count = (counts.get(what) ?? 0) + 1;
    counts.set(what, count);
    if (failing === `${what} ${count}`) {
      throw new Error("the server stopped");
    }
  };
  const folder: Folder<string> = {
    has: async (path) => files.has(path),
    send: async (path, { content, chunk = -1 }) => {
      act("save");
      files.set(path, `${chunk === 1 ? "" : (files.get(path) ?? "")}${content}`);
      return path;
    },
    rename: async (from, to) => {
      act("rename");
      expect(files.has(to)).toBe(false);
      files.set(to, files.get(from) ?? "");
      files.delete(from);
      return to;
    },
    remove: async (path) => {
      act("remove");
      files.delete(path);
    },
  };
  const done = replace(new Blob([content]), "a.asdf", folder, undefined, limits);
  await (is === "new" ? done : expect(done).rejects.toThrow("the server stopped"));
  const left = [...files.keys()].map((name) => name.replace(/[\da-f-]{36}/, "PART"));
  expect(left.sort()).toEqual(names);
  expect(files.get("a.asdf") === "old").toBe(is === "old");
});

test("a file whose last chunk is full ends with it", async () => {
  const sent: (number | undefined)[] = [];
  const full = new Blob([content.slice(0, 180_000)]);
  await upload(full, async ({ chunk }) => sent.push(chunk), undefined, limits);
  expect(sent).toEqual([1, -1]);
});

test("a file is changed unless undo and redo lead back to what was saved", () => {
  const edits = new Edits();
  expect([edits.isChanged, edits.undo(), edits.redo()]).toEqual([false, false, false]);
  edits.add();
  edits.add();
  expect(edits.isChanged).toBe(true);
  expect([edits.undo(), edits.isChanged, edits.undo(), edits.isChanged]).toEqual([true, true, true, false]);
  expect([edits.redo(), edits.isChanged]).toEqual([true, true]);
  edits.add();
  expect([edits.redo(), edits.undo(), edits.undo(), edits.isChanged]).toEqual([false, true, true, false]);
});

test("a link has the place in the query of JupyterLab's address", () => {
  const address = "https://hub.example/user/ada/lab/tree/run%201/a.asdf";
  const link = linkTo(address, "#file=a.asdf&path=roman/data&stretch=log");
  expect(link).toBe(`${address}?asdf=path%3Droman%252Fdata%26stretch%3Dlog`);
  const { search } = new URL(link);
  expect(Object.fromEntries(new URLSearchParams(linkIn(search)?.slice(1)))).toEqual({
    path: "roman/data",
    stretch: "log",
  });
  expect([withoutLink(search), withoutLink(`${search}&reset`)]).toEqual(["", "?reset="]);
  expect([linkTo(address, ""), linkIn("?reset")]).toEqual([address, undefined]);
});
