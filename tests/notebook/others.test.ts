/** The widget in other notebooks than those of JupyterLab: Notebook 7 and marimo, on the files that people open first. */
import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { launchTestBrowser } from "../../scripts/setup/browser.mjs";
import { JupyterLab } from "../jupyterlab/server.ts";
import { copyFirstFiles, FIRST_FILES } from "../support/firstFiles.ts";
import { freePort } from "../support/port.ts";

const PATHS = FIRST_FILES.map(([path]) => path);

let server: JupyterLab;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await JupyterLab.start("jupyter-notebook");
  copyFirstFiles(server.files);
  browser = await launchTestBrowser();
  page = await browser.newPage({ viewport: { width: 1300, height: 3000 } });
  page.setDefaultTimeout(120_000);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Waits until each file is drawn, with what is in its tree. */
async function expectDrawn(): Promise<void> {
  for (const [i, [, key]] of FIRST_FILES.entries()) {
    const viewer = page.locator("[data-lm-suppress-shortcuts]").nth(i);
    await viewer.locator(".pixels[aria-busy=false]").waitFor();
    await viewer.getByRole("treeitem").filter({ hasText: key }).first().waitFor();
    expect(await viewer.getByRole("alert").allInnerTexts()).toEqual([]);
  }
}

test("Notebook 7", async () => {
  const cells = PATHS.map((path, i) => ({
    cell_type: "code",
    id: `cell-${i}`,
    execution_count: null,
    metadata: {},
    outputs: [],
    source: `from asdf_viewer import view\nview("${path}", height=400)`,
  }));
  const kernelspec = { display_name: "Python 3", language: "python", name: "python3" };
  const notebook = { cells, metadata: { kernelspec }, nbformat: 4, nbformat_minor: 5 };
  writeFileSync(join(server.files, "first.ipynb"), JSON.stringify(notebook));
  await page.goto(server.address("notebooks/first.ipynb"));
  await page
    .locator(".jp-CodeCell")
    .nth(cells.length - 1)
    .waitFor();
  await page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").waitFor();
  await page.getByRole("menuitem", { name: "Run", exact: true }).click();
  await page.getByRole("menuitem", { name: "Run All Cells", exact: true }).click();
  await expectDrawn();
});

test("marimo", async () => {
  const cells = PATHS.map(
    (path) => `\n@app.cell\ndef _(mo, view):\n    mo.ui.anywidget(view("${path}", height=400))\n    return\n`,
  );
  const head =
    "import marimo\n\napp = marimo.App()\n\n@app.cell\ndef _():\n    import marimo as mo\n    from asdf_viewer import view\n    return mo, view\n";
  writeFileSync(
    join(server.files, "first.py"),
    `${head}${cells.join("")}\nif __name__ == "__main__":\n    app.run()\n`,
  );
  const port = await freePort();
  const options = ["run", "first.py", "--headless", "--host=127.0.0.1", `--port=${port}`, "--no-token"];
  const marimo = spawn(join(process.env["PYTHON_BIN"] ?? "", "marimo"), options, {
    cwd: server.files,
    stdio: "ignore",
    env: { ...process.env, HOME: server.files, XDG_CONFIG_HOME: server.files, XDG_STATE_HOME: server.files },
  });
  try {
    const address = `http://127.0.0.1:${port}/`;
    await vi.waitFor(() => fetch(address), { timeout: 120_000, interval: 300 });
    await page.goto(address);
    await expectDrawn();
  } finally {
    await ended(marimo);
  }
});

async function ended(child: ChildProcess): Promise<void> {
  const end = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await end;
}
