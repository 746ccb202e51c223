/** Colours, and their form in colour fields: `#rrggbb`. */

/** From 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number];

export function inHex(color: Color): string {
  return `#${color.map((component) => component.toString(16).padStart(2, "0")).join("")}`;
}

export function fromHex(text: string): Color {
  const color = Number.parseInt(text.slice(1), 16);
  return [color >> 16, (color >> 8) & 255, color & 255];
}
