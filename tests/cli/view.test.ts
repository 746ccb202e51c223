/** `view`: what its server sends, and to whom. */

import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { dirname, join } from "node:path";
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
  symlinkSync(at("nowhere.asdf"), at("files/dangling.asdf"));
  writeFileSync(at("page.html"), "<script>fetch('.')</script>");
  child = started(["view", at("files"), roman, at("page.html"), "--no-open", "--json"]);
  end = ended(child);
  const line = await new Promise<string>((done) =>
    child.stdout?.once("data", (chunk) => done(String(chunk))),
  );
  ({ address } = JSON.parse(line));
  expect(JSON.parse(line).files).toEqual(["inner/a b.asdf", "roman_l2_192.asdf", "page.html"]);
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

test("a file is never a page", async () => {
  const { headers } = await fetch(`${address}files/page.html`);
  expect(headers.get("content-type")).toBe("application/octet-stream");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-disposition")).toBe("attachment");
  expect(headers.get("content-security-policy")).toContain("sandbox");
});

test("the arguments of the browser do not have the secret, a file for this user alone does", async () => {
  const browser = join(at(""), "bin/xdg-open");
  mkdirSync(dirname(browser));
  writeFileSync(
    browser,
    `#!/bin/sh\nstat -c %a "$1" > "${at("seen")}"\nprintf '%s\\n' "$@" >> "${at("seen")}"\ncat "$1" >> "${at("seen")}"\ntouch "${at("done")}"\n`,
    { mode: 0o755 },
  );
  const viewing = started(["view", roman, "--json"], {
    env: { PATH: `${dirname(browser)}:${process.env["PATH"]}` },
  });
  const ending = ended(viewing);
  await expect.poll(() => existsSync(at("done")), { timeout: 20_000 }).toBe(true);
  const [mode, page = "", ...content] = readFileSync(at("seen"), "utf8").split("\n");
  viewing.kill("SIGINT");
  const { out } = await ending;
  const own = JSON.parse(out).address;
  expect(mode).toBe("600");
  expect(page).not.toContain(new URL(own).pathname);
  expect(content.join("\n")).toContain(own);
  expect(existsSync(page)).toBe(false);
});

test("it ends when it is told to, and refuses what it cannot serve", async () => {
  expect(await run("view", "-", "--no-open")).toMatchObject({ code: 2 });
  expect(await run("view", at("none"), "--no-open")).toMatchObject({ code: 3 });
  child.kill("SIGINT");
  expect(await end).toMatchObject({ code: 0 });
});
