/** An image that is still on its way: its first rows are drawn, everything else can be used, and what fails is said. */
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import { blockHeader } from "../../support/build.ts";
import { blockFile, treeFile } from "../../support/files.ts";
import { SlowServer } from "../support/slow-server.ts";
import { countUploads, uploadsOf } from "../support/uploads.ts";
import { NONE, test, type Viewer, withoutWebgl } from "../support/viewer.ts";

const SIDE = 4088;
const CHUNK = 4 * 2 ** 20;
/** The first rows are darker than the last: limits that are found from them alone are others. */
const valueAt = (x: number, y: number) => ((7 * x + 13 * y) % 251) + y / 64;

/** Chunks as Python writes them, of literals only: what lz4 makes of what it cannot compress. */
function lz4(content: Uint8Array): Buffer {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < content.length; at += CHUNK) {
    const chunk = content.subarray(at, at + CHUNK);
    const more = chunk.length - 15;
    const lengths = Buffer.alloc(1 + Math.floor(more / 255) + 1, 255);
    lengths[0] = 0xf0;
    lengths[lengths.length - 1] = more % 255;
    const sizes = Buffer.alloc(8);
    sizes.writeUInt32BE(4 + lengths.length + chunk.length, 0);
    sizes.writeUInt32LE(chunk.length, 4);
    parts.push(sizes, lengths, chunk);
  }
  return Buffer.concat(parts);
}

let server: SlowServer;
/** The byte of the file at which the image's block begins, and how many there are. */
let block: { readonly start: number; readonly size: number };

beforeAll(async () => {
  const values = Float32Array.from({ length: SIDE * SIDE }, (_, i) =>
    valueAt(i % SIDE, Math.floor(i / SIDE)),
  );
  const stored = lz4(new Uint8Array(values.buffer));
  const tree = treeFile(`
meta: {telescope: ROMAN, exposure: {nints: 1}}
data: !core/ndarray-1.1.0 {source: 0, datatype: float32, byteorder: little, shape: [${SIDE}, ${SIDE}]}
small: !core/ndarray-1.1.0 {data: [[1, 2], [3, 4]]}`);
  const header = blockHeader(stored.length);
  header.write("lz4", 10, "latin1");
  header.writeBigUInt64BE(BigInt(values.byteLength), 30);
  block = { start: tree.length + header.length, size: stored.length };
  server = await SlowServer.start(Buffer.concat([tree, header, stored]));
});

beforeEach(() => server.begin());
afterAll(() => server.stop());

/** The byte of the file up to which a part of the block reaches. */
const upTo = (part: number) => Math.floor(block.start + part * block.size);

/** Whether a pixel shows something: not yet the page's ground. */
async function isDrawn(viewer: Viewer, x: number, y: number): Promise<boolean> {
  const { page, canvas } = viewer;
  const corner = (await canvas.boundingBox()) ?? { x: 0, y: 0 };
  const at = await viewer.centreOf(x, y, SIDE, SIDE);
  const seen = [corner, at].map(({ x, y }) =>
    page.screenshot({ clip: { x: Math.floor(x) + 1, y: Math.floor(y), width: 1, height: 1 } }),
  );
  const [ground, pixel] = await Promise.all(seen);
  return !(ground && pixel?.equals(ground));
}

describe("an image of a slow server", () => {
  test("is drawn from its first row when a tenth of it has arrived, and then to its last", async ({
    open,
  }) => {
    server.begin({ limit: upTo(0.1) });
    const viewer = await open({ query: `?url=${server.url}` });
    await viewer.canvas.waitFor();
    await expect.poll(() => isDrawn(viewer, 2000, 10)).toBe(true);
    await expect.poll(() => isDrawn(viewer, 2000, 2000)).toBe(false);
    const first = await viewer.page.locator(".colorbar").innerText();
    const last = () =>
      viewer.page
        .locator(".colorbar canvas")
        .evaluate((bar: HTMLCanvasElement) => [
          ...(bar.getContext("2d")?.getImageData(255, 0, 1, 1).data ?? []),
        ]);
    await expect.poll(last).toEqual([255, 255, 255, 255]);

    const { x, y } = await viewer.centreOf(2000, 10, SIDE, SIDE);
    const seen = await viewer.readAt(x, y);
    expect(Number(seen.value)).toBe(Math.fround(valueAt(Number(seen.x), Number(seen.y))));
    const above = await viewer.centreOf(2000, 3000, SIDE, SIDE);
    await viewer.page.mouse.move(above.x, above.y);
    await expect.poll(async () => (await viewer.readout()).value).toBe(NONE);

    await viewer.row("meta").click();
    await viewer.page.keyboard.press("ArrowRight");
    await viewer.row("telescope").waitFor();
    await viewer.page.getByRole("button", { name: "Cancel" }).waitFor();
    await viewer.page.getByLabel("Limits").selectOption("Min–max");
    await expect.poll(() => viewer.page.locator(".colorbar").innerText()).not.toBe(first);
    await viewer.screenshot("arriving");

    server.begin();
    await viewer.drawn();
    await expect.poll(() => isDrawn(viewer, 2000, 4000)).toBe(true);
    await expect
      .poll(async () => (await viewer.page.locator(".colorbar .number").allInnerTexts()).map(Number))
      .toEqual([0, expect.toSatisfy((high: number) => high > 300)]);
  });

  test("is drawn from its first row without WebGL2 too", async ({ open }) => {
    server.begin({ limit: upTo(0.3) });
    const viewer = await open({ query: `?url=${server.url}`, prepare: withoutWebgl });
    await expect.poll(() => isDrawn(viewer, 2000, 10)).toBe(true);
    await expect.poll(() => isDrawn(viewer, 2000, 2000)).toBe(false);
    server.begin();
    await viewer.drawn();
    await expect.poll(() => isDrawn(viewer, 2000, 4000)).toBe(true);
  });

  test("is shown where a link leads that is followed before its first row", async ({ open }) => {
    server.begin({ limit: upTo(0.03) });
    const viewer = await open({ query: `?url=${server.url}` });
    await viewer.row("data").waitFor();
    const { page } = viewer;
    await page.getByRole("button", { name: "Cancel" }).waitFor();
    const link = `?url=${server.url}&path=data&limits=3,40&zoom=300px@1000,900&stretch=log`;
    await page.evaluate((link) => document.querySelector("asdf-viewer")?.follow(link), link);
    // What is chosen meanwhile stays.
    const stretch = page.getByRole("combobox", { name: "Stretch" });
    await expect.poll(() => stretch.inputValue()).toBe("log");
    await stretch.selectOption("sqrt");
    server.begin();
    await expect
      .poll(() => page.evaluate(() => [...new URLSearchParams(location.search)]))
      .toEqual(
        expect.arrayContaining([
          ["zoom", "300px@1000,900"],
          ["limits", "3,40"],
          ["stretch", "sqrt"],
        ]),
      );
  });

  test("keeps what was drawn when it is cancelled, and is read again on demand", async ({ open }) => {
    server.begin({ limit: upTo(0.3) });
    const viewer = await open({ query: `?url=${server.url}` });
    await expect.poll(() => isDrawn(viewer, 2000, 10)).toBe(true);
    await viewer.page.getByRole("button", { name: "Cancel" }).click();
    const shortfall = viewer.page.getByRole("region", { name: "Incomplete" });
    await shortfall.getByText("The reading was cancelled.").waitFor();
    await shortfall.getByText(/^The first \d+ of 4088 rows are shown\.$/).waitFor();
    await expect.poll(() => isDrawn(viewer, 2000, 10)).toBe(true);
    await viewer.checkAccessibility();
    await viewer.screenshot("arriving-cancelled");

    server.begin();
    await shortfall.getByRole("button", { name: "Read again" }).click();
    await viewer.drawn();
    await expect.poll(() => isDrawn(viewer, 2000, 4000)).toBe(true);
    await expect.poll(() => shortfall.count()).toBe(0);
  });

  test("keeps what was drawn when the server dies, with the error beside it; another array can be shown", async ({
    open,
  }) => {
    server.begin({ limit: upTo(0.3) });
    const viewer = await open({ query: `?url=${server.url}` });
    await expect.poll(() => isDrawn(viewer, 2000, 10)).toBe(true);
    server.begin({ broken: true });
    const shortfall = viewer.page.getByRole("region", { name: "Incomplete" });
    await shortfall.getByRole("alert").waitFor();
    await expect.poll(() => shortfall.innerText()).toMatch(/try again|could not be fetched/);
    await expect.poll(() => isDrawn(viewer, 2000, 10)).toBe(true);
    await viewer.screenshot("arriving-failed");
    // What the browser logs of broken connections is expected here.
    viewer.complaints.length = 0;

    await viewer.row("small").click();
    await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain("small");
    await expect.poll(() => shortfall.count()).toBe(0);
    server.begin();
    await viewer.row("data").click();
    await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain("data");
    await viewer.drawn();
    await expect.poll(() => isDrawn(viewer, 2000, 4000)).toBe(true);
  });
});

test("a file whose download was broken off shows the rows it has, with the error beside them", async ({
  viewer,
}) => {
  const yaml =
    "data: !core/ndarray-1.1.0 {source: 0, datatype: float32, byteorder: little, shape: [1024, 1024]}";
  const file = blockFile(yaml, new Uint8Array(4 * 1024 * 1024));
  await viewer.drop("cut.asdf", file.subarray(0, 0.6 * file.length));
  const shortfall = viewer.page.getByRole("region", { name: "Incomplete" });
  await shortfall.getByText("The first 512 of 1024 rows are shown.").waitFor();
  await expect.poll(() => shortfall.getByRole("alert").innerText()).toContain("the file has only");
});

test("while rows arrive, no frame uploads more than eight strips of 256 rows", async ({ open }) => {
  server.begin({ rate: 20e6 });
  const viewer = await open({ query: `?url=${server.url}`, prepare: countUploads });
  await viewer.drawn();
  await expect.poll(() => isDrawn(viewer, 2000, 4000)).toBe(true);
  const { calls, pixels, frames } = await uploadsOf(viewer);
  expect(frames).toBeGreaterThan(1);
  expect(calls).toBeLessThanOrEqual(8);
  expect(pixels).toBeLessThanOrEqual(8 * 256 * 1024);
});
