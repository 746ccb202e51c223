/** The pages of `examples/` in Chromium: each shows what it promises, and its console stays empty. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileServer } from "../../../scripts/page/serve.mjs";
import { launchTestBrowser } from "../../../scripts/setup/browser.mjs";

const root = join(import.meta.dirname, "../../..");
let server: Server;
let browser: Browser;
let address = "";

beforeAll(async () => {
  server = await fileServer(root, ["examples", "pkg", "www/public"]);
  await new Promise<void>((ready) => {
    server.listen(0, "127.0.0.1", ready);
  });
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/examples/`;
  browser = await launchTestBrowser();
});

afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

/**
 * Answers what the page of React asks of a network for packages, which tests do not use: with Preact's stand-in for React. The
 * component with React itself is among the consumers.
 */
async function answerForReact(page: Page): Promise<void> {
  const compat = join(root, "node_modules", "preact", "compat");
  const entry = { react: join(compat, "dist", "compat.mjs"), client: join(compat, "client.mjs") };
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    build: { write: false, lib: { entry, formats: ["es"], fileName: (_, name) => `${name}.js` } },
  });
  const scripts = [built].flat().flatMap((result) => ("output" in result ? result.output : []));
  await page.route("https://esm.sh/**", (route) => {
    const { pathname } = new URL(route.request().url());
    const last = pathname.split("/").at(-1) ?? "";
    const script = scripts.find(({ fileName }) => `/built/${fileName}` === pathname);
    const body =
      script && "code" in script
        ? script.code
        : // One place for all, so that there is one copy of each.
          `export * from "https://esm.sh/built/${last === "client" ? "client" : "react"}.js";`;
    const headers = { "Access-Control-Allow-Origin": "*" };
    return route.fulfill({ contentType: "text/javascript", headers, body });
  });
}

const output = (page: Page) => page.locator("body > output, body > p > output").textContent();
const colors = (page: Page) =>
  page.locator("canvas").evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement;
    const { data } = (canvas as HTMLCanvasElement).getContext("2d")?.getImageData(0, 0, width, height) ?? {};
    return new Set(new Uint32Array(data?.buffer ?? new ArrayBuffer(0))).size;
  });

const PAGES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  image: async (page) => {
    await expect.poll(() => output(page)).toMatch(/^roman\/data: \d+ × \d+$/);
    expect(await colors(page)).toBeGreaterThan(20);
  },
  sky: async (page) => {
    await page.locator("body[data-ready]").waitFor();
    await page.locator("canvas").hover({ position: { x: 30, y: 40 } });
    await expect.poll(() => output(page)).toMatch(/^\d\d:\d\d:\d\d\.\d{3} [+-]\d\d:\d\d:\d\d\.\d\d$/);
    const pointed = await output(page);
    await page.locator("canvas").press("ArrowUp");
    await expect.poll(() => output(page)).not.toBe(pointed);
    await page.locator("canvas").press("ArrowDown");
    await expect.poll(() => output(page)).toBe(pointed);
    // The same pixel has the same place where the canvas is drawn smaller.
    await page.locator("canvas").hover({ position: { x: 256, y: 256 } });
    await expect.poll(() => output(page)).toMatch(/^\d\d:/);
    const middle = await output(page);
    await page.setViewportSize({ width: 400, height: 800 });
    await page.locator("canvas").hover({ position: { x: 192, y: 192 } });
    await expect.poll(() => output(page)).toBe(middle);
  },
  table: async (page) => {
    await expect.poll(() => page.locator("tr").count()).toBe(4);
    expect(await page.locator("tr").nth(0).innerText()).toBe("name\tra (deg)\tflux (Jy)");
    expect(await page.locator("tr").nth(1).innerText()).toBe("Vega\t279.2347\t1");
  },
  catalogue: async (page) => {
    await expect.poll(() => output(page)).toBe("3 sources");
  },
  edit: async (page) => {
    await page.locator("body[data-ready]").waitFor();
    await page.getByRole("button").click();
    await expect.poll(() => page.locator("a").textContent()).toMatch(/^edited\.asdf: M 33, \d+ bytes$/);
  },
  remote: async (page) => {
    await expect.poll(() => output(page)).toMatch(/^roman\/data\[10:14, 20:26\]: 4 × 6, first -?\d/);
  },
  worker: async (page) => {
    await expect.poll(() => output(page), { timeout: 30_000 }).toBe("4000000 elements, equal");
  },
  viewer: async (page) => {
    await expect.poll(() => output(page), { timeout: 30_000 }).toBe("roman/data");
  },
  react: async (page) => {
    const name = page.locator("main > output");
    await expect.poll(() => name.textContent(), { timeout: 30_000 }).toBe("sample.asdf: roman/data");
  },
  "custom-tag": async (page) => {
    await expect
      .poll(() => output(page))
      .toBe(
        'telescope is asdf://example.org/tags/telescope-1.0.0: {"name":"Small","aperture":0.2}; date is asdf://example.org/tags/night-1.0.0: 2026-11-25',
      );
  },
  previewer: async (page) => {
    await page.getByText("this page shows the file that its address names").waitFor();
    const sample = `${address}../www/public/sample.asdf`;
    const shows = async (query: string) => {
      await page.goto(`${address}previewer.html?${query}`);
      await page.getByRole("application", { name: /^roman\/data/ }).waitFor();
    };
    await shows(`url=${encodeURIComponent(sample)}`);
    const files: string[] = [];
    await page.route("**/api/access/datafile/**", (route) => {
      files.push(route.request().url());
      return route.continue({ url: sample });
    });
    await shows(`siteUrl=${encodeURIComponent(new URL(address).origin)}&fileid=42`);
    expect(files[0]).toMatch(/\/api\/access\/datafile\/42\?gbrecs=true$/);
    await page.route("**/callback*", (route) =>
      route.fulfill({
        json: {
          status: "OK",
          data: { signedUrls: [{ name: "retrieveDataFile", httpMethod: "GET", signedUrl: sample }] },
        },
      }),
    );
    await shows(`callback=${encodeURIComponent(btoa(`${address}callback?token=t`))}`);
    await page.goto(`${address}previewer.html?url=javascript:alert(1)`);
    await page.getByText("only addresses that begin with https:").waitFor();
  },
  index: async (page) => {
    expect(await page.getByRole("link").count()).toBe(Object.keys(PAGES).length - 1);
  },
};

test("every page has a test", () => {
  const pages = readdirSync(join(root, "examples")).filter((name) => name.endsWith(".html"));
  expect(pages.map((name) => name.replace(".html", "")).sort()).toEqual(Object.keys(PAGES).sort());
});

test.each(Object.entries(PAGES))("%s", async (name, check) => {
  const page = await browser.newPage();
  const complaints: string[] = [];
  // What the driver says of a software renderer is not of the page.
  page.on("console", (message) => message.text().includes("GL Driver") || complaints.push(message.text()));
  page.on("pageerror", ({ message }) => complaints.push(message));
  if (name === "react") {
    await answerForReact(page);
  }
  await page.goto(`${address}${name}.html`);
  const nameless = page.locator("canvas:not([aria-label])");
  try {
    await expect.poll(() => nameless.count()).toBe(0);
    await check(page);
    await page.setViewportSize({ width: 400, height: 800 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(400);
  } finally {
    expect(complaints).toEqual([]);
    await page.close();
  }
});

test("the one for Node", () => {
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, "examples/node.mjs")], {
    cwd: root,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^roman\/data: \d+ × \d+, mean /);
});
