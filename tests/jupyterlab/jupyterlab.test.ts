/** The extension as its users have it: installed by pip into a real JupyterLab, in Chromium. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { root } from "../../scripts/command/process.mjs";
import { launchTestBrowser } from "../../scripts/setup/browser.mjs";
import { startStore } from "../support/bucketServer.ts";
import { blockFile, treeFile } from "../support/files.ts";
import { copyFirstFiles, FIRST_FILES } from "../support/firstFiles.ts";
import { writeSparse } from "../support/sparse.ts";
import { JupyterLab, python } from "./server.ts";

const SAMPLE = join(root, "www", "public", "sample.asdf");
/** A name that addresses have to escape. */
const ESCAPED = "täg #1 50%.asdf";

let lab: JupyterLab;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  lab = await JupyterLab.start();
  mkdirSync(join(lab.files, "run 1"));
  copyFileSync(SAMPLE, join(lab.files, "image.asdf"));
  copyFileSync(SAMPLE, join(lab.files, "run 1", ESCAPED));
  const side = 16_384;
  const tree = `roman:\n  data: !core/ndarray-1.1.0 {source: 0, datatype: float32, shape: [${side}, ${side}]}`;
  writeSparse(join(lab.files, "large.asdf"), tree, [4 * side * side]);
  browser = await launchTestBrowser();
});

afterAll(async () => {
  await browser?.close();
  await lab?.stop();
});

beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1200, height: 800 } });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  page = await context.newPage();
  page.setDefaultTimeout(60_000);
  complaints = [];
  // JupyterLab's own, such as of a request that a reload ends, say nothing of the extension.
  page.on("pageerror", ({ message, stack = "" }) => {
    if (stack.includes("/jupyterlab-asdf/")) {
      complaints.push(message);
    }
  });
});

afterEach(async () => {
  await context.close();
  expect(complaints).toEqual([]);
});

/** Shows JupyterLab, with no tab from the test before. */
async function start(path = "lab"): Promise<void> {
  await page.goto(lab.address(`${path}${path.includes("?") ? "&" : "?"}reset`));
  await entry("image.asdf").waitFor();
}

/** The tree of the large file is in its first bytes: what is read behind them by more than this, in bytes, is of its image. */
const IMAGE_READ = 1024;

const entry = (name: string): Locator => page.locator(".jp-DirListing-item", { hasText: name });
const tab = (name: string): Locator => page.locator(".lm-TabBar-tab", { hasText: name });
const viewer = (): Locator => page.locator("asdf-viewer:visible");
const tree = (): Locator => viewer().getByRole("tree");
const row = (key: string): Locator =>
  tree()
    .getByRole("treeitem")
    .filter({ has: page.getByText(key, { exact: true }) });

/** The colours of the image's middle, once it is drawn. */
const isDrawn = () => viewer().locator("canvas").first().isVisible();

/** Types in place of a value of the tree. */
async function type(key: string, text: string): Promise<void> {
  await row(key).locator(".value").dblclick();
  const field = viewer().getByRole("textbox", { name: "Value" });
  await field.fill(text);
  await field.press("Enter");
  await field.waitFor({ state: "detached" });
}

test("a double click shows tree and image; of 1 GB less than 2 MB are read before the tree is there", async () => {
  const asked: { url: string; bytes: number }[] = [];
  let showImage = () => {};
  const isTreeThere = new Promise<void>((resolve) => {
    showImage = resolve;
  });
  page.on("response", (response) => {
    const url = decodeURI(response.url());
    if (url.includes("large.asdf")) {
      asked.push({ url, bytes: Number(response.headers()["content-length"] ?? Number.NaN) });
    }
  });
  // The image is fetched only then: how far it comes meanwhile depends on the machine.
  await page.route("**/files/large.asdf*", async (route) => {
    const [from = 0, to = 0] = (route.request().headers()["range"] ?? "").match(/\d+/g)?.map(Number) ?? [];
    if (from > 0 && to - from > IMAGE_READ) {
      await isTreeThere;
    }
    await route.continue();
  });
  await start();
  await entry("large.asdf").dblclick();
  await row("data").waitFor();
  expect(asked.some(({ url }) => url.includes("/user/ada/files/large.asdf"))).toBe(true);
  expect(asked.filter(({ url }) => url.includes("content=1"))).toEqual([]);
  expect(asked.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(2e6);
  showImage();

  await entry("run 1").dblclick();
  await entry(ESCAPED).dblclick();
  await row("roman").waitFor();
  await expect.poll(isDrawn).toBe(true);
  await expect.poll(() => tab(ESCAPED).getAttribute("title")).toContain(`run 1/${ESCAPED}`);
  // JupyterLab keeps a copy of each document that it opens: not of these.
  expect(existsSync(join(lab.files, ".ipynb_checkpoints"))).toBe(false);
});

test("FITS opens by a double click, packed or not, and files that refer to others find them", async () => {
  const fits = readFileSync(join(root, "tests/data/fits/jwst-i2d.fits"));
  writeFileSync(join(lab.files, "packed.fits.gz"), gzipSync(fits));
  const array = "!core/ndarray-1.1.0 {source: part.asdf, datatype: uint8, shape: [4, 4]}";
  writeFileSync(
    join(lab.files, "run 1", "refers.asdf"),
    treeFile(`data: ${array}\nother: {$ref: 'lost.asdf#/x'}`),
  );
  writeFileSync(join(lab.files, "run 1", "part.asdf"), blockFile("{}", new Uint8Array(16)));
  await start();
  await entry("packed.fits.gz").dblclick();
  await expect.poll(isDrawn).toBe(true);
  await entry("run 1").dblclick();
  await entry("refers.asdf").dblclick();
  await row("data").click();
  await expect.poll(isDrawn).toBe(true);
  await row("other").click();
  await viewer().getByText("it is not on the server: upload it as run 1/lost.asdf").first().waitFor();
});

test("files of Roman, JWST and DKIST open with their images and their neighbours", async () => {
  copyFirstFiles(lab.files);
  await start();
  for (const [name, key] of FIRST_FILES) {
    const [folder = "", file = ""] = name.includes("/") ? name.split("/") : ["", name];
    if (folder !== "") {
      await entry(folder).dblclick();
    }
    await entry(file).dblclick();
    await expect.poll(() => tab(file).getAttribute("class")).toContain("lm-mod-current");
    await row(key).waitFor();
    await viewer().locator(".pixels[aria-busy=false]").waitFor();
    expect(await viewer().getByRole("alert").allInnerTexts()).toEqual([]);
  }
});

test("a private bucket is browsed from the menu File; files open together, and the secret is nowhere", async () => {
  const [secret, token] = ["wJalrXUtnFEMI/K7MDENG+bPxRfiCY", "FwoGZXIvYXdzRENEWED02"];
  const image = readFileSync(join(root, "tests/data/roman/roman_l2_192.asdf"));
  const store = await startStore({
    bucket: "sky",
    keys: new Map<string, { secret: string; token?: string }>([
      ["AKID", { secret }],
      ["ASIA", { secret, token }],
    ]),
    names: ["a.asdf", "b.asdf"],
    file: () => ({ size: image.length, bytes: (offset, length) => image.subarray(offset, offset + length) }),
    cors: true,
  });
  onTestFinished(() => store.stop());
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  page.on("console", (message) => sent.push(message.text()));
  await start();
  const browse = async () => {
    await page.locator(".lm-MenuBar-item", { hasText: "File" }).click();
    await page.locator(".lm-Menu-item", { hasText: "Open ASDF Address…" }).click();
    const address = viewer().getByRole("textbox", { name: "Address of a place" });
    await address.fill(`${store.endpoint}/sky/`);
    await address.press("Enter");
    const form = viewer().getByRole("form", { name: "Keys" });
    await form.getByLabel("Access key").fill("AKID");
    await form.getByLabel("Secret key").fill(secret);
    await form.getByLabel("Secret key").press("Enter");
  };
  await browse();
  const options = viewer().getByRole("option");
  await options.first().click();
  await options.nth(1).dblclick();
  await row("roman").waitFor();
  await expect.poll(isDrawn).toBe(true);
  await expect.poll(() => tab("a.asdf").count()).toBe(1);
  expect(
    await viewer()
      .getByRole("tab", { name: /[ab]\.asdf/ })
      .count(),
  ).toBe(2);
  // Keys that expire in the middle are asked for, and what waits goes on.
  store.refusals.push({ code: "ExpiredToken", status: 400 });
  await row("err").click();
  const expired = viewer().getByRole("dialog", { name: "The keys have expired" });
  await expired.getByLabel("Access key").fill("ASIA");
  await expired.getByLabel("Secret key").fill(secret);
  await expired.getByLabel("Session token").fill(token);
  await expired.getByLabel("Secret key").press("Enter");
  await expired.waitFor({ state: "detached" });
  await viewer().locator(".pixels[aria-busy=false]").waitFor();
  const kept = () =>
    page.evaluate(() => [
      location.href,
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      document.body.outerHTML,
    ]);
  for (const text of [...(await kept()), ...sent, lab.said]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(token);
  }

  // On pages at http: of other devices the browser does not sign.
  await page.addInitScript(() => Object.defineProperty(crypto, "subtle", { value: undefined }));
  await start();
  await browse();
  await viewer().getByText("browsers sign only on pages at https: or of this device").waitFor();
});

test("the theme is JupyterLab's; edits are marked, undone, saved through the server, and read by Python", async () => {
  await start();
  await entry("image.asdf").dblclick();
  await row("roman").waitFor();
  await expect.poll(isDrawn).toBe(true);
  for (const [theme, attribute] of [
    ["JupyterLab Dark", "dark"],
    ["JupyterLab Light", "light"],
  ] as const) {
    await page.locator(".lm-MenuBar-item", { hasText: "Settings" }).click();
    await page.locator(".lm-Menu-item", { hasText: "Theme" }).first().click();
    await page.locator(".lm-Menu-itemLabel").getByText(theme, { exact: true }).click();
    await page.locator(`asdf-viewer[theme="${attribute}"]`).waitFor();
  }

  await row("asdf_library").click();
  await row("asdf_library").press("ArrowRight");
  await type("author", "Ada");
  const changed = page.locator(".lm-TabBar-tab.jp-mod-dirty", { hasText: "image.asdf" });
  await changed.waitFor();
  await row("author").press("Control+z");
  await changed.waitFor({ state: "detached" });
  await row("author").press("Control+Shift+Z");
  await changed.waitFor();
  await page.keyboard.press("Control+s");
  await changed.waitFor({ state: "detached" });
  const script =
    "import asdf, sys\nwith asdf.open(sys.argv[1]) as file: print(file['asdf_library']['author'], file['roman']['data'].shape)";
  expect(await python("-c", script, join(lab.files, "image.asdf"))).toBe("Ada (512, 512)");
  // The saved file is open, at the same place, and can be edited again.
  await expect.poll(() => row("author").locator(".value").innerText()).toBe("Ada");
  expect(existsSync(join(lab.files, ".ipynb_checkpoints"))).toBe(false);

  await type("author", "Grace");
  await changed.waitFor();
  const later = new Date(Date.now() + 10_000);
  utimesSync(join(lab.files, "image.asdf"), later, later);
  await page.keyboard.press("Control+s");
  const dialog = page.getByRole("dialog", { name: "File Changed" });
  await dialog.getByRole("button", { name: "Reload and Discard" }).click();
  await changed.waitFor({ state: "detached" });
  await expect.poll(() => row("author").locator(".value").innerText()).toBe("Ada");
});

test("tabs come back at their places after a reload, renamed files stay open, and links lead to what is shown", async () => {
  let workspace = "";
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().includes("/api/workspaces/")) {
      workspace = request.postData() ?? "";
    }
  });
  await start();
  copyFileSync(SAMPLE, join(lab.files, "other.asdf"));
  await entry("image.asdf").dblclick();
  await row("roman").waitFor();
  await page.getByRole("button", { name: "Refresh the file browser." }).first().click();
  await entry("other.asdf").dblclick();
  await expect.poll(() => tab("other.asdf").getAttribute("class")).toContain("lm-mod-current");
  await row("err").click();
  await row("err").press("Enter");
  const isAt = (key: string) =>
    expect.poll(() => row(key).getAttribute("aria-selected"), { timeout: 100_000 }).toBe("true");
  await isAt("err");

  const copied = async () => {
    await tab("other.asdf").click({ button: "right" });
    await page.locator(".lm-Menu-item", { hasText: "Copy Link to What Is Shown" }).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  // The viewer reports what is shown once that rests.
  await expect.poll(copied).toMatch(/\/user\/ada\/lab\/tree\/other\.asdf\?asdf=.*roman.*err/);
  const link = await copied();

  // JupyterLab keeps the state of its tabs on the server, some time after it has changed.
  await expect.poll(() => workspace).toMatch(/file=other\.asdf&path=roman(\/|%2F)err/);
  await page.reload();
  await row("roman").waitFor();
  await isAt("err");
  await expect.poll(() => page.locator(".lm-TabBar-tab", { hasText: ".asdf" }).count()).toBe(2);

  await entry("other.asdf").click();
  await page.keyboard.press("F2");
  await page.locator(".jp-DirListing-editor").fill("renamed.asdf");
  await page.keyboard.press("Enter");
  await tab("renamed.asdf").waitFor();
  await row("dq").click();
  await row("dq").press("Enter");
  await expect.poll(isDrawn).toBe(true);
  await isAt("dq");

  await page.goto(`${link.replace("other.asdf", "renamed.asdf")}&reset`);
  await row("roman").waitFor();
  await isAt("err");
  await expect.poll(() => page.url()).not.toContain("asdf=");
});
