/** The colour bar below a picture. */
import type { Mark } from "../../../drawing/marks.ts";
import type { Bar } from "./pictureModel.ts";

/** In CSS pixels: of the strip, of the bar in it, and from the edges. */
export const STRIP = 72;
const THICK = 14;
const MARGIN = 16;
const GAP = 10;
const TEXT = 12;
const TICK = 4;
/** The width of letters, in parts of their size. */
export const LETTER = 0.62;

/** A text with so many of its letters as fit into a width. */
export function cutTo(text: string, width: number, size: number): string {
  const fits = Math.max(Math.floor(width / (LETTER * size)), 1);
  return text.length > fits ? `${text.slice(0, fits - 1)}…` : text;
}

export interface Scale {
  /** Where the colours are. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly marks: readonly Mark[];
}

/** Below `top` in a picture of this width; `ink` is the colour of lines and texts. */
export function scaleBelow(
  { label, low, high, ticks }: Bar,
  { width: area, top }: { readonly width: number; readonly top: number },
  ink: string,
  family: string,
): Scale {
  const [x, y] = [MARGIN, top + GAP];
  const width = Math.max(area - 2 * MARGIN, 1);
  const common = { matrix: [1, 0, 0, 1, 0, 0] as const, opacity: 1 };
  const base = y + THICK + TICK + TEXT + 2;
  const text = (content: string, at: number, anchor: "start" | "middle" | "end", line = base): Mark => ({
    ...common,
    ...{ text: content, anchor, x: at, y: line, isCentral: false, size: TEXT, family, weight: "400" },
    ...{ fill: ink, stroke: "none", width: 0 },
  });
  const line = (d: string): Mark => ({ ...common, d, stroke: ink, width: 1, dash: [], fill: "none" });
  const wide = (content: string): number => content.length * LETTER * TEXT;
  // Those that would run into the ends or into each other are left out.
  let end = x + wide(low) + TEXT;
  const last = x + width - wide(high) - TEXT;
  const shown = ticks.filter(({ place, label }) => {
    const at = x + place * width;
    const fits = at - wide(label) / 2 > end && at + wide(label) / 2 < last;
    end = fits ? at + wide(label) / 2 + TEXT / 2 : end;
    return fits;
  });
  return {
    ...{ x, y, width, height: THICK },
    marks: [
      line(`M${x} ${y}h${width}v${THICK}h${-width}z`),
      text(low, x, "start"),
      text(high, x + width, "end"),
      text(cutTo(label, width, TEXT), x + width / 2, "middle", base + TEXT + 5),
      ...shown.flatMap(({ place, label }) => [
        line(`M${x + place * width} ${y + THICK}v${TICK}`),
        text(label, x + place * width, "middle"),
      ]),
    ],
  };
}
