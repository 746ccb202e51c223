/** Files at URLs: what the server says, what is reported of it, and which other files may be fetched. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type OpenOptions, open, type Progress } from "asdf-wasm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { build, ndarray } from "../../support/build.ts";
import { arrayAt, column, failure } from "../../support/values.ts";

const content = Uint16Array.from({ length: 30_000 }, (_, i) => i);
const whole = build(`data: ${ndarray(0, "uint16", [30_000])}`, [{ content }]);
const requests: IncomingMessage[] = [];
/** Aborted when the request arrives that is never answered. */
const late = new AbortController();

const routes: Record<string, (response: ServerResponse) => void> = {
  "/whole.asdf": (response) => response.setHeader("content-length", whole.length).end(whole),
  "/moved.asdf": (response) => response.writeHead(302, { location: "/elsewhere/master.asdf" }).end(),
  "/away.asdf": (response) => response.writeHead(307, { location: `${other}/back.asdf` }).end(),
  "/back.asdf": (response) => response.writeHead(301, { location: `${home}/whole.asdf` }).end(),
  "/circle.asdf": (response) => response.writeHead(302, { location: "circle.asdf" }).end(),
  "/inline.asdf": (response) => response.writeHead(302, { location: "data:,#ASDF" }).end(),
  "/referring.asdf": (response) =>
    response.end(build("{part: {$ref: 'whole.asdf'}, gone: {$ref: 'away.asdf'}}")),
  "/elsewhere/master.asdf": (response) =>
    response.end(build(`data: ${ndarray("part.asdf", "uint16", [30_000])}`)),
  "/elsewhere/part.asdf": (response) => response.end(whole),
  "/cut.asdf": (response) => {
    response.setHeader("content-length", whole.length);
    response.write(whole.subarray(0, 1000), () => response.destroy());
  },
  "/silent.asdf": () => late.abort(new DOMException("too late", "TimeoutError")),
  "/abroad.asdf": (response) =>
    response.end(build(`data: ${ndarray(`'${other}/whole.asdf'`, "uint16", [30_000])}`)),
};

function serve() {
  return createServer((request, response) => {
    requests.push(request);
    const route = routes[request.url ?? ""];
    if (route) {
      route(response);
    } else {
      response.writeHead(404).end();
    }
  });
}

const servers = [serve(), serve()] as const;
let home = "";
let other = "";

beforeAll(async () => {
  const start = (server: (typeof servers)[number]) =>
    new Promise<string>((resolve) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.address();
        resolve(`http://127.0.0.1:${typeof address === "object" && address ? address.port : ""}`);
      });
    });
  [home, other] = await Promise.all(servers.map(start)).then(([a = "", b = ""]) => [a, b] as const);
});

beforeEach(() => {
  requests.length = 0;
});

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function readData(path: string, options: OpenOptions = {}) {
  const file = await open(home + path, options);
  return column(await arrayAt(file, "data").read()).data;
}

test("a URL is fetched once, with progress", async () => {
  const seen: Progress[] = [];
  const onProgress = (progress: Progress) => seen.push(progress);
  expect(
    await readData("/whole.asdf", { onProgress, request: { headers: { "x-token": "secret" } } }),
  ).toEqual(content);
  const last = seen.filter(({ phase }) => phase === "download").at(-1);
  expect(last).toEqual({ phase: "download", loaded: whole.length, total: whole.length });
  expect(requests.map(({ headers }) => headers["x-token"])).toEqual(["secret"]);
});

test("a missing file", async () => {
  const error = await failure(() => open(`${home}/missing.asdf`));
  expect(error).toMatchObject({
    code: "not-found",
    status: 404,
    message: `the server answered 404 Not Found for ${home}/missing.asdf: there is nothing at this address`,
  });
});

test("a server that cannot be reached, and a connection that breaks", async () => {
  const { port } = new URL(home);
  for (const [url, said] of [
    // Node asks no server for some ports.
    ["http://127.0.0.1:1/a.asdf", "could not be fetched (bad port)"],
    ["http://nowhere.invalid/a.asdf", "nowhere.invalid): the server cannot be reached"],
    [`${home}/circle.asdf`, "could not be fetched (redirect count exceeded)"],
    [`https://127.0.0.1:${port}/whole.asdf`, "wrong version number"],
  ] as const) {
    const error = await failure(() => open(url, { http: { retries: 0 } }));
    expect([error.code, error.message]).toEqual(["network", expect.stringContaining(said)]);
    expect(error.message.includes("cannot be reached")).toBe(said.includes("cannot be reached"));
  }
  expect((await failure(() => open(`${home}/cut.asdf`))).code).toBe("network");
});

test("a fetch that is aborted", async () => {
  const error = await failure(() => open(`${home}/silent.asdf`, { signal: late.signal }));
  expect(error.code).toBe("aborted");
  expect(error.cause).toMatchObject({ name: "TimeoutError" });
});

test("elements in a file beside this one, found from where it really is", async () => {
  const request = { headers: { "x-token": "secret" } };
  expect(await readData("/moved.asdf", { request })).toEqual(content);
  expect(requests.map(({ url }) => url)).toEqual([
    "/moved.asdf",
    "/elsewhere/master.asdf",
    "/elsewhere/part.asdf",
  ]);
  // The last is one that the file names.
  expect(requests.map(({ headers }) => headers["x-token"])).toEqual(["secret", "secret", undefined]);
});

test("no redirection takes the headers of the caller to another origin", async () => {
  for (const name of ["x-api-key", "authorization", "cookie"]) {
    requests.length = 0;
    const request = { headers: { [name]: "secret" } };
    // Abroad and back: what was left behind is not taken up again.
    expect(await readData("/away.asdf", { request })).toEqual(content);
    expect(requests.map(({ url, headers }) => [url, headers[name]])).toEqual([
      ["/away.asdf", "secret"],
      ["/back.asdf", undefined],
      ["/whole.asdf", undefined],
    ]);
  }
});

test("nor does a reference, however the file names it, and `resolve` can give a request with headers", async () => {
  const request = { headers: { "x-token": "secret" } };
  const sent = () => requests.map(({ url, headers }) => [url, headers["x-token"]]);
  const file = await open(`${home}/referring.asdf`, { request });
  expect(await file.resolve("part")).toBeDefined();
  await file.resolve("gone");
  expect(sent()).toEqual([
    ["/referring.asdf", "secret"],
    ["/whole.asdf", undefined],
    ["/away.asdf", undefined],
    ["/back.asdf", undefined],
    ["/whole.asdf", undefined],
  ]);
  requests.length = 0;
  const given = await open(`${home}/referring.asdf`, {
    request,
    resolve: (uri) => new Request(uri, { headers: { "x-token": "for it" } }),
  });
  expect(await given.resolve("part")).toBeDefined();
  expect(sent()).toEqual([
    ["/referring.asdf", "secret"],
    ["/whole.asdf", "for it"],
  ]);
});

test("redirections without end, and to what is not fetched", async () => {
  const request = { headers: { "x-token": "secret" } };
  for (const path of ["/circle.asdf", "/inline.asdf"]) {
    expect((await failure(() => open(home + path, { request }))).code).toBe("network");
  }
  expect(requests.filter(({ url }) => url === "/circle.asdf")).toHaveLength(21);
});

test("elements at another origin only where that is allowed, and without this one's secrets", async () => {
  const refused = await failure(() => readData("/abroad.asdf"));
  expect(refused.code).toBe("external-source");
  expect(refused.message).toContain('external: "any"');
  requests.length = 0;
  const request = { headers: { "x-token": "secret" } };
  expect(await readData("/abroad.asdf", { external: "any", request })).toEqual(content);
  expect(requests.map(({ headers }) => headers["x-token"])).toEqual(["secret", undefined]);
});

test("`none` fetches nothing more", async () => {
  const error = await failure(() => readData("/moved.asdf", { external: "none" }));
  expect(error.code).toBe("external-source");
  expect(requests).toHaveLength(2);
});

test("`resolve` is asked first, once a file", async () => {
  const asked: string[] = [];
  const master = build(
    `data: ${ndarray("part.asdf", "uint16", [30_000])}\nmore: ${ndarray("part.asdf", "uint16", [3])}`,
  );
  const file = await open(master, {
    resolve: async (uri) => {
      asked.push(uri);
      return new Blob([whole]);
    },
  });
  expect(column(await arrayAt(file, "data").read()).data).toEqual(content);
  expect(column(await arrayAt(file, "more").read([-1])).data).toEqual(Uint16Array.of(2));
  expect(asked).toEqual(["part.asdf"]);
});

test("a file in memory cannot say where others are", async () => {
  const file = await open(build(`data: ${ndarray("part.asdf", "uint16", [3])}`));
  const error = await failure(() => arrayAt(file, "data").read());
  expect(error.code).toBe("external-source");
  expect(error.message).toContain("part.asdf");
  expect(error.message).toContain("resolve");
});

test("what cannot be opened is tried again next time", async () => {
  let broken = true;
  const file = await open(build(`data: ${ndarray("part.asdf", "uint16", [3])}`), {
    resolve: () => (broken ? new Blob(["nothing"]) : new Blob([whole])),
  });
  const error = await failure(() => arrayAt(file, "data").read());
  expect(error.code).toBe("external-source");
  expect(error.cause).toMatchObject({ code: "not-asdf" });
  broken = false;
  expect(column(await arrayAt(file, "data").read()).data).toEqual(content.slice(0, 3));
});
