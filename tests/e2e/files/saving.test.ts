/** Saving: what a person takes out of the page opens again and is what was shown. */
import { readFile } from "node:fs/promises";
import { type AsdfFile, NdArray, open as openAsdf, slice } from "asdf-wasm";
import { unzipSync } from "fflate";
import { expect } from "vitest";
import { blockFile, fixture, treeFile } from "../../support/files.ts";
import { SlowServer } from "../support/slow-server.ts";
import { test, type Viewer, withoutPicker } from "../support/viewer.ts";
import { when } from "../support/when.ts";

const ROMAN = "roman/roman_l2_192.asdf";

/** Prepares a browser in which the person picks `picked.asdf`, a file of a disk that the page can look at. */
function withPicker(): void {
  Object.assign(window, {
    showSaveFilePicker: async () => {
      const disk = await navigator.storage.getDirectory();
      return disk.getFileHandle("picked.asdf", { create: true });
    },
  });
}

async function openDialog({ page }: Viewer): Promise<void> {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("menuitem", { name: "As ASDF…" }).click();
  await page.getByRole("dialog", { name: "Save as ASDF" }).waitFor();
}

/** Goes through with the dialog that is open; gives the file's name and what the package reads of it. */
async function download({ page }: Viewer): Promise<{ name: string; bytes: Buffer; file: AsdfFile }> {
  const downloading = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  const download = await downloading;
  const bytes = await readFile((await download.path()) ?? "");
  return { name: download.suggestedFilename(), bytes, file: await openAsdf(bytes, { checksums: "error" }) };
}

async function dataOf(file: AsdfFile): Promise<unknown> {
  const array = file.get("roman/data");
  return array instanceof NdArray ? (await array.read()).data : undefined;
}

/** What the package reads of the file that `withPicker` picks. */
async function pickedFile({ page }: Viewer): Promise<AsdfFile> {
  const written = await page.evaluate(async () => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle("picked.asdf");
    const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  });
  return openAsdf(Buffer.from(written, "latin1"), { checksums: "error" });
}

test("a file is saved in each compression, and is what it was", async ({ open }) => {
  const viewer = await open({ prepare: withoutPicker });
  const original = await fixture(ROMAN);
  const before = await openAsdf(original);
  await viewer.show("roman.asdf", original);
  for (const compression of ["stored", "none", "lz4", "zlib", "zstd", "bzp2", "xz", "blsc", "bls2"]) {
    await openDialog(viewer);
    await viewer.page.getByLabel("Compression").selectOption(compression);
    const { name, file } = await download(viewer);
    expect(name).toBe("roman-copy.asdf");
    const array = file.get("roman/data");
    const wanted = { stored: "lz4", none: "none" }[compression] ?? compression;
    expect(array instanceof NdArray && (array.compression ?? "none")).toBe(wanted);
    expect(await dataOf(file)).toEqual(await dataOf(before));
    expect(JSON.stringify(file.get("roman/meta"))).toBe(JSON.stringify(before.get("roman/meta")));
    expect([file.standardVersion, file.warnings]).toEqual([before.standardVersion, []]);
    await viewer.page.getByRole("dialog").getByText(`Downloaded as ${name}`).waitFor();
    await viewer.page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  }
});

test("by keys alone, under a name of one's own", async ({ open }) => {
  const viewer = await open({ prepare: withoutPicker });
  const { keyboard } = viewer.page;
  await viewer.drop("a.asdf", treeFile("answer: 42"));
  await viewer.tree.focus();
  await keyboard.press("Control+s");
  await viewer.page.getByRole("textbox", { name: "Name" }).fill("mine");
  const downloading = viewer.page.waitForEvent("download");
  await keyboard.press("Enter");
  expect((await downloading).suggestedFilename()).toBe("mine.asdf");
  await viewer.page.getByText("Downloaded as mine.asdf").waitFor();
  await keyboard.press("Escape");
  await expect.poll(() => viewer.page.getByRole("dialog").count()).toBe(0);
});

test("the browser asks for the place where it can, and the file goes there", async ({ open }) => {
  const viewer = await open({ prepare: withPicker });
  await viewer.show("roman.asdf", await fixture(ROMAN));
  await openDialog(viewer);
  await viewer.page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await viewer.page.getByText("Saved as picked.asdf").waitFor();
  expect(await dataOf(await pickedFile(viewer))).toEqual(await dataOf(await openAsdf(await fixture(ROMAN))));
});

test("who picks the file that is open goes on with what was saved, and nothing of it is lost", async ({
  open,
}) => {
  const viewer = await open({ prepare: withPicker });
  const content = blockFile(
    "numbers: !core/ndarray-1.1.0 {source: 0, datatype: uint8, shape: [4]}",
    Uint8Array.of(1, 2, 3, 4),
  );
  await viewer.page.evaluate(async (text) => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle("picked.asdf", {
      create: true,
    });
    const writable = await handle.createWritable();
    await writable.write(Uint8Array.from(text, (character) => character.charCodeAt(0)));
    await writable.close();
    await document.querySelector("asdf-viewer")?.open(await handle.getFile());
    // As the browser's own dialog does to a file that is to be replaced.
    const picker = Reflect.get(window, "showSaveFilePicker") as () => Promise<FileSystemFileHandle>;
    Object.assign(window, {
      showSaveFilePicker: async () => {
        const picked = await picker();
        await (await picked.createWritable()).close();
        return picked;
      },
    });
  }, content.toString("latin1"));
  await viewer.row("numbers").waitFor();
  await openDialog(viewer);
  await viewer.page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await viewer.notices.getByText("picked.asdf is shown as it was saved").waitFor();
  const array = (await pickedFile(viewer)).get("numbers");
  expect(array instanceof NdArray && (await array.read()).data).toEqual(Uint8Array.of(1, 2, 3, 4));
});

test("what cannot be written is said, and the dialog stays for another attempt", async ({
  open,
  onTestFinished,
}) => {
  const size = 4_000_000;
  const bytes = blockFile(
    `a: !core/ndarray-1.1.0 {source: 0, datatype: uint8, shape: [${size}]}`,
    new Uint8Array(size).fill(7),
  );
  const server = await SlowServer.start(bytes);
  onTestFinished(() => server.stop());
  const viewer = await open({ prepare: withoutPicker, query: `?url=${encodeURIComponent(server.url)}` });
  await viewer.row("a").waitFor();
  await openDialog(viewer);
  // The file is gone from the server when its block is to be copied.
  await viewer.page.route(server.url, (route) => route.fulfill({ status: 404 }));
  await viewer.page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await viewer.page.getByRole("dialog").getByRole("alert").waitFor();
  await expect.poll(() => viewer.page.getByRole("dialog").getByRole("alert").innerText()).toMatch(/404/);
  await viewer.checkAccessibility();
});

test("a remote file is saved too, and its writing is cancelled by a button", async ({
  open,
  onTestFinished,
}) => {
  const size = 4_000_000;
  const bytes = blockFile(
    `a: !core/ndarray-1.1.0 {source: 0, datatype: uint8, shape: [${size}]}`,
    new Uint8Array(size).fill(7),
  );
  const server = await SlowServer.start(bytes);
  onTestFinished(() => server.stop());
  const viewer = await open({ prepare: withoutPicker, query: `?url=${encodeURIComponent(server.url)}` });
  await viewer.row("a").waitFor();
  await openDialog(viewer);
  server.begin({ limit: 2_000_000 });
  const dialog = viewer.page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("progressbar").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("textbox", { name: "Name" }).waitFor();
  await expect.poll(() => dialog.getByRole("alert").count()).toBe(0);
  server.begin();
  const { file } = await download(viewer);
  const array = file.get("a");
  const data = array instanceof NdArray ? (await array.read()).data : undefined;
  expect(data instanceof Uint8Array && Buffer.compare(data, new Uint8Array(size).fill(7))).toBe(0);
});

test("a file is taken apart into a zip archive, whose files belong together", async ({ open }) => {
  const viewer = await open({ prepare: withoutPicker });
  await viewer.show("roman.asdf", await fixture(ROMAN));
  await viewer.page.getByRole("button", { name: "Save", exact: true }).click();
  await viewer.page.getByRole("menuitem", { name: "Exploded…" }).click();
  const downloading = viewer.page.waitForEvent("download");
  await viewer.page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("roman.zip");
  const parts = unzipSync(await readFile((await download.path()) ?? ""));
  const names = Object.keys(parts);
  expect(names[0]).toBe("roman.asdf");
  expect(names).toContain("roman0000.asdf");
  const whole = await openAsdf(parts["roman.asdf"] ?? new Uint8Array(), {
    resolve: (uri) => parts[uri]?.slice(),
  });
  expect(await dataOf(whole)).toEqual(await dataOf(await openAsdf(await fixture(ROMAN))));
});

test("what is shown of an image is cut out, with its errors and flags", async ({ open }) => {
  const viewer = await open({ prepare: withoutPicker });
  const { page } = viewer;
  const original = await openAsdf(await fixture(ROMAN));
  await viewer.show("roman.asdf", await fixture(ROMAN));
  await viewer.canvas.focus();
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("menuitem", { name: "Cutout…" }).click();
  const sides = async () =>
    /(\d+) × (\d+)/.exec(await page.getByRole("dialog").getByRole("heading").innerText())?.map(Number) ?? [];
  const [, width = 0, height = 0] = await when(sides, ([, , height = 0]) => height > 0 && height < 192);
  const { name, file } = await download(viewer);
  expect(name).toBe("roman-cutout.asdf");
  const [whole, part] = [original, file].map((file) => file.get("roman/data"));
  if (!(whole instanceof NdArray && part instanceof NdArray)) {
    throw new Error("there is no image");
  }
  expect(part.shape).toEqual([height, width]);
  const errors = file.get("roman/err");
  expect(errors instanceof NdArray && errors.shape).toEqual([height, width]);
  // The camera looks at the middle of the image.
  const [top, left] = [(192 - height) / 2, (192 - width) / 2];
  const region = await whole.read([slice(top, top + height), slice(left, left + width)]);
  expect((await part.read()).data).toEqual(region.data);
});
