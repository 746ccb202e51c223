/** The page and a server: it shows what is elsewhere, having fetched only that, and says when it cannot. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { test } from "../e2e/support/viewer.ts";
import { ndarray } from "../support/build.ts";
import { writeSparse } from "../support/sparse.ts";
import { Server } from "./server.ts";

let server: Server;

beforeAll(async () => {
  server = await Server.start();
  copyFileSync(
    join(import.meta.dirname, "../data/roman/roman_l2_192.asdf"),
    join(server.files, "roman.asdf"),
  );
  const tree = `image: ${ndarray(0, "uint8", [4, 4])}\nlarge: ${ndarray(1, "uint8", [100_000, 100_000])}`;
  writeSparse(join(server.files, "large.asdf"), tree, [16, 1e10]);
  const image = `image: ${ndarray(0, "float32", [4088, 4088])}`;
  writeSparse(join(server.files, "image.asdf"), image, [4 * 4088 * 4088]);
});

afterAll(() => server.remove());

test("an image of a file of 10 GB at another origin", async ({ open }) => {
  const { log, bytes } = await server.during(async () => {
    const viewer = await open({ query: `?url=${server.abroad}/open/large.asdf` });
    await viewer.drawn();
    await viewer.row("large").waitFor();
  });
  expect(log.every(({ method, status }) => method === "GET" && status === 206)).toBe(true);
  expect(bytes).toBeLessThan(256 * 1024);
});

test("a file from a server without ranges is shown, with a warning", async ({ open }) => {
  const viewer = await open({ query: `?url=${server.abroad}/whole-and-open/roman.asdf` });
  await viewer.drawn();
  await viewer.notices.getByText("the whole file was downloaded").waitFor();
});

describe("while an image is on its way", () => {
  test("connections break: they are taken up where they broke, and the image becomes whole", async ({
    open,
  }) => {
    const viewer = await open({ query: `?url=${server.abroad}/slow-and-open/image.asdf` });
    await viewer.page.locator(".stage[aria-busy=true] .colorbar").waitFor();
    server.cut();
    await viewer.drawn();
    await expect.poll(() => viewer.page.getByRole("region", { name: "Incomplete" }).count()).toBe(0);
    // The browser logs what broke.
    viewer.complaints.length = 0;
  });

  test("the server dies: what came stays with the error beside it, and can be read again later", async ({
    open,
  }) => {
    const viewer = await open({ query: `?url=${server.abroad}/slow-and-open/image.asdf` });
    await viewer.page.locator(".stage[aria-busy=true] .colorbar").waitFor();
    await server.end();
    const shortfall = viewer.page.getByRole("region", { name: "Incomplete" });
    await shortfall.getByText(/^The first \d+ of 4088 rows are shown\.$/).waitFor();
    await shortfall.getByRole("alert").getByText("the server cannot be reached").waitFor();
    await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain("image");
    await server.begin();
    await shortfall.getByRole("button", { name: "Read again" }).click();
    await viewer.drawn();
    await expect.poll(() => shortfall.count()).toBe(0);
    viewer.complaints.length = 0;
  });
});
