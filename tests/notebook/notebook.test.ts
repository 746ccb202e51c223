/** The widget as its users have it: installed by pip, in a notebook of a real JupyterLab with a real kernel, in Chromium. */
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../scripts/command/process.mjs";
import { launchTestBrowser } from "../../scripts/setup/browser.mjs";
import { JupyterLab } from "../jupyterlab/server.ts";
import { writeSparse } from "../support/sparse.ts";

const SIDE = 2 ** 14;
const CELLS = [
  `from asdf_viewer import view
v = view("roman.asdf", path="roman/data", save=True)
v`,
  `w = view("large.asdf", path="meta", height=320)
w`,
  `import tracemalloc
import numpy as np
with open("zeros", "wb") as file:
    file.truncate(4 * ${SIDE}**2)
zeros = np.memmap("zeros", "f4", "r+", shape=(${SIDE}, ${SIDE}))
zeros[5, 7] = 42
tracemalloc.start()
a = view(zeros, pixel=(7, 5), height=480)
a`,
  `try:
    from asdf_viewer.aida import ImageViewer
except ImportError:
    aida = "wants Python 3.12"
else:
    from astropy.nddata import NDData
    from astropy.wcs import WCS
    def plane(scale):
        wcs = WCS(naxis=2)
        wcs.wcs.ctype, wcs.wcs.crval, wcs.wcs.crpix = ["RA---TAN", "DEC--TAN"], [150, 2], [60.5, 40.5]
        wcs.wcs.cdelt = [-scale, scale]
        return wcs
    aida = ImageViewer(height=400)
    aida.load_image(NDData(np.arange(9600.0).reshape(80, 120), wcs=plane(0.001)), image_label="night")
aida`,
];

let lab: JupyterLab;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  lab = await JupyterLab.start();
  copyFileSync(join(root, "tests/data/roman/roman_l2_192.asdf"), join(lab.files, "roman.asdf"));
  const array = `!core/ndarray-1.1.0 {source: 0, datatype: float32, shape: [${SIDE}, ${SIDE}]}`;
  writeSparse(join(lab.files, "large.asdf"), `meta: {telescope: ROMAN}\ndata: ${array}`, [4 * SIDE * SIDE]);
  const cells = CELLS.map((source, number) => {
    const about = { execution_count: null, metadata: {}, outputs: [] };
    return { cell_type: "code", id: `cell-${number}`, ...about, source };
  });
  const kernelspec = { display_name: "Python 3", language: "python", name: "python3" };
  const notebook = { cells, metadata: { kernelspec }, nbformat: 4, nbformat_minor: 5 };
  writeFileSync(join(lab.files, "viewer.ipynb"), JSON.stringify(notebook));
  browser = await launchTestBrowser();
  // All cells are in the window: JupyterLab does not render the others.
  page = await browser.newPage({ viewport: { width: 1300, height: 3000 } });
  page.setDefaultTimeout(100_000);
  page.on("pageerror", ({ message }) => complaints.push(message));
  await page.goto(lab.address("lab/tree/viewer.ipynb?reset"));
  await page
    .locator(".jp-CodeCell")
    .nth(CELLS.length - 1)
    .waitFor();
  await page.getByText(/Python 3.*\| Idle/).waitFor();
  await runAll();
});

afterAll(async () => {
  await browser?.close();
  await lab?.stop();
});

async function runAll(): Promise<void> {
  await page.getByRole("menuitem", { name: "Run", exact: true }).click();
  await page.getByRole("menuitem", { name: "Run All Cells", exact: true }).click();
}

/** What a cell shows. */
const cell = (number: number): Locator => page.locator(".jp-CodeCell").nth(number).locator(".jp-OutputArea");
const readout = (number: number): Promise<string> =>
  cell(number).locator("[part~=status]").innerText({ timeout: 1000 });
const selected = (number: number): Locator =>
  cell(number).getByRole("treeitem", { selected: true, includeHidden: true });

/** Runs code in the notebook's kernel, as another client of it; answers what it prints. */
async function inKernel(code: string): Promise<string> {
  const sessions = lab.address("api/sessions");
  return page.evaluate(
    async ([address = "", code = ""]) => {
      const [{ kernel }] = await (await fetch(address)).json();
      const url = new URL(address);
      url.protocol = "ws:";
      url.pathname = url.pathname.replace("sessions", `kernels/${kernel.id}/channels`);
      const socket = new WebSocket(url);
      const id = crypto.randomUUID();
      await new Promise((resolve) => socket.addEventListener("open", resolve));
      const header = {
        msg_id: id,
        msg_type: "execute_request",
        session: id,
        username: "test",
        version: "5.3",
      };
      const content = { code, silent: false, store_history: false, allow_stdin: false, stop_on_error: true };
      socket.send(
        JSON.stringify({ channel: "shell", header, parent_header: {}, metadata: {}, content, buffers: [] }),
      );
      return new Promise<string>((resolve, reject) => {
        let printed = "";
        socket.onmessage = ({ data }) => {
          // Messages with buffers are for the widgets.
          const message = typeof data === "string" ? JSON.parse(data) : {};
          if (message.parent_header?.msg_id !== id) {
            return;
          }
          if (message.msg_type === "stream") {
            printed += message.content.text;
          } else if (message.msg_type === "error") {
            reject(new Error(message.content.traceback.join("\n")));
          } else if (message.msg_type === "status" && message.content.execution_state === "idle") {
            socket.close();
            resolve(printed.trim());
          }
        };
      });
    },
    [sessions, code],
  );
}

test("a file is drawn in the cell; what is shown goes both ways as traits", async () => {
  await expect.poll(() => selected(0).innerText()).toContain("data");
  const image = cell(0).locator(".pixels");
  await image.waitFor();
  await expect.poll(() => inKernel("print(v.link, v.name, v.problem)")).toBe("path=roman/data roman.asdf");

  const { width = 0, height = 0 } = (await image.boundingBox()) ?? {};
  await image.click({ position: { x: width / 2, y: height / 2 } });
  await expect.poll(() => inKernel("print(v.pixel)")).toMatch(/^\((9\d, 9\d)\)$/);
  await cell(0).getByLabel("Colours").first().selectOption("viridis");
  await expect.poll(() => inKernel("print(v.colormap)")).toBe("viridis");

  // The readout would show the pixel under the pointer.
  await page.mouse.move(0, 0);
  await inKernel("v.stretch = 'log'; v.limits = (0.3, 0.9); v.pixel = (100, 50)");
  await expect.poll(() => cell(0).getByLabel("Stretch").first().inputValue()).toBe("log");
  await expect.poll(() => readout(0)).toMatch(/x\s*100\s*y\s*50\s*value\s*0\.48351622/);
  await inKernel("v.path = 'roman/dq'");
  await expect.poll(() => selected(0).innerText()).toContain("dq");
  await expect.poll(() => inKernel("print(v.path, v.pixel, v.index)")).toBe("roman/dq (100, 50) (Ellipsis,)");
});

test("of a file of 1 GB less than 2 MB are read before its tree is there", async () => {
  await expect.poll(() => selected(1).innerText()).toContain("meta");
  await expect.poll(async () => Number(await inKernel("print(w.bytes_read)"))).toBeGreaterThan(0);
  expect(Number(await inKernel("print(w.bytes_read)"))).toBeLessThan(2e6);
});

test("an array of 1 GB is shown from its own memory", async () => {
  await expect.poll(() => readout(2)).toMatch(/x\s*7\s*y\s*5\s*value\s*42/);
  expect(Number(await inKernel("print(tracemalloc.get_traced_memory()[1])"))).toBeLessThan(5e7);
  expect(await inKernel("print(a.problem)")).toBe("");
});

test("the viewer follows the Astro Image Display API, and answers by it what a person does", async () => {
  if ((await inKernel("print(aida)")) === "wants Python 3.12") {
    return;
  }
  const image = cell(3).locator(".pixels");
  await image.waitFor();
  // A viewport of another viewer, on an image with other pixels: the same sky.
  await inKernel(`
from astro_image_display_api.image_viewer_logic import ImageViewerLogic
from astropy import units as u
other = ImageViewerLogic()
other.load_image(NDData(np.zeros((80, 120)), wcs=plane(0.0005)))
other.set_viewport(center=(50, 45), fov=0.02 * u.deg)
there = other.get_viewport()
aida.set_viewport(center=there["center"], fov=there["fov"])`);
  const zoomed = "print('zoom=' in aida.widget.link, len(aida.widget._seen))";
  await expect.poll(() => inKernel(zoomed)).toBe("True 3");
  const off = `
here = aida.get_viewport()
print(here["center"].separation(there["center"]).deg / 0.001 < 0.1, abs(here["fov"] / there["fov"] - 1) < 1e-6)`;
  await expect.poll(() => inKernel(off)).toBe("True True");
  const middle = "print(abs(aida.widget._seen[0] - 54.75) < 0.1, abs(aida.widget._seen[1] - 42.25) < 0.1)";
  await expect.poll(() => inKernel(middle)).toBe("True True");

  const { x = 0, y = 0, width = 0, height = 0 } = (await image.boundingBox()) ?? {};
  const [across, down] = [x + width / 2, y + height / 2];
  await page.mouse.move(across, down);
  await page.mouse.down();
  await page.mouse.move(across + 150, down + 100, { steps: 4 });
  await page.mouse.up();
  await expect
    .poll(() => inKernel("print(aida.get_viewport()['center'].separation(there['center']).deg > 0.005)"))
    .toBe("True");
  await inKernel(`
from astropy.table import Table
aida.load_catalog(Table({"x": [10, 20], "y": [30, 40]}), catalog_label="stars")`);
  await cell(3).getByRole("img", { name: "2 markers" }).waitFor();
  await inKernel("aida.remove_catalog('stars')");
  await cell(3).getByRole("img", { name: "2 markers" }).waitFor({ state: "detached" });

  // The published tests, where widgets have a page to talk to.
  const published = JSON.stringify(join(root, "tests/notebook/python/test_aida.py"));
  const said = await inKernel(`
import contextlib, io, pytest
with contextlib.redirect_stdout(io.StringIO()) as said:
    code = pytest.main(["-qs", "--color=no", "-p", "no:cacheprovider", ${published}, "-k", "TestPublished"])
print(int(code), said.getvalue()[-300:])`);
  expect(said).toMatch(/^0 [\s\S]*\d+ passed, \d+ deselected/);
});

test("a value that is changed is saved into the file", async () => {
  await inKernel("v.path = 'roman/meta/telescope'");
  const value = selected(0).locator(".value");
  await expect.poll(() => value.innerText()).toContain("ROMAN");
  await value.dblclick();
  const field = cell(0).getByRole("textbox", { name: "Value" });
  await field.fill("HUBBLE");
  await field.press("Enter");
  await field.waitFor({ state: "detached" });
  await cell(0).getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("menuitem", { name: "Save Ctrl+S" }).click();
  const saved = "import asdf\nwith asdf.open('roman.asdf') as f: print(f['roman']['meta']['telescope'])";
  await expect.poll(() => inKernel(saved)).toBe("HUBBLE");
  await expect.poll(() => inKernel("print(v.name, v.problem)")).toBe("roman.asdf");
});

test("keys that are pressed in the viewer are not the notebook's, until Escape gives them back", async () => {
  const cells = page.locator(".jp-CodeCell");
  await cell(0).getByRole("button", { name: "Keys", exact: true }).focus();
  // Would cut and delete the cell.
  for (const key of ["x", "d", "d"]) {
    await page.keyboard.press(key);
  }
  await page.keyboard.press("?");
  const keys = cell(0).getByRole("dialog");
  await keys.waitFor();
  await page.keyboard.press("Escape");
  await keys.waitFor({ state: "detached" });
  await expect.poll(() => cells.count()).toBe(CELLS.length);
  const button = cell(0).getByRole("button", { name: "Keys", exact: true });
  await expect.poll(() => button.evaluate((own) => own.matches(":focus"))).toBe(true);
  await page.keyboard.press("Escape");
  await expect.poll(() => cells.nth(0).evaluate((own) => own.matches(":focus"))).toBe(true);
  await page.keyboard.press("b");
  await expect.poll(() => cells.count()).toBe(CELLS.length + 1);
  await page.keyboard.press("d");
  await page.keyboard.press("d");
  await expect.poll(() => cells.count()).toBe(CELLS.length);
});

test("schemas come from the kernel: what values mean is found and shown in the cell", async () => {
  await inKernel("v.path = 'roman/meta/exposure/ma_table_number'");
  await expect.poll(() => selected(0).innerText()).toContain("ma_table_number");
  await cell(0).locator(".side").dispatchEvent("pointerenter");
  const meaning = cell(0).getByRole("region", { name: "Meaning", includeHidden: true });
  await expect.poll(() => meaning.textContent()).toContain("Multi-Accumulation Table Identification Number");
});

test("a kernel that has ended leaves what it has shown, and words", async () => {
  await page.getByRole("menuitem", { name: "Kernel", exact: true }).click();
  await page.getByRole("menuitem", { name: /^Restart Kernel…/ }).click();
  await page.getByRole("button", { name: "Confirm Kernel Restart" }).click();
  const words = cell(0).getByText("The kernel was restarted or has ended. Run the cell again to go on.");
  await words.waitFor();
  expect(await cell(0).getByRole("tree").isVisible()).toBe(true);
  await runAll();
  await words.waitFor({ state: "detached" });
  await expect.poll(() => selected(0).innerText()).toContain("data");
  expect(complaints).toEqual([]);
});
