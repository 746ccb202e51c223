/** The WebAssembly modules by their addresses, as bundlers give them: `init(url)`, `initWriter(url)`, and promises of URLs. */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { AsdfError, init, initWriter, open, write } from "asdf-wasm/slim";
import { afterAll, beforeAll, expect, test } from "vitest";

const pkg = new URL("../../../pkg/", import.meta.url);
let server: Server;
let base: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const [, name = ""] = request.url?.split("/") ?? [];
    if (name.endsWith(".wasm")) {
      response.setHeader("content-type", "application/wasm");
      response.end(readFileSync(new URL(name, pkg)));
    } else {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.statusCode = name === "missing" ? 404 : 200;
      response.end("<!doctype html><title>A page</title>");
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(() => {
  server.close();
});

async function messageOf(failing: Promise<unknown>): Promise<string> {
  const error: unknown = await failing.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AsdfError);
  expect((error as AsdfError).code).toBe("network");
  return (error as AsdfError).message;
}

test("what is not a module is named: a page of HTML, a status", async () => {
  expect(await messageOf(init(`${base}page`))).toContain(`${base}page answered with a page of HTML`);
  expect(await messageOf(init(new URL("missing", base)))).toContain("answered with status 404");
  expect(await messageOf(initWriter(`${base}page`))).toContain(
    "asdf_wasm_writer_bg.wasm is served, or pass `configure({ locate })`",
  );
});

test("init(Promise<url>) and initWriter(url), which never worked", async () => {
  await init(Promise.resolve(`${base}asdf_wasm_bg.wasm`));
  await initWriter(new URL("asdf_wasm_writer_bg.wasm", base));
  const file = await open(await write({ a: 1 }));
  expect(file.get("a")).toBe(1);
});
