/** Other files at URLs: where they are looked for, and which the policy lets be fetched. */
import { createServer, type IncomingMessage } from "node:http";
import { open } from "asdf-wasm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { build, ndarray } from "../../support/build.ts";
import { failure } from "../../support/values.ts";
import { elements } from "../support/references.ts";

const content = Uint16Array.of(1, 2, 3);
const requests: IncomingMessage[] = [];
const part = build(
  `a: ${ndarray(0, "uint16", [3])}\nnext: {$ref: 'deep/c.asdf#/x'}\nback: {$ref: '../main.asdf#/here'}`,
  [{ content }],
);
let home = "";
let other = "";
const main = () =>
  build(
    `here: 8
near: {$ref: 'parts/b.asdf#/a'}
nested: {$ref: 'parts/b.asdf#/next'}
back: {$ref: 'parts/b.asdf#/back'}
itself: {$ref: '${home}/main.asdf#/here'}
abroad: {$ref: '${other}/parts/b.asdf#/a'}
led: {$ref: 'led.asdf#/a'}
moved: {$ref: 'moved.asdf#/next'}
missing: {$ref: missing.asdf}
silent: {$ref: silent.asdf}
file: {$ref: 'file:///etc/passwd'}
data: {$ref: 'data:text/plain,#ASDF'}
script: {$ref: 'javascript:alert(1)'}
elements: ${ndarray("led.asdf", "uint16", [3])}
own: ${ndarray("main.asdf", "uint16", [3])}`,
    [{ content }],
  );
const servers = [0, 1].map(() =>
  createServer((request, response) => {
    requests.push(request);
    switch (request.url) {
      case "/main.asdf":
        return response.end(main());
      case "/parts/b.asdf":
        return response.end(part);
      case "/parts/deep/c.asdf":
        return response.end(build("{x: 9}"));
      case "/led.asdf":
        return response.writeHead(302, { location: `${other}/parts/b.asdf` }).end();
      case "/moved.asdf":
        return response.writeHead(302, { location: "/parts/b.asdf" }).end();
      case "/away.asdf":
        return response.writeHead(302, { location: `${other}/main.asdf` }).end();
      case "/silent.asdf":
        return undefined;
      default:
        return response.writeHead(404).end();
    }
  }),
);
const urls = () => requests.map(({ url }) => url);

beforeAll(async () => {
  const addresses = servers.map(
    (server) =>
      new Promise<string>((settle) => {
        server.listen(0, "127.0.0.1", () => settle(`http://127.0.0.1:${Object(server.address()).port}`));
      }),
  );
  [home = "", other = ""] = await Promise.all(addresses);
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

test("are relative to the file that refers to them, wherever a redirection led, and fetched once", async () => {
  const file = await open(`${home}/main.asdf`);
  expect(await elements(await file.resolve("near"))).toEqual(content);
  expect(await file.resolve("nested")).toBe(9);
  expect([await file.resolve("back"), await file.resolve("itself")]).toEqual([8, 8]);
  expect(await elements(file.get("own"))).toEqual(content);
  expect(urls()).toEqual(["/main.asdf", "/parts/b.asdf", "/parts/deep/c.asdf"]);
  expect(await file.resolve("moved")).toBe(9);
  expect(urls().slice(3)).toEqual(["/moved.asdf", "/parts/b.asdf"]);
});

test("another origin is refused unless asked for, also when a redirection leads there", async () => {
  const file = await open(`${home}/main.asdf`);
  for (const path of ["abroad", "led"]) {
    const error = await failure(() => file.resolve(path));
    expect(error.code, path).toBe("external-source");
    expect(error.message).toContain(`${other}/parts/b.asdf`);
    expect(error.message).toContain('external: "any"');
  }
  expect((await failure(() => elements(file.get("elements")))).code).toBe("external-source");
  const free = await open(`${home}/main.asdf`, { external: "any" });
  expect(await elements(await free.resolve("abroad"))).toEqual(content);
  expect(await elements(await free.resolve("led"))).toEqual(content);
  expect(await elements(free.get("elements"))).toEqual(content);
});

test("what the caller's request holds goes to no file that a file names", async () => {
  const request = { headers: { "x-token": "secret", authorization: "Bearer secret" } };
  const free = await open(`${home}/main.asdf`, { external: "any", request });
  await free.resolve("near");
  await free.resolve("abroad");
  expect(requests.map(({ headers }) => headers["x-token"])).toEqual(["secret", undefined, undefined]);
  requests.length = 0;
  const away = await open(`${home}/away.asdf`, { request });
  await away.resolve("near");
  expect(urls()).toEqual(["/away.asdf", "/main.asdf", "/parts/b.asdf"]);
  expect(requests.map(({ headers }) => headers.authorization)).toEqual([
    "Bearer secret",
    undefined,
    undefined,
  ]);
  expect(requests[2]?.headers["x-token"]).toBeUndefined();
});

test("`none` fetches nothing, and `resolve` is asked first", async () => {
  const file = await open(`${home}/main.asdf`, { external: "none" });
  const error = await failure(() => file.resolve("near"));
  expect(error).toMatchObject({ code: "external-source" });
  expect(error.message).toContain('`external` is "none"');
  expect(urls()).toEqual(["/main.asdf"]);
  const asked: string[] = [];
  const answered = await open(`${home}/main.asdf`, {
    external: "none",
    resolve: (uri) => {
      asked.push(uri);
      return part;
    },
  });
  expect(await elements(await answered.resolve("near"))).toEqual(content);
  expect(asked).toEqual([`${home}/parts/b.asdf`]);
});

test.each(["file", "data", "script"])("%s: addresses are never fetched", async (path) => {
  for (const source of [`${home}/main.asdf`, new Blob([main()])]) {
    const error = await failure(async () => (await open(source, { external: "any" })).resolve(path));
    expect(error.code).toBe("external-source");
    expect(error.message).toMatch(/it is at a \w+: address, and only http: and https: ones are/);
  }
});

test("of a file that is no URL's, only absolute ones, and only if any may be", async () => {
  const near = await failure(async () =>
    (await open(new Blob([main()]), { external: "any" })).resolve("near"),
  );
  expect(near.message).toContain("`resolve`");
  const abroad = await failure(async () => (await open(new Blob([main()]))).resolve("abroad"));
  expect(abroad.code).toBe("external-source");
  const free = await open(new Blob([main()]), { external: "any" });
  expect(await elements(await free.resolve("abroad"))).toEqual(content);
});

test("a missing one, and one that does not answer until it is given up", async () => {
  const file = await open(`${home}/main.asdf`);
  const missing = await failure(() => file.resolve("missing"));
  expect(missing).toMatchObject({ code: "external-source", cause: { code: "not-found", status: 404 } });
  expect(missing.message).toContain("404");
  const silent = await failure(() => file.resolve("silent", { signal: AbortSignal.timeout(50) }));
  expect(silent.code).toBe("aborted");
});
