/** The tree: by keys alone, however large, and whatever its text says. */
import { expect } from "vitest";
import { blockHeader } from "../../support/build.ts";
import { blockFile, fixture, treeFile } from "../../support/files.ts";
import { SlowServer } from "../support/slow-server.ts";
import { test } from "../support/viewer.ts";

test("a person with a keyboard alone opens the sample, walks the tree and draws an array", async ({
  viewer,
}) => {
  const { keyboard } = viewer.page;
  const sample = viewer.page.getByRole("button", { name: "Open the sample" });
  for (let i = 0; i < 10 && !(await sample.evaluate((button) => button.matches(":focus"))); i += 1) {
    await keyboard.press("Tab");
  }
  await keyboard.press("Enter");
  await viewer.drawn();
  // The button is gone: keys are the tree's from now on.
  await expect.poll(() => viewer.tree.evaluate((tree) => tree.matches(":focus"))).toBe(true);
  const current = () => viewer.page.locator('[role="treeitem"][aria-selected="true"] .key').innerText();
  await expect.poll(() => current()).toBe("data");
  await keyboard.press("ArrowLeft");
  await expect.poll(() => current()).toBe("roman");
  await keyboard.press("ArrowLeft");
  await expect.poll(() => viewer.row("roman").getAttribute("aria-expanded")).toBe("false");
  await keyboard.press("ArrowRight");
  await expect.poll(() => viewer.row("roman").getAttribute("aria-expanded")).toBe("true");
  await keyboard.press("r");
  await keyboard.press("ArrowRight");
  await keyboard.type("dq");
  await expect.poll(() => current()).toBe("dq");
  await keyboard.press("Enter");
  await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain("roman/dq");
  await keyboard.press("Home");
  await expect
    .poll(() => viewer.page.getByRole("treeitem").first().getAttribute("aria-selected"))
    .toBe("true");
  await keyboard.press("End");
  await expect
    .poll(() => viewer.page.getByRole("treeitem").last().getAttribute("aria-selected"))
    .toBe("true");
});

test("details say where an array is and how it is stored", async ({ viewer }) => {
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  const details = viewer.page.getByRole("region", { name: "Details" });
  await details.waitFor();
  await expect.poll(() => details.innerText()).toMatch(/shape\s+192 × 192/);
  await expect.poll(() => details.innerText()).toMatch(/datatype\s+float32/);
  await expect.poll(() => details.innerText()).toMatch(/strides\s+4 bytes, contiguous/);
  await expect.poll(() => details.innerText()).toContain("tag:stsci.edu:asdf/core/ndarray-");
});

test("badges say what an array is, how it is compressed and what it takes in the file", async ({
  viewer,
}) => {
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  const badges = viewer.row("data").locator(".badges");
  await viewer.page.getByRole("separator", { name: "Size of the sidebar" }).press("End");
  await expect.poll(() => badges.innerText()).toMatch(/^192 × 192\s+float32\s+lz4\s+1\d\d kB$/);
  await expect
    .poll(() => viewer.row("data").getAttribute("title"))
    .toMatch(/compressed by lz4, 1\d\d kB stored/);
});

test("badges of a remote array are completed when it is selected, which reads the header of its block", async ({
  open,
  onTestFinished,
}) => {
  const yaml = ["a", "b"].map((key, source) => {
    return `${key}: !core/ndarray-1.1.0 {source: ${source}, datatype: uint8, shape: [300000]}`;
  });
  const tree = treeFile(yaml.join("\n"));
  const block = Buffer.concat([blockHeader(300_000), Buffer.alloc(300_000)]);
  const index = `#ASDF BLOCK INDEX\n%YAML 1.1\n---\n[${tree.length}, ${tree.length + block.length}]\n...\n`;
  const server = await SlowServer.start(Buffer.concat([tree, block, block, Buffer.from(index)]));
  onTestFinished(() => server.stop());
  const viewer = await open({ query: `?url=${encodeURIComponent(server.url)}` });
  await viewer.row("b").waitFor();
  await expect.poll(() => viewer.row("b").locator(".size").count()).toBe(0);
  await viewer.tree.focus();
  await viewer.page.keyboard.press("End");
  await expect.poll(() => viewer.row("b").locator(".size").innerText()).toBe("300 kB");
});

test("a long key shows its beginning and its end, and all of it in a tooltip", async ({ viewer }) => {
  const keys = ["first", "second"].map((end) => `a_key_${"as_long_as_".repeat(30)}_${end}`);
  await viewer.drop("keys.asdf", treeFile(keys.map((key) => `${key}: 1`).join("\n")));
  for (const key of keys) {
    const row = viewer.row(key);
    await expect.poll(() => row.getAttribute("title")).toBe(key);
    await row.locator(".tail").waitFor();
    await expect
      .poll(async () => {
        const boxes = [viewer.tree.boundingBox(), row.locator(".tail").boundingBox()];
        const [side, tail] = await Promise.all(boxes);
        return (side?.x ?? 0) + (side?.width ?? 0) - (tail?.x ?? 0) - (tail?.width ?? 0);
      })
      .toBeGreaterThan(0);
  }
  await viewer.row(keys[0] ?? "").click();
  await expect.poll(() => viewer.tree.evaluate((tree) => tree.scrollWidth <= tree.clientWidth)).toBe(true);
});

test("markup and scripts in keys and values are text", async ({ viewer }) => {
  const markup = `"<img src=x onerror=alert(1)>": "<script>alert(2)</script><b>bold</b>"`;
  await viewer.drop("<i>name</i>.asdf", treeFile(markup));
  await viewer.row("<img src=x onerror=alert(1)>").click();
  await expect
    .poll(() => viewer.page.getByRole("heading", { level: 1 }).innerText())
    .toBe("<i>name</i>.asdf");
  const details = viewer.page.getByRole("region", { name: "Details" });
  await expect.poll(() => details.innerText()).toContain("<script>alert(2)</script><b>bold</b>");
  await expect.poll(() => viewer.page.locator("asdf-viewer").locator("img, script, b, i").count()).toBe(0);
});

test("an alias back to an ancestor ends there", async ({ viewer }) => {
  await viewer.drop("cycle.asdf", treeFile("a: &a\n  b:\n    c: *a\n  d: 1"));
  await viewer.row("a").click();
  await viewer.row("b").click();
  await expect.poll(() => viewer.row("c").innerText()).toContain("back to a");
  await expect.poll(() => viewer.row("c").getAttribute("aria-expanded")).toBeNull();
});

test("a hundred thousand nodes open, scroll and jump", async ({ viewer }) => {
  const many = Array.from({ length: 100_000 }, (_, i) => `  key_${i}: ${i}`).join("\n");
  await viewer.drop("many.asdf", treeFile(`many:\n${many}`));
  await viewer.row("many").click();
  await viewer.row("key_0").waitFor();
  await expect.poll(() => viewer.page.getByRole("treeitem").count()).toBeLessThan(100);
  await viewer.tree.focus();
  await viewer.page.keyboard.press("End");
  await viewer.row("key_99999").waitFor();
  await expect.poll(() => viewer.row("key_99999").getAttribute("aria-posinset")).toBe("100000");
  expect(await viewer.page.getByRole("treeitem").count()).toBeLessThan(100);
  const [row, tree] = [await viewer.row("key_99999").boundingBox(), await viewer.tree.boundingBox()];
  expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual((tree?.y ?? 0) + (tree?.height ?? 0));
  await viewer.tree.hover();
  await viewer.page.mouse.wheel(0, -20_000);
  await expect.poll(() => viewer.row("key_99999").count()).toBe(0);
});

test("a row that is opened before its node has come is shown once it has", async ({ viewer }) => {
  await viewer.drop(
    "many.asdf",
    treeFile(Array.from({ length: 5000 }, (_, i) => `key_${i}: ${i}`).join("\n")),
  );
  await viewer.row("key_0").waitFor();
  await viewer.tree.evaluate((tree) => {
    for (const key of ["End", "Enter"]) {
      tree.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }
  });
  await viewer.page.locator(".text-view h2", { hasText: "key_4999" }).waitFor();
});

test("the beginning of a large tree is seen while the rest is parsed", async ({ viewer }) => {
  await viewer.page.evaluate(() => {
    const root = document.querySelector("asdf-viewer")?.shadowRoot;
    new MutationObserver((_, observer) => {
      const rows = root?.querySelectorAll(".first-rows li");
      if (rows?.length) {
        document.body.dataset["first"] = `${rows.length} rows, ${rows[0]?.textContent}`;
        observer.disconnect();
      }
    }).observe(root ?? document, { childList: true, subtree: true });
  });
  const many = Array.from({ length: 150_000 }, (_, i) => `key_${i}: {value: ${i}}`).join("\n");
  await viewer.drop("many.asdf", treeFile(many));
  await viewer.row("key_0").waitFor();
  expect(await viewer.page.locator("body").getAttribute("data-first")).toBe("200 rows, key_0 1 entry");
});

test("a list that is higher than what a browser can scroll is scrolled to its last row, and by its own pixels", async ({
  open,
}) => {
  // Rows for fingers, which are higher.
  const viewer = await open({ hasTouch: true, isMobile: true, viewport: { width: 1000, height: 1200 } });
  const count = 250_000;
  await viewer.drop("many.asdf", treeFile(Array.from({ length: count }, (_, i) => `k${i}: ${i}`).join("\n")));
  const isSeen = async (key: string) => {
    if ((await viewer.row(key).count()) === 0) {
      return false;
    }
    const [row, tree] = [await viewer.row(key).boundingBox(), await viewer.tree.boundingBox()];
    return row && tree ? row.y > tree.y - 1 && row.y + row.height < tree.y + tree.height + 1 : false;
  };
  // As the zoom of a browser: of so many pixels, fewer can be scrolled.
  const zoom = 4;
  await viewer.tree.evaluate((tree, zoom) => tree.style.setProperty("zoom", String(zoom)), zoom);
  await expect.poll(() => isSeen("k0")).toBe(true);
  await viewer.tree.focus();
  await viewer.page.keyboard.press("End");
  await expect.poll(() => isSeen(`k${count - 1}`)).toBe(true);
  for (let row = 1; row <= 20; row += 1) {
    await viewer.page.keyboard.press("ArrowUp");
  }
  await expect.poll(() => isSeen(`k${count - 21}`)).toBe(true);
  expect(await isSeen(`k${count - 20}`)).toBe(true);
  expect(await isSeen(`k${count - 1}`)).toBe(false);

  const moveBar = (to: number) =>
    viewer.tree.evaluate((tree, to) => tree.scrollTo(0, to * (tree.scrollHeight - tree.clientHeight)), to);
  await moveBar(0.5);
  await viewer.row(`k${count / 2}`).waitFor();
  const before = await viewer.row(`k${count / 2}`).boundingBox();
  await viewer.tree.evaluate((tree) => tree.scrollBy(0, 100));
  await expect
    .poll(async () => (await viewer.row(`k${count / 2}`).boundingBox())?.y)
    .toBeCloseTo((before?.y ?? 0) - 100 * zoom, 0);
  await moveBar(0);
  await expect.poll(() => isSeen("k0")).toBe(true);
  await moveBar(1);
  await expect.poll(() => isSeen(`k${count - 1}`)).toBe(true);
  await viewer.page.keyboard.press("Home");
  await expect.poll(() => isSeen("k0")).toBe(true);
});

test("the tree is unfolded to what is shown first", async ({ viewer }) => {
  const values = new Uint8Array(Float32Array.from({ length: 64 }, (_, i) => i).buffer);
  const library = "asdf_library: !core/software-1.0.0 {name: asdf, version: 5.0.0}";
  const flux = "!core/ndarray-1.1.0 {source: 0, datatype: float32, byteorder: little, shape: [64]}";
  await viewer.drop("lamp.asdf", blockFile(`${library}\nlamp: {exposure: {flux: ${flux}}}`, values));
  await expect.poll(() => viewer.row("flux").getAttribute("aria-selected")).toBe("true");
  await viewer.page.locator(".stage[aria-busy=false] .chart canvas").waitFor();
});
