/** `view`: what its server gives, and to whom. */

import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ended, roman, run, scratch, started } from "./run.ts";

const at = scratch();
let child: ReturnType<typeof started>;
let address: string;
let end: ReturnType<typeof ended>;

beforeAll(async () => {
  mkdirSync(at("files/inner"), { recursive: true });
  copyFileSync(roman, at("files/inner/a b.asdf"));
  writeFileSync(at("secret.asdf"), "secret");
  writeFileSync(at("files/notes.txt"), "notes");
  symlinkSync(at("secret.asdf"), at("files/link.asdf"));
  child = started(["view", at("files"), roman, "--no-open", "--json"]);
  end = ended(child);
  const line = await new Promise<string>((done) =>
    child.stdout?.once("data", (chunk) => done(String(chunk))),
  );
  ({ address } = JSON.parse(line));
  expect(JSON.parse(line).files).toEqual(["inner/a b.asdf", "roman_l2_192.asdf"]);
});
afterAll(() => child.kill());

test("the page, the viewer, and files by range", async () => {
  const page = await fetch(address);
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(await page.text()).toContain("<asdf-viewer>");
  expect(await (await fetch(`${address}page.js`)).text()).toContain('"files/inner/a%20b.asdf"');
  for (const file of ["viewer/index.js", "viewer/worker.js", "index.js", "asdf_wasm_bg.wasm"]) {
    expect((await fetch(`${address}package/${file}`)).status, file).toBe(200);
  }
  const part = await fetch(`${address}files/inner/a%20b.asdf`, { headers: { Range: "bytes=0-4" } });
  expect([part.status, await part.text()]).toEqual([206, "#ASDF"]);
  const whole = await fetch(`${address}files/roman_l2_192.asdf`);
  expect(Buffer.from(await whole.arrayBuffer()).equals(readFileSync(roman))).toBe(true);
});

test("nothing else, for nobody else", async () => {
  for (const path of [
    "files/notes.txt",
    "files/link.asdf",
    "files/../secret.asdf",
    "files/%2e%2e%2fsecret.asdf",
    "package/package.json",
    "package/../Cargo.toml",
  ]) {
    expect((await fetch(address + path)).status, path).toBe(404);
  }
  expect((await fetch(new URL("/", address))).status).toBe(403);
  expect((await fetch(`${address}page.js`, { method: "POST" })).status).toBe(405);
  const status = await new Promise<number | undefined>((done) => {
    request(address, { headers: { host: "evil.example" } }, ({ statusCode }) => done(statusCode)).end();
  });
  expect(status).toBe(403);
  expect((await fetch(address)).headers.get("access-control-allow-origin")).toBeNull();
});

test("it ends when it is told to, and refuses what it cannot serve", async () => {
  expect(await run("view", "-", "--no-open")).toMatchObject({ code: 2 });
  expect(await run("view", at("none"), "--no-open")).toMatchObject({ code: 3 });
  child.kill("SIGINT");
  expect(await end).toMatchObject({ code: 0 });
});
