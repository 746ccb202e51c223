/** What was found of an array at a pixel, and the words for what was not. */
import type { Notice } from "../../../protocol/facts.ts";
import type { Patch } from "../model/neighbourhood.ts";

/**
 * Elements of an array around a pixel, or why there are none: they are on their way, are read only on request, since much would be
 * fetched for them, or cannot be read.
 */
export type Found = Patch | "loading" | "on request" | Notice;

/** Whether its elements are known. */
export function isRead(found: Found | undefined): found is Patch {
  return typeof found === "object" && "values" in found;
}

/** Shown in place of a number where no pixel is read out, or where there is no number. */
export const NONE = "–";

/** Shown in place of what is not read yet. */
export function wordOf(found: Found | undefined): string {
  if (found === undefined || isRead(found)) {
    return NONE;
  }
  return typeof found === "string" ? WORDS[found].word : "unreadable";
}

/** Why it is not read, to follow its description. */
export function reasonOf(found: Found | undefined): string {
  if (found === undefined || isRead(found)) {
    return "";
  }
  return `: ${typeof found === "string" ? WORDS[found].reason : found.message}`;
}

const WORDS = {
  loading: { word: "loading…", reason: "it is being read" },
  "on request": {
    word: "click to load",
    reason: "much of the file must be fetched for it, so it is read at a pixel that is clicked",
  },
} as const;
