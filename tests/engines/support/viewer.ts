/** The viewer in a tab: where its parts are, and what is done to it as a whole. */
import { expect } from "vitest";
import { dropEncoded, encodedFiles } from "../../support/drop.ts";
import { fixture } from "../../support/files.ts";
import type { Query } from "./seek.ts";
import type { Box, Point, Tab } from "./tab.ts";

export const ROMAN = "roman/roman_l2_192.asdf";
export const SIDE = 192;

export const canvas: Query = { css: ".pixels" };
export const tree: Query = { role: "tree" };
export const colours: Query = { role: "combobox", name: "Colours" };
export const limits: Query = { role: "combobox", name: "Limits" };
export const notices: Query = { css: "[role=alert]" };

export const row = (key: string): Query => ({ css: "[role=treeitem]", holds: key });
export const button = (name: string, within?: Query): Query => ({
  role: "button",
  name,
  ...(within ? { within } : {}),
});
export const openFile = (name: string): Query => ({
  css: "[role=tab]",
  has: name,
  within: { css: '[role=tablist][aria-label="Open files"]' },
});
const view = (name: string): Query => ({
  role: "tab",
  name,
  within: { css: '[role=tablist][aria-label="Views"]' },
});

/** Drops files on the page, with the events that a person's drop makes. */
export async function drop(tab: Tab, files: Readonly<Record<string, Buffer>>): Promise<void> {
  await tab.see({ css: ".viewer" });
  await tab.run(dropEncoded, encodedFiles(files));
}

/** Waits until the image that was asked for is on the canvas. */
export async function drawn(tab: Tab): Promise<void> {
  const isDrawn = () =>
    tab.run(() => {
      const root = document.querySelector("asdf-viewer")?.shadowRoot;
      const scale = root?.querySelector(".stage[aria-busy=false] .color-scale:not(.to-come)");
      return Boolean(scale && root?.querySelector(".pixels[aria-busy=false]"));
    });
  await expect.poll(isDrawn).toBe(true);
}

export async function showRoman(tab: Tab): Promise<void> {
  await drop(tab, { "roman.asdf": await fixture(ROMAN) });
  await drawn(tab);
}

/** Waits until an array is the one that is drawn. */
export async function seeArray(tab: Tab, path: string): Promise<void> {
  await expect.poll(() => tab.attribute(canvas, "aria-label")).toContain(path);
  await drawn(tab);
}

export async function chooseView(tab: Tab, name: string): Promise<void> {
  await tab.click(view(name));
  await expect.poll(() => tab.attribute(view(name), "aria-selected")).toBe("true");
}

/** What the status line reads out: column, row, value. */
export function readout(tab: Tab): Promise<string[]> {
  return tab.run(() => {
    const root = document.querySelector("asdf-viewer")?.shadowRoot;
    const output = root?.querySelector(".datum")?.closest(".readout");
    return [".x", ".y", ".datum"].map((name) => output?.querySelector(name)?.textContent ?? "");
  });
}

/** In percent. */
export async function zoomOf(tab: Tab): Promise<number> {
  return Number.parseFloat(await tab.text({ css: ".zoom output" }));
}

/** Where a pixel's centre is while the whole image is fitted into the canvas. */
export function centreOf(
  box: Box,
  [x, y]: readonly [number, number],
  [width, height]: readonly [number, number],
): Point {
  const zoom = Math.min(0.96 * Math.min(box.width / width, box.height / height), 256);
  return {
    x: box.x + box.width / 2 + (x + 0.5 - width / 2) * zoom,
    y: box.y + box.height / 2 - (y + 0.5 - height / 2) * zoom,
  };
}
