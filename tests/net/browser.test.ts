/** Files at another origin than the page's, in Chromium: no request for leave, and words for what a server lacks. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchTestBrowser } from "../../scripts/setup/browser.mjs";
import { build, ndarray } from "../js/support/build.ts";
import { Server } from "./server.ts";

const content = Uint32Array.from({ length: 1 << 20 }, (_, i) => i);
let server: Server;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await Server.start();
  server.write(
    "file.asdf",
    build(`data: ${ndarray(0, "uint32", [1 << 20])}`, [{ content, checksum: "right" }]),
  );
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
        return error.message;
      }
    })`);
  return server.during(work);
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

test("a server that does not let the page read says so in no way, but we do", async () => {
  const { result } = await read(`${server.abroad}/plain/file.asdf`, { http: { retries: 0 } });
  expect(result).toContain(`\`Access-Control-Allow-Origin: ${server.home}\``);
  const request = { headers: { "x-token": "secret" } };
  const asked = await read(`${server.abroad}/open/file.asdf`, { http: { retries: 0 }, request });
  expect(asked.result).toContain("`Access-Control-Allow-Headers: x-token`");
});
