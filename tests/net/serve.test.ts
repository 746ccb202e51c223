/** `npm run serve`: what it serves can be read from any page, and nothing else is served. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open } from "asdf-wasm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileServer } from "../../scripts/page/serve.mjs";
import { build } from "../support/build.ts";

let folder: string;
let server: Server;
let address: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "asdf-serve-"));
  mkdirSync(join(folder, "files"));
  writeFileSync(join(folder, "secret.asdf"), build("secret: 1"));
  writeFileSync(join(folder, "files", "one file.asdf"), build("a: 1"));
  server = await fileServer(join(folder, "files"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const at = server.address();
  address = `http://127.0.0.1:${typeof at === "object" && at ? at.port : ""}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

test("a file, by range, to every page", async () => {
  expect((await open(`${address}/one%20file.asdf`)).get("a")).toBe(1);
  const answer = await fetch(`${address}/one%20file.asdf`, { headers: { range: "bytes=1-4" } });
  expect([answer.status, await answer.text()]).toEqual([206, "ASDF"]);
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  expect(answer.headers.get("access-control-expose-headers")).toContain("Content-Range");
  const headers = { "access-control-request-headers": "x-token" };
  const leave = await fetch(address, { method: "OPTIONS", headers });
  expect([leave.status, leave.headers.get("access-control-allow-headers")]).toEqual([204, "x-token"]);
});

test.each(["/", "/none.asdf", "/%2e%2e/secret.asdf", "/..%2fsecret.asdf", "/%", "//"])(
  "nothing at %s",
  async (path) => {
    const answer = await fetch(address + path);
    expect(answer.ok).toBe(false);
  },
);
