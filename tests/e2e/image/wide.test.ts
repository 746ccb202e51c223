/** An image of 20 000 × 20 000 elements on a server: what is looked at is fetched, nothing else, and it is what is there. */
import { createServer, type Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import { blockHeader } from "../../support/build.ts";
import { treeFile } from "../../support/files.ts";
import { colorOf, difference } from "../support/picture.ts";
import { test, type Viewer, withoutWebgl } from "../support/viewer.ts";

const SIDE = 20_000;
const SIZE = 4 * SIDE * SIDE;
const PERIOD = 251;
const valueAt = (x: number, y: number) => (x + 3 * y) % PERIOD;

const head = Buffer.concat([
  treeFile(
    `data: !core/ndarray-1.1.0 {source: 0, datatype: float32, byteorder: little, shape: [${SIDE}, ${SIDE}]}`,
  ),
  blockHeader(SIZE),
]);
/** Every row is a part of this one. */
const row = Buffer.from(Float32Array.from({ length: SIDE + PERIOD }, (_, x) => x % PERIOD).buffer);

/** Bytes of the file, which is nowhere as a whole. */
function* bytesOf(start: number, end: number): Generator<Buffer> {
  if (start < head.length) {
    yield head.subarray(start, Math.min(end, head.length));
  }
  for (let at = Math.max(start - head.length, 0); at < end - head.length; ) {
    const y = Math.floor(at / (4 * SIDE));
    const stop = Math.min((y + 1) * 4 * SIDE, end - head.length);
    const shift = 4 * ((3 * y) % PERIOD) - y * 4 * SIDE;
    yield row.subarray(at + shift, stop + shift);
    at = stop;
  }
}

let server: Server;
let url: string;
let sent = 0;
/** Requests that came, and those whose answer nobody waited for. */
let asked = 0;
let abandoned = 0;
/** How long an answer takes, in milliseconds. */
let delay = 0;

/** However slow the machine is. */
const SOON = { timeout: 90_000 };

beforeAll(async () => {
  server = createServer(({ headers: { range = "" } }, response) => {
    asked += 1;
    const total = head.length + SIZE;
    const [start = 0, last = total - 1] = (range.match(/\d+/g) ?? []).map(Number);
    const body = Buffer.concat([...bytesOf(start, Math.min(last + 1, total))]);
    response.on("close", () => {
      abandoned += response.writableFinished ? 0 : 1;
    });
    setTimeout(() => {
      sent += body.length;
      response.writeHead(206, {
        "content-length": body.length,
        "content-range": `bytes ${start}-${start + body.length - 1}/${total}`,
        "access-control-allow-origin": "*",
        "access-control-expose-headers": "Content-Range, ETag",
        etag: '"1"',
      });
      response.end(body);
    }, delay).unref();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : ""}/wide.asdf`;
});

beforeEach(() => {
  delay = 0;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** How much a pixel's grey differs from that of its neighbours: where two meet, the pointer may be on either. */
const NEIGHBOUR = 5;
const PLAIN = { min: 0, max: PERIOD - 1, stretch: "linear", colormap: "gray" } as const;

/** Opens it and waits for its overview. */
async function show(viewer: Viewer): Promise<void> {
  await viewer.drawn();
  await viewer.page.getByLabel("Limits").selectOption("Min–max");
  await viewer.page.getByLabel("Stretch").selectOption("Linear");
  await viewer.canvas.focus();
}

/** The largest difference of what is seen at points of the canvas from what should be there, once they are read out. */
async function worstDifference(viewer: Viewer): Promise<number> {
  const box = (await viewer.canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const picture = await viewer.picture();
  const differences: number[] = [];
  for (const [dx, dy] of [
    [2, 2],
    [-202, 150],
    [302, -198],
    [-402, -250],
  ] as const) {
    const at = { x: Math.floor(box.width / 2) + dx, y: Math.floor(box.height / 2) + dy };
    const { x, y, value } = await viewer.readAt(box.x + at.x + 0.5, box.y + at.y + 0.5);
    expect(Number(value), `${x}, ${y}`).toBe(valueAt(Number(x), Number(y)));
    differences.push(difference(picture.at(at.x, at.y), colorOf(Number(value), PLAIN)));
  }
  return Math.max(...differences);
}

describe("a remote image larger than any memory", { timeout: 600_000 }, () => {
  test("is read as it is looked at: first an overview, then each place closer up", async ({ open }) => {
    sent = 0;
    const viewer = await open({ query: `?url=${encodeURIComponent(url)}` });
    const { keyboard } = viewer.page;
    await show(viewer);
    const overview = sent;
    expect(overview).toBeLessThan(SIZE / 30);
    await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain(`${SIDE} × ${SIDE}`);
    await expect
      .poll(() => viewer.page.locator(".status .hint").innerText())
      .toContain("every 40th pixel drawn");

    // Even where only every 40th element is drawn, the array's own is read out.
    const box = (await viewer.canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const { x, y, value } = await viewer.readAt(box.x + box.width / 2 + 100.5, box.y + box.height / 2 - 50);
    expect(Number(value)).toBe(valueAt(Number(x), Number(y)));

    for (const zoom of ["1", "+", "+"]) {
      await keyboard.press(zoom);
    }
    await expect.poll(() => worstDifference(viewer), SOON).toBeLessThanOrEqual(NEIGHBOUR);
    await viewer.page.getByRole("img", { name: /^Overview/ }).click({ position: { x: 20, y: 30 } });
    await expect.poll(() => worstDifference(viewer), SOON).toBeLessThanOrEqual(NEIGHBOUR);
    await expect.poll(() => viewer.page.locator(".status .hint").innerText()).not.toContain("drawn");
    expect(sent - overview).toBeLessThan(SIZE / 50);
    await viewer.screenshot("wide");
  });

  test("is seen without WebGL2 too", async ({ open }) => {
    const viewer = await open({ query: `?url=${encodeURIComponent(url)}`, prepare: withoutWebgl });
    await show(viewer);
    await viewer.page.keyboard.press("1");
    await expect.poll(() => worstDifference(viewer), SOON).toBeLessThanOrEqual(NEIGHBOUR);
  });

  test("is panned, and tiles out of view are not waited for", async ({ open }) => {
    const viewer = await open({ query: `?url=${encodeURIComponent(url)}` });
    await show(viewer);
    await viewer.page.keyboard.press("1");
    const box = (await viewer.canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const { mouse } = viewer.page;
    for (let drags = 0; drags < 3; drags += 1) {
      await mouse.move(box.x + 900, box.y + 500);
      await mouse.down();
      await mouse.move(box.x + 100, box.y + 100, { steps: 10 });
      await mouse.up();
    }

    // Whatever is asked for from now on is still on its way when it is not wanted any more.
    delay = 30_000;
    const before = { abandoned, asked };
    await viewer.page.getByRole("img", { name: /^Overview/ }).click({ position: { x: 120, y: 30 } });
    await expect.poll(() => asked, SOON).toBeGreaterThan(before.asked);
    await viewer.canvas.focus();
    await viewer.page.keyboard.press("0");
    await expect.poll(() => abandoned, SOON).toBeGreaterThan(before.abandoned);
    // What was on its way to the server is counted still; then no more comes.
    for (let seen = Number.NaN; seen !== asked; ) {
      seen = asked;
      await pause(1500);
    }
  });
});
