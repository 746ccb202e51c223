/**
 * Pictures in a terminal: by kitty's graphics protocol (sw.kovidgoyal.net/kitty/graphics-protocol), by iTerm2's inline images
 * (iterm2.com/documentation-images.html), or as half blocks, which every terminal with colours shows.
 */
import type { Picture } from "./picture.ts";
import { pngOf } from "./png.ts";

export const WAYS = ["kitty", "iterm", "blocks"] as const;
export type Way = (typeof WAYS)[number];

/** kitty takes at most so many characters at a time. */
const PORTION = 4096;

/** What this terminal understands. */
export function usualWay({
  TERM = "",
  TERM_PROGRAM: program = "",
  KITTY_WINDOW_ID: kitty,
  TMUX: tmux,
}: NodeJS.ProcessEnv): Way {
  if (tmux !== undefined) {
    return "blocks";
  }
  if (kitty !== undefined || /kitty|ghostty/i.test(TERM) || /ghostty/i.test(program)) {
    return "kitty";
  }
  return /^(iTerm\.app|WezTerm|mintty|rio)$/.test(program) ? "iterm" : "blocks";
}

/** The largest size of a picture, in pixels. */
export function spaceFor(way: Way, columns: number, rows: number): readonly [width: number, height: number] {
  return way === "blocks" ? [columns, 2 * Math.max(rows - 3, 4)] : [10 * columns, 20 * Math.max(rows - 3, 4)];
}

export function textOf(picture: Picture, way: Way): string {
  switch (way) {
    case "kitty":
      return kitty(pngOf(picture).toString("base64"));
    case "iterm":
      return iterm(pngOf(picture));
    case "blocks":
      return blocks(picture);
  }
}

function kitty(content: string): string {
  let text = "";
  for (let at = 0; at < content.length; at += PORTION) {
    const more = at + PORTION < content.length ? 1 : 0;
    const control = at === 0 ? `f=100,a=T,m=${more}` : `m=${more}`;
    text += `\x1b_G${control};${content.slice(at, at + PORTION)}\x1b\\`;
  }
  return `${text}\n`;
}

function iterm(content: Buffer): string {
  return `\x1b]1337;File=inline=1;size=${content.length}:${content.toString("base64")}\x07\n`;
}

/** Two pixels a cell: the upper one is the colour of the block, the lower one the colour of its background. */
function blocks({ data, width, height }: Picture): string {
  const colour = (x: number, y: number, layer: 38 | 48) => {
    const at = 4 * (y * width + x);
    const isVisible = y < height && (data[at + 3] ?? 0) > 0;
    return isVisible ? `\x1b[${layer};2;${data[at]};${data[at + 1]};${data[at + 2]}m` : `\x1b[${layer + 1}m`;
  };
  const lines: string[] = [];
  for (let y = 0; y < height; y += 2) {
    let line = "";
    let before = "";
    for (let x = 0; x < width; x += 1) {
      const isEmpty = (data[4 * (y * width + x) + 3] ?? 0) === 0;
      const colours = isEmpty
        ? `${colour(x, y + 1, 38)}\x1b[49m`
        : `${colour(x, y, 38)}${colour(x, y + 1, 48)}`;
      const isBlank = isEmpty && (y + 1 >= height || (data[4 * ((y + 1) * width + x) + 3] ?? 0) === 0);
      line += `${colours === before ? "" : colours}${isBlank ? " " : isEmpty ? "▄" : "▀"}`;
      before = colours;
    }
    lines.push(`${line}\x1b[0m\n`);
  }
  return lines.join("");
}
