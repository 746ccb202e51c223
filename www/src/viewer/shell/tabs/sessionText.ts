/**
 * A session as a small file: the open files and what is shown of each, as JSON that holds a link for each tab. Files on this device are
 * named in their links, not contained.
 */
import { type Link, linkIn, linkText, MOST_FILES } from "./linkText.ts";

/** Each link leads to one file. */
export interface SavedSession {
  readonly links: readonly Link[];
  /** Which of them is shown. */
  readonly shown: number;
  /** The regions of the sky. */
  readonly sky?: string;
  /** How many more links there are than a session opens. */
  readonly more?: number;
}

const FORMAT = "asdf-viewer session";
const VERSION = 1;

export function sessionText({ links, shown, sky }: SavedSession): string {
  const saved = { format: FORMAT, version: VERSION, shown, links: links.map(linkText), ...(sky && { sky }) };
  return `${JSON.stringify(saved, null, 2)}\n`;
}

/**
 * Reads what `sessionText()` writes. Links that lead to no file are left out.
 *
 * @throws Error with the reason why it is no session
 */
export function sessionIn(text: string): SavedSession {
  const saved = parsed(text);
  if (saved?.["format"] !== FORMAT || !Array.isArray(saved["links"])) {
    throw new Error("this JSON file is no session of the viewer: open the ASDF file itself");
  }
  if (saved["version"] !== VERSION) {
    throw new Error(`the session was saved by another version of the viewer (${saved["version"]})`);
  }
  const all = saved["links"].filter((link) => typeof link === "string");
  const links = all.slice(0, MOST_FILES).map(linkIn);
  const leading = links.filter(({ urls, file }) => urls.length === 1 || file !== undefined);
  if (leading.length === 0) {
    throw new Error("the session names no files");
  }
  const shown = Number(saved["shown"]);
  const more = all.length - links.length;
  const { sky } = saved;
  return {
    links: leading,
    shown: leading[shown] ? shown : 0,
    ...(typeof sky === "string" && { sky }),
    ...(more > 0 && { more }),
  };
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch (cause) {
    throw new Error("this JSON file cannot be read: it may be cut", { cause });
  }
}
