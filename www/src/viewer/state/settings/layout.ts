/** How large the sidebar and the panels are, and what of them is shown: the same for all files, and remembered on this device. */
import { remembered, rememberedChoice } from "./remembered.ts";

/** The least and the greatest part of the workspace that a panel takes, in percent. */
export const SHARE = { least: 10, most: 80 } as const;

const share = (stored: string): string | undefined =>
  Number(stored) >= SHARE.least && Number(stored) <= SHARE.most ? stored : undefined;

/** Its part of the workspace in percent, beside the stage and below it; empty for the usual one. */
export const sideWidth = remembered("asdf-viewer:side-width", share, "");
export const sideHeight = remembered("asdf-viewer:side-height", share, "");
/** The panel of a tool, likewise: beside the image and below it. */
export const toolWidth = remembered("asdf-viewer:tool-width", share, "");
export const toolHeight = remembered("asdf-viewer:tool-height", share, "");
/** Whether the strip under an image has all its rows where there is little room. */
export const strip = rememberedChoice("asdf-viewer:strip", ["short", "whole"], "short");
export const side = rememberedChoice("asdf-viewer:side", ["shown", "hidden"], "shown");

/** As a length of a style; nothing for the usual one. */
export function lengthOf(percent: string): string | undefined {
  return percent ? `${percent}%` : undefined;
}

export function toggleSide(): void {
  side.value = side.value === "hidden" ? "shown" : "hidden";
}
