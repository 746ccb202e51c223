/** How large the sidebar is and whether it is shown: the same for all files, and remembered on this device. */
import { remembered, rememberedChoice } from "./remembered.ts";

/** The least and the greatest part of the workspace that the sidebar takes, in percent. */
export const SHARE = { least: 10, most: 80 } as const;

const share = (stored: string): string | undefined =>
  Number(stored) >= SHARE.least && Number(stored) <= SHARE.most ? stored : undefined;

/** Its part of the workspace in percent, beside the stage and below it; empty for the usual one. */
export const sideWidth = remembered("asdf-viewer:side-width", share, "");
export const sideHeight = remembered("asdf-viewer:side-height", share, "");
export const side = rememberedChoice("asdf-viewer:side", ["shown", "hidden"], "shown");

export function toggleSide(): void {
  side.value = side.value === "hidden" ? "shown" : "hidden";
}
