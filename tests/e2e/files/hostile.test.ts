/**
 * Very long texts of a file, of its name, of files beside it and of links, wherever the page shows them: browsers lay out unbroken
 * text in quadratic time, so that no more than a part of one is ever put into the page at once.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { treeFile } from "../../support/files.ts";
import { fitsWith, textOf, UNITS, wholeTree } from "../../support/hostile.ts";
import { test, type Viewer } from "../support/viewer.ts";

/** Of a text in a tree, which has it in seventy places; of all that arrive together; and of those in a link that is still followed. */
const [LENGTH, ALONE, FOLLOWED] = [100_000, 1_000_000, 20_000];
/** The most that one element shows: a paragraph of a text that is read in full. */
const MOST = 16_100;
/** Of a task on the page's thread, in milliseconds: far above what is promised, and far below what a layout of a whole text takes. */
const BLOCKED = 10_000;

/** Notes the longest task of the page, and the longest texts that it draws, stores or puts into its address. */
function watch(): void {
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      const before = Number(Reflect.get(window, "longestTask") ?? 0);
      Reflect.set(window, "longestTask", Math.max(before, duration));
    }
  }).observe({ type: "longtask" });
  const taken = new Map<string, number>();
  Reflect.set(window, "taken", taken);
  const places: readonly (readonly [object, name: string, at: number])[] = [
    [CanvasRenderingContext2D.prototype, "fillText", 0],
    [CanvasRenderingContext2D.prototype, "measureText", 0],
    [History.prototype, "pushState", 2],
    [History.prototype, "replaceState", 2],
    [Storage.prototype, "setItem", 1],
  ];
  for (const [owner, name, at] of places) {
    const original: (...args: unknown[]) => unknown = Reflect.get(owner, name);
    Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
      taken.set(name, Math.max(taken.get(name) ?? 0, String(args[at] ?? "").length));
      return Reflect.apply(original, this, args);
    });
  }
}

/** Where a text of the page, of its tooltips, of what is read aloud, drawn or stored, is longer than that. */
function tooLong({ page }: Viewer): Promise<readonly string[]> {
  return page.evaluate((most) => {
    const elements = Array.from(
      document.querySelector("asdf-viewer")?.shadowRoot?.querySelectorAll("*") ?? [],
    );
    const taken: ReadonlyMap<string, number> = Reflect.get(window, "taken");
    return elements
      .filter(({ localName }) => localName !== "style" && localName !== "script")
      .flatMap((element) => [
        ...["title", "aria-label", "aria-valuetext", "placeholder"].map(
          (name) => [`${name} of ${element.localName}`, element.getAttribute(name) ?? ""] as const,
        ),
        ...Array.from(
          element.childNodes,
          (node) =>
            [`${element.localName} ${element.className}`, node instanceof Text ? node.data : ""] as const,
        ),
        ["a field", element instanceof HTMLInputElement ? element.value : ""] as const,
      ])
      .concat([["the title", document.title]])
      .map(([where, { length }]): readonly [string, number] => [where, length])
      .concat([...taken])
      .filter(([, length]) => length > most)
      .map(([where, length]) => `${where}: ${length}`);
  }, MOST);
}

async function expectShort(viewer: Viewer, where: string): Promise<void> {
  await viewer.frames(2);
  expect(await tooLong(viewer), where).toEqual([]);
  const blocked = await viewer.page.evaluate(() => Number(Reflect.get(window, "longestTask") ?? 0));
  expect(blocked, where).toBeLessThan(BLOCKED);
}

/** One of each way to break lines and to shape letters. */
const TEXTS = [
  ...Object.entries(UNITS).filter(([name]) => /word|blanks|ideographs|left|control/.test(name)),
  ["wide letters", "W"] as const,
];

/** Rows that are selected, each with something of its own to show. */
const ROWS = [
  "a value",
  "a key",
  "a tag",
  "the source of an array",
  "a field of records",
  "a table",
  "a frame",
  "an image",
  "an image of a long name",
  "an image with a frame",
  "asdf_library",
];

/** Opens a file from the disk: to hand over megabytes in a message takes the thread of the page itself. */
async function openFrom(folder: string, viewer: Viewer, name: string, bytes: Uint8Array): Promise<void> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  await viewer.page.locator("input[type=file]").setInputFiles(path);
  await viewer.page.getByRole("heading", { level: 1, name }).waitFor({ state: "attached" });
}

function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), "asdf-texts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("a file of long texts puts only parts of them into the page", { timeout: 240_000 }, async ({ open }) => {
  const folder = folderOfTest();
  const viewer = await open({ prepare: watch });
  const { page } = viewer;
  const settled = () => page.locator(".stage[aria-busy=false]").waitFor({ state: "attached" });
  const views = page.getByRole("tablist", { name: "Views" }).getByRole("tab");
  for (const [name, unit] of TEXTS) {
    await openFrom(folder, viewer, `${name}.asdf`, wholeTree(textOf(unit, LENGTH)));
    await viewer.row("a value").waitFor();
    await expectShort(viewer, `${name}: opened`);
    for (const key of ROWS) {
      await viewer.row(key).click();
      await expect.poll(() => viewer.row(key).getAttribute("aria-selected"), { message: key }).toBe("true");
      await expectShort(viewer, `${name}: ${key}`);
      // Unfolded, and on to what is inside.
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => viewer.row(key).getAttribute("aria-expanded"), { message: key }).toBe("true");
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => viewer.row(key).getAttribute("aria-selected"), { message: key }).toBe("false");
      await settled();
      await expectShort(viewer, `${name}: in ${key}`);
      if (key === "an image") {
        // The value of a quantity.
        await page.keyboard.press("ArrowRight");
        await viewer.row("value").click();
        await views.first().waitFor();
      } else if (key.startsWith("an image")) {
        await page.locator("[role=treeitem][aria-selected=true]").click();
        await views.first().waitFor();
      }
      // Each view has words of its own; letters that are shaped or broken otherwise are cut in the same places.
      const walked = key.startsWith("an image") && /word|ideographs/.test(name);
      for (const view of walked ? await views.all() : []) {
        await view.click();
        await expect.poll(() => view.getAttribute("aria-selected"), { message: key }).toBe("true");
        await settled();
        await expectShort(viewer, `${name}: ${await view.textContent()} of ${key}`);
      }
      await viewer.row(key).click();
      await page.keyboard.press("ArrowLeft");
    }
    await page.getByRole("tab", { name: "File" }).click();
    await page.getByText("Written by").waitFor();
    await expectShort(viewer, `${name}: the file`);
    await page.getByRole("tab", { name: "Contents" }).click();
  }
});

test("headers of long cards are cut where they are listed", { timeout: 120_000 }, async ({ open }) => {
  const folder = folderOfTest();
  const viewer = await open({ prepare: watch });
  const { page } = viewer;
  for (const [name, unit] of TEXTS.filter(([name]) => /word|blanks|ideographs/.test(name))) {
    await openFrom(folder, viewer, `${name}.fits`, fitsWith(textOf(unit, LENGTH)));
    await page.getByRole("tab", { name: "HDUs" }).click();
    for (const hdu of await page.locator(".hdu-list [role=option]").all()) {
      await hdu.click();
      await expect.poll(() => hdu.getAttribute("aria-selected"), { message: name }).toBe("true");
      await page.locator(".card-list").focus();
      await page.keyboard.press("End");
      await page.locator(".card-whole").waitFor();
      await expectShort(viewer, `${name}: ${await hdu.getAttribute("aria-posinset")}`);
    }
    await page.getByLabel("Search headers").fill("EXTNAME");
    await page.locator(".card-list[aria-label='Cards found']").waitFor();
    await expectShort(viewer, `${name}: found`);
    await page.getByRole("tab", { name: "Contents" }).click();
  }
});

/** Stands for the long text. */
const LONG = "\ue000";

interface Arrival {
  /** Dropped together: names and contents. */
  readonly files?: Readonly<Record<string, string>>;
  /** Followed. */
  readonly link?: string;
  /** Pasted, where no field has the focus. */
  readonly pasted?: string;
  /** The label of a field into which the long text is typed. */
  readonly field?: string;
  readonly length?: number;
  /** What is there at last. */
  readonly shows: RegExp;
}

const ARRAY = "!core/ndarray-1.1.0 [[1.5, 2.0], [3.0, 4.0]]";
const COLUMN = "!core/ndarray-1.1.0 [0.5, 1.0]";
const IMAGES = `image: ${ARRAY}\nother: ${ARRAY}`;
const IMAGE = treeFile(`image: ${ARRAY}`).toString("latin1");
const FRAGMENT = `#file=${LONG}&path=${LONG}&selected=${LONG}&view=${LONG}&section=${LONG}&compare=${LONG}&wcs=${LONG}&${LONG}=${LONG}`;

/** What comes beside the tree of a file, in the order in which it arrives. */
const ARRIVALS: Readonly<Record<string, Arrival>> = {
  "regions of DS9": {
    files: {
      "a.reg": `# ${LONG}\nglobal color=${LONG}\nimage;circle(1,1,1) # text={${LONG}} color=${LONG} ${LONG}\n${LONG}\ncircle(${LONG})\ncircle(1,${LONG},1)\npolygon ${LONG} # ${LONG}={${LONG}\n`,
    },
    shows: /1 region from a\.reg/,
  },
  "regions as JSON": {
    files: {
      "a.regions.json": `{"format": "asdf-wasm regions", "version": 1, "${LONG}": "${LONG}", "regions": [{"kind": "circle", "x": 1, "y": 1, "radius": 1, "name": "${LONG}", "color": "${LONG}"}, {"kind": "${LONG}"}, "${LONG}"]}`,
    },
    shows: /1 region from a\.regions\.json/,
  },
  "a name of regions": { files: { [`${LONG}.reg`]: "circle(1,1,1)" }, shows: /1 region from/ },
  "names of files": {
    files: { [`${LONG}1.asdf`]: IMAGE, [`${LONG}2.asdf`]: IMAGE },
    shows: /1\.asdf/,
  },
  "the name of what is refused": { files: { [`${LONG}.txt`]: LONG }, shows: /is not opened|not an ASDF/ },
  "no session": {
    files: {
      "a.json": `{"format": "asdf-viewer session", "version": "${LONG}", "links": ["${LONG}"]}`,
    },
    shows: /saved by another version/,
  },
  "a session": {
    files: {
      "b.json": `{"format": "asdf-viewer session", "version": 1, "shown": "${LONG}", "${LONG}": 1, "links": ["${LONG}", "${FRAGMENT}", "${FRAGMENT}2"]}`,
    },
    shows: /again to see what was shown/,
  },
  "a link to a file of this device": {
    link: FRAGMENT,
    length: FOLLOWED,
    shows: /again to see what was shown/,
  },
  "a link to a place": {
    link: `?url=sample.asdf&path=${LONG}&selected=${LONG}&view=${LONG}&regions=${LONG}`,
    length: FOLLOWED,
    shows: /the link leads to/i,
  },
  "a search": { field: "Search keys and values", shows: /is too long for this field/ },
  "a long link": {
    link: `?url=sample.asdf&path=${LONG}`,
    shows: /a link of .* characters is not followed/i,
  },
  "a pasted address": {
    pasted: `https://example.org/${LONG}`,
    shows: /an address of .* characters is not opened/i,
  },
};

/** Lets files or texts arrive with the long text in place of its sign, which is made in the page. */
async function arrive({ page }: Viewer, arrival: Arrival, unit: string): Promise<void> {
  const { files = {}, link = "", pasted = "", field = "", length = ALONE } = arrival;
  if (field !== "") {
    await page.getByLabel(field).focus();
    await page.keyboard.insertText(textOf(unit, ALONE));
    return;
  }
  await page.evaluate(
    async ({ files, link, pasted, unit, whole, sign }) => {
      const places = [link, pasted, ...files.flat()].join("").split(sign).length - 1;
      const long = unit.repeat(whole / places / unit.length);
      const quoted = JSON.stringify(long).slice(1, -1);
      const viewer = document.querySelector("asdf-viewer");
      if (link !== "") {
        await viewer?.follow(link.replaceAll(sign, encodeURIComponent(long))).catch(() => {});
        return;
      }
      const dataTransfer = new DataTransfer();
      if (pasted !== "") {
        dataTransfer.setData("text/plain", pasted.replaceAll(sign, encodeURIComponent(long)));
        const init = { bubbles: true, cancelable: true, composed: true, clipboardData: dataTransfer };
        document.body.dispatchEvent(new ClipboardEvent("paste", init));
        return;
      }
      for (const [name, text] of files) {
        const content = text.replaceAll(sign, name.endsWith(".json") ? quoted : long);
        const bytes = content === text ? Uint8Array.from(text, (letter) => letter.charCodeAt(0)) : content;
        dataTransfer.items.add(new File([bytes], name.replaceAll(sign, long)));
      }
      for (const type of ["dragenter", "dragover", "drop"]) {
        const init = { bubbles: true, cancelable: true, composed: true, dataTransfer };
        viewer?.shadowRoot?.querySelector(".viewer")?.dispatchEvent(new DragEvent(type, init));
      }
    },
    { files: Object.entries(files), link, pasted, unit, whole: length, sign: LONG },
  );
}

test("what arrives beside a tree is cut as well", { timeout: 240_000 }, async ({ open }) => {
  for (const [name, unit] of TEXTS) {
    const viewer = await open({ prepare: watch });
    await viewer.show("image.asdf", Buffer.from(IMAGE, "latin1"));
    for (const [place, arrival] of Object.entries(ARRIVALS)) {
      await arrive(viewer, arrival, unit);
      await viewer.page.getByText(arrival.shows).first().waitFor();
      await expectShort(viewer, `${name}: ${place}`);
    }
    await viewer.page.context().close();
  }
});

test("what is remembered, edited, searched and compared is cut as well", {
  timeout: 240_000,
}, async ({ open }) => {
  const folder = folderOfTest();
  for (const [name, unit] of TEXTS.filter(([name]) => /word|ideographs|left/.test(name))) {
    const viewer = await open({ prepare: watch });
    const { page } = viewer;
    const search = page.getByLabel("Search keys and values");
    const long = (parts: number) => textOf(unit, ALONE / Buffer.byteLength(unit) / parts);
    const edit = async (what: string) => {
      await page.getByRole("button", { name: "Edit", exact: true }).click();
      await page.getByRole("menuitem", { name: what }).click();
    };
    const show = (file: string, yaml: string) =>
      openFrom(folder, viewer, file, new Uint8Array(treeFile(yaml)));

    await page.evaluate((long) => {
      const files = [{ name: long }, { name: "a", url: `https://example.org/${long}` }];
      localStorage.setItem("asdf-viewer:recent", JSON.stringify(files));
    }, long(2));
    await page.reload();
    await page.getByRole("region", { name: "Recent" }).waitFor();
    await expectShort(viewer, `${name}: recent files`);

    await show("text.asdf", `v: "${long(1)}"\n${IMAGES}`);
    await viewer.row("v").click();
    await expect.poll(() => viewer.row("v").getAttribute("aria-selected")).toBe("true");
    await edit("Value");
    await page.getByText("too long to be edited in one line").waitFor();
    await search.fill(unit);
    await page.locator(".hit mark").first().waitFor();
    await expectShort(viewer, `${name}: found in a value`);
    await page.getByRole("button", { name: "Clear the search" }).click();
    await edit("Whole tree as YAML…");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+f");
    await page.locator(".cm-search input[name=search]").fill(unit);
    await page.keyboard.press("Enter");
    await page.locator(".cm-searchMatch").first().waitFor();
    await expectShort(viewer, `${name}: as YAML`);
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();

    await show("key.asdf", `? "${long(1)}"\n: {found: 1, also found: 2}\n${IMAGES}`);
    await search.fill("found");
    await page.locator(".hit mark").nth(1).waitFor();
    await expectShort(viewer, `${name}: found below a key`);
    await page.getByRole("button", { name: "Clear the search" }).click();
    await viewer.tree.focus();
    await page.keyboard.press("Home");
    await expect.poll(() => page.getByRole("treeitem").first().getAttribute("aria-selected")).toBe("true");
    await edit("Key");
    await page.getByText("This key cannot be edited in one line").waitFor();

    const images = [1, 2, 3].map((band) => `? "${long(6)}${band}"\n: ${ARRAY}`).join("\n");
    const table = `{? "${long(12)}" : ${COLUMN}, x: ${COLUMN}, y: ${COLUMN}}`;
    await show("long.asdf", `${images}\n? "${long(6)}table"\n: ${table}`);
    await show("short.asdf", `${IMAGES}\nstars: {x: ${COLUMN}, y: ${COLUMN}}`);
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    const others = page.getByLabel("With");
    await expect.poll(() => others.getByRole("option").count()).toBe(3);
    await others.selectOption({ index: 2 });
    for (const way of ["Side by side", "Difference"]) {
      await page.getByLabel(way, { exact: true }).check();
      await viewer.drawn();
      await expectShort(viewer, `${name}: ${way}`);
    }
    await others.selectOption("");
    await page.getByRole("button", { name: "Catalogue" }).click();
    const tables = page.getByLabel("Table");
    await expect.poll(() => tables.getByRole("option").count()).toBe(3);
    await tables.selectOption({ index: 2 });
    await page.getByRole("img", { name: "Catalogue, 2 rows in the image" }).waitFor();
    await expectShort(viewer, `${name}: a catalogue`);
    await page.getByRole("tab", { name: "RGB" }).click();
    await viewer.drawn();
    await expectShort(viewer, `${name}: RGB`);
    await page.context().close();
  }
});
