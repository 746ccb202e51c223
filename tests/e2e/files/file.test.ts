/** The file panel: what the file is, its blocks and whether they are sound, also of a file far away. */
import { expect } from "vitest";
import { blockHeader } from "../../support/build.ts";
import { fixture, treeFile } from "../../support/files.ts";
import { SlowServer } from "../support/slow-server.ts";
import { test, type Viewer } from "../support/viewer.ts";

const panel = ({ page }: Viewer) => page.getByRole("region", { name: "The file" });
const rows = (viewer: Viewer) => panel(viewer).locator("tbody tr");

/** The file of a Roman image with one bit of the last block's checksum turned. */
async function withWrongChecksum(): Promise<Buffer> {
  const bytes = Buffer.from(await fixture("roman/roman_l2_192.asdf"));
  const header = bytes.lastIndexOf(Buffer.from("\xd3BLK", "latin1"));
  bytes.writeUInt8(bytes.readUInt8(header + 38) ^ 1, header + 38);
  return bytes;
}

test("what the file is, who wrote it, and blocks that are all sound", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  await page.getByRole("tab", { name: "Contents" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => page.getByRole("tab", { name: "File" }).getAttribute("aria-selected")).toBe("true");
  await rows(viewer).first().waitFor();
  const said = () => panel(viewer).innerText();
  await expect
    .poll(said)
    .toMatch(/dialect\s+ASDF\s+file format\s+1\.0\.0\s+standard\s+1\.6\.0\s+comments\s+none/);
  await expect.poll(said).toContain("No warnings");
  await expect.poll(said).toContain("Written by asdf 6.0.0");
  const count = await rows(viewer).count();
  await expect.poll(said).toContain(`${count} blocks`);
  await expect.poll(() => rows(viewer).first().innerText()).toMatch(/^0\s+\d+\s+.*\s+MD5$/s);
  await page.getByRole("button", { name: "Verify all" }).click();
  await expect
    .poll(() => panel(viewer).locator(".verification output").last().innerText())
    .toBe(`${count} blocks verified, none damaged`);
  await expect.poll(() => rows(viewer).filter({ hasText: "✓ matches" }).count()).toBe(count);
  await viewer.checkAccessibility();
  await viewer.screenshot("file");
  await page.setViewportSize({ width: 420, height: 800 });
  await expect.poll(() => panel(viewer).evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
  await viewer.screenshot("file-narrow");
  await page.getByRole("tab", { name: "Contents" }).click();
  await viewer.row("roman").waitFor();
});

test("a checksum that does not match is told of the block and as a warning", async ({ viewer }) => {
  await viewer.drop("damaged.asdf", await withWrongChecksum());
  await viewer.page.getByRole("tab", { name: "File" }).click();
  await viewer.page.getByRole("button", { name: "Verify all" }).click();
  await expect.poll(() => rows(viewer).last().innerText()).toContain("✗ does not match");
  await expect
    .poll(() => panel(viewer).locator(".verification output").last().innerText())
    .toMatch(/^1 block of \d+ is damaged$/);
  await expect.poll(() => panel(viewer).innerText()).toContain("1 warning");
});

test("a block that cannot be decoded does not keep the others from being verified", async ({ viewer }) => {
  const yaml = "a: !core/ndarray-1.1.0 {source: 0, datatype: uint8, shape: [4]}";
  const bad = blockHeader(4);
  bad.write("zlib", 10, "latin1");
  const file = Buffer.concat([treeFile(yaml), bad, Buffer.from("junk"), blockHeader(2), Buffer.from("ok")]);
  await viewer.drop("damaged.asdf", file);
  await viewer.page.getByRole("tab", { name: "File" }).click();
  await viewer.page.getByRole("button", { name: "Verify all" }).click();
  await expect.poll(() => rows(viewer).nth(0).innerText()).toContain("✗ cannot be read");
  await expect.poll(() => rows(viewer).nth(1).innerText()).toContain("✓ decodes");
  await expect
    .poll(() => panel(viewer).locator(".verification output").last().innerText())
    .toBe("1 block of 2 is damaged");
});

test("comments and the dialect of an early file", async ({ viewer }) => {
  const file = treeFile("a: 1").toString().replace("%YAML", "#by <b>hand</b>\n%YAML");
  await viewer.drop("comment.asdf", Buffer.from(file));
  await viewer.page.getByRole("tab", { name: "File" }).click();
  await expect.poll(() => panel(viewer).innerText()).toMatch(/comments\s+by <b>hand<\/b>/);
  await expect.poll(() => panel(viewer).innerText()).toContain("No blocks");
  await viewer.drop("early.asdf", await fixture("early/chain-bare.asdf"));
  await viewer.page.getByRole("tab", { name: "File" }).click();
  await expect.poll(() => panel(viewer).innerText()).toContain("ASDF 0.1.0, from before the standard");
});

test("headers of a remote file are read when the panel is opened, and verifying is cancelled", async ({
  open,
  onTestFinished,
}) => {
  const size = 3_000_000;
  const tree = treeFile("a: 1");
  const block = Buffer.concat([blockHeader(size), Buffer.alloc(size)]);
  const index = `#ASDF BLOCK INDEX\n%YAML 1.1\n---\n[${tree.length}, ${tree.length + block.length}]\n...\n`;
  const server = await SlowServer.start(Buffer.concat([tree, block, block, Buffer.from(index)]));
  onTestFinished(() => server.stop());
  const viewer = await open({ query: `?url=${encodeURIComponent(server.url)}` });
  const { page } = viewer;
  await viewer.row("a").waitFor();
  await page.getByRole("tab", { name: "File" }).click();
  await expect.poll(() => rows(viewer).count()).toBe(2);
  expect(server.sent).toBeLessThan(size);
  await expect.poll(() => viewer.page.locator("header .facts").innerText()).toBe("ASDF 1.6.0 · 6.0 MB");
  server.begin({ limit: tree.length + block.length + size / 2 });
  await page.getByRole("button", { name: "Verify all" }).click();
  await expect.poll(() => rows(viewer).nth(0).innerText()).toContain("✓ decodes");
  await expect
    .poll(() => page.getByRole("progressbar", { name: "Verifying blocks" }).getAttribute("value"))
    .toBe(`${size}`);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect
    .poll(() => panel(viewer).locator(".verification output").last().innerText())
    .toBe("1 of 2 verified, none damaged");
  server.begin();
  await page.getByRole("button", { name: "Verify all" }).click();
  await expect
    .poll(() => panel(viewer).locator(".verification output").last().innerText())
    .toBe("2 blocks verified, none damaged");
});
