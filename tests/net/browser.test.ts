/** Files at another origin than the page's, in Chromium: no request for leave, and words for what a server lacks. */
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchTestBrowser } from "../../scripts/setup/browser.mjs";
import { build, ndarray } from "../support/build.ts";
import { type Logged, Server } from "./server.ts";

const content = Uint32Array.from({ length: 1 << 20 }, (_, i) => i);
const file = build(`data: ${ndarray(0, "uint32", [1 << 20])}`, [{ content, checksum: "right" }]);
let server: Server;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await Server.start();
  server.write("file.asdf", file);
  browser = await launchTestBrowser();
  page = await browser.newPage();
  await page.goto(`${server.home}/page`);
});

afterAll(async () => {
  await browser?.close();
  await server.remove();
});

/** Opens a file in the page and reads from it; answers the sum of the elements, or the failure's words. */
function read(url: string, options: object = {}) {
  const work = () =>
    page.evaluate(`import("/package/index.js").then(async ({ open, slice }) => {
      try {
        const file = await open(${JSON.stringify(url)}, ${JSON.stringify(options)});
        const { data } = await file.get("data").read([slice(500000, 500003)]);
        return [data.reduce((sum, value) => sum + value), file.warnings.map(({ code }) => code)];
      } catch (error) {
        return [error.code, error.message].join(": ");
      }
    })`);
  return server.during(work);
}

/** The keys that the caller gave, in all requests to files. */
function keysIn(log: readonly Logged[]): readonly (readonly [path: string, key: string])[] {
  return log.filter(({ path }) => path.endsWith(".asdf")).map(({ path, key }) => [path, key]);
}

const sum = 1_500_003;

test("the page's own origin", async () => {
  const { result, log } = await read(`${server.home}/plain/file.asdf`, { checksums: "ignore" });
  expect(result).toEqual([sum, []]);
  expect(log.filter(({ path }) => path.endsWith(".asdf"))).toHaveLength(2);
});

test.each(["open", "open-but-hidden"])("another origin, whose server says: %s", async (how) => {
  const { result, log } = await read(`${server.abroad}/${how}/file.asdf`, { checksums: "ignore" });
  expect(result).toEqual([sum, []]);
  const requests = log.filter(({ path }) => path.endsWith(".asdf"));
  expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
  expect(requests.length).toBe(how === "open" ? 2 : 3);
});

test.each(["home", "abroad"] as const)(
  "a server that compresses what it is asked a range of: %s",
  async (where) => {
    server.write("file.asdf.gz", gzipSync(file, { level: 1 }));
    const { result } = await read(`${server[where]}/gzipped/file.asdf.gz`);
    expect(result).toEqual([sum, ["downloaded"]]);
  },
);

test("a server that does not let the page read says so in no way, but we do", async () => {
  const { result } = await read(`${server.abroad}/plain/file.asdf`, { http: { retries: 0 } });
  expect(result).toContain(`\`Access-Control-Allow-Origin: ${server.home}\``);
  const request = { headers: { "x-token": "secret" } };
  const asked = await read(`${server.abroad}/open/file.asdf`, { http: { retries: 0 }, request });
  expect(asked.result).toContain("`Access-Control-Allow-Headers: x-token`");
});

test("no redirection takes the caller's headers to another origin, which a browser would do", async () => {
  const url = `${server.home}/away/file.asdf`;
  const followed = await server.during(() =>
    page.evaluate((url) => fetch(url, { headers: { "x-api-key": "secret" } }).then(({ ok }) => ok), url),
  );
  expect(followed.result).toBe(true);
  expect(keysIn(followed.log)).toContainEqual(["/welcome/file.asdf", "secret"]);

  const request = { headers: { "x-api-key": "secret" } };
  const refused = await read(url, { request });
  expect(refused.result).toContain(`network: ${url} redirects to another address`);
  expect(refused.result).toContain("open that address");
  expect(keysIn(refused.log)).toEqual([["/away/file.asdf", "secret"]]);

  const anonymous = await read(url, { checksums: "ignore" });
  expect(anonymous.result).toEqual([sum, []]);
  expect(new Set(keysIn(anonymous.log).map(([path, key]) => `${path} ${key}`))).toEqual(
    new Set(["/away/file.asdf ", "/welcome/file.asdf "]),
  );
});

test("nor do credentials follow one", async () => {
  const url = `${server.home}/away/file.asdf`;
  const { result, log } = await read(url, { request: { credentials: "include" } });
  expect(result).toContain(`network: ${url} redirects to another address`);
  expect(log.map(({ path }) => path)).not.toContain("/welcome/file.asdf");
});

test("collections of garbage while a Blob is read end no reading", async () => {
  let isRead = false;
  const reading = page
    .evaluate(`import("/package/index.js").then(async ({ ndarray, open, write }) => {
      const file = await open(await write({ data: ndarray(new Uint8Array(2 ** 25).fill(1)) }));
      const into = new Uint8Array(2 ** 25);
      for (let round = 0; round < 4; round += 1) {
        await file.get("data").read([], { into });
      }
      return into.reduce((sum, value) => sum + value, 0);
    })`)
    .finally(() => {
      isRead = true;
    });
  while (!isRead) {
    await page.requestGC();
  }
  expect(await reading).toBe(2 ** 25);
});
