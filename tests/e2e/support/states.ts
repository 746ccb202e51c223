/** The states of the page that are looked at: each view and panel on real files, entered as a person would. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { fixture, treeFile } from "../../support/files.ts";
import { type Viewer, withoutWebgl } from "./viewer.ts";

export interface State {
  readonly name: string;
  /** The part of the page that shows the data, if any does: drawn by numbers alone, without text. */
  readonly drawing?: string;
  /** Runs in the page before the page does. */
  readonly prepare?: () => void;
  readonly enter: (viewer: Viewer) => Promise<void>;
}

async function showRoman(viewer: Viewer, key?: string): Promise<void> {
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  if (key !== undefined) {
    await viewer.row(key).first().click();
  }
  await viewer.page.getByLabel("Position of the pixel").waitFor();
}

async function chooseView(viewer: Viewer, name: string): Promise<void> {
  await viewer.page.getByRole("tablist", { name: "Views" }).getByRole("tab", { name }).click();
}

async function showTable(viewer: Viewer, key: string): Promise<void> {
  await viewer.drop("tables.asdf", await readFile(join(import.meta.dirname, "../values/tables/tables.asdf")));
  await viewer.row(key).click();
  await settled(viewer);
}

/** Waits until every cell of a grid that is seen has its value. */
async function settled({ page }: Viewer): Promise<void> {
  await page.locator(".stage[aria-busy=false] .grid-row").first().waitFor();
  await expect.poll(() => page.locator(".grid-row [aria-busy=true]").count()).toBe(0);
}

export const STATES: readonly State[] = [
  {
    name: "empty",
    enter: ({ page }) => page.getByRole("button", { name: "Choose a file" }).waitFor(),
  },
  { name: "image", drawing: ".pixels", enter: (viewer) => showRoman(viewer) },
  {
    name: "image-without-webgl2",
    drawing: ".pixels",
    prepare: withoutWebgl,
    enter: (viewer) => showRoman(viewer),
  },
  {
    name: "adjust",
    drawing: ".histogram-plot",
    enter: async (viewer) => {
      await showRoman(viewer);
      await viewer.page.getByLabel("Colours", { exact: true }).selectOption("Viridis");
      await viewer.page.getByRole("button", { name: "Adjust" }).click();
      await viewer.page.getByRole("slider", { name: "Lower limit" }).waitFor();
      await viewer.page.getByLabel("Smooth", { exact: true }).waitFor();
    },
  },
  {
    name: "flags",
    drawing: ".pixels",
    enter: async (viewer) => {
      await showRoman(viewer, "dq");
      await viewer.page.getByRole("complementary", { name: "Flags" }).getByText("JUMP_DET").waitFor();
      await viewer.page.getByText("Data Quality", { exact: true }).waitFor();
      await viewer.drawn();
    },
  },
  {
    name: "rgb",
    drawing: ".pixels",
    enter: async (viewer) => {
      await showRoman(viewer);
      await chooseView(viewer, "RGB");
      await viewer.page.getByRole("complementary", { name: "Colours" }).waitFor();
      await viewer.drawn();
    },
  },
  {
    name: "histogram",
    drawing: ".histogram-plot",
    enter: async (viewer) => {
      await showRoman(viewer);
      await chooseView(viewer, "Histogram");
      await viewer.page.locator("p[role=status]").filter({ hasText: /mean/ }).waitFor();
    },
  },
  {
    name: "line",
    drawing: ".chart .chart-over",
    enter: async (viewer) => {
      await showRoman(viewer);
      await chooseView(viewer, "Line");
      await viewer.page.locator(".stage[aria-busy=false] .chart canvas").waitFor();
    },
  },
  {
    name: "values",
    enter: async (viewer) => {
      await showRoman(viewer);
      await chooseView(viewer, "Values");
      await settled(viewer);
    },
  },
  { name: "table", enter: (viewer) => showTable(viewer, "catalog") },
  {
    name: "text",
    enter: async (viewer) => {
      await showTable(viewer, "catalog");
      await viewer.drop("scalars.asdf", await fixture("asdf-standard/1.6.0/scalars.asdf"));
      await viewer.page.getByRole("treeitem").first().click();
      await viewer.page.getByRole("region", { name: "Text", exact: true }).waitFor();
    },
  },
  {
    name: "search",
    enter: async (viewer) => {
      await showRoman(viewer);
      await viewer.page.getByRole("searchbox").fill("wfi");
      await viewer.page.locator("output.found").filter({ hasText: /\d/ }).waitFor();
      await viewer.tree.locator("mark").first().waitFor();
      await viewer.page.locator(".hits-count", { hasText: "descriptions" }).waitFor();
      await viewer.page.locator(".hits-list:has(mark):not(:has([aria-busy]))").waitFor();
      await viewer.page.locator(".meaning").waitFor({ state: "attached" });
      await viewer.page.locator(".row.unknown").first().waitFor({ state: "attached" });
      // How far the tree scrolled depends on how tall the panel below it was at that moment.
      await viewer.page.locator("[role=treeitem][aria-selected=true]").evaluate((row) => {
        row.scrollIntoView({ block: "center" });
      });
    },
  },
  {
    name: "file",
    enter: async (viewer) => {
      await showRoman(viewer);
      await viewer.page.getByRole("tab", { name: "File" }).click();
      await viewer.page.getByRole("region", { name: "The file" }).locator("tbody tr").first().waitFor();
      await viewer.page.getByText("counterclockwise from pixel (0, 0)").waitFor();
    },
  },
  {
    name: "keys",
    enter: async (viewer) => {
      await showRoman(viewer);
      await viewer.page.getByRole("button", { name: "Keys" }).click();
      await viewer.page.getByRole("dialog", { name: "Keys" }).waitFor();
    },
  },
  {
    name: "refused",
    enter: async (viewer) => {
      await showRoman(viewer);
      await viewer.drop("refused.asdf", Buffer.from("no"));
      await viewer.page.getByRole("alert").waitFor();
    },
  },
  {
    name: "unreadable",
    enter: async (viewer) => {
      await viewer.drop(
        "unreadable.asdf",
        treeFile("wrong: !core/ndarray-1.1.0 {source: 3, datatype: float32, shape: [4, 5]}"),
      );
      await viewer.row("wrong").click();
      await viewer.page.getByText("This array cannot be shown").waitFor();
    },
  },
];
