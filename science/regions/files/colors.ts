/** Colours by their names in DS9, and as `#rrggbb`. */

const NAMED: Readonly<Record<string, string>> = {
  green: "#00ff00",
  white: "#ffffff",
  black: "#000000",
  red: "#ff0000",
  blue: "#0000ff",
  cyan: "#00ffff",
  magenta: "#ff00ff",
  yellow: "#ffff00",
};

/** Further names that DS9 takes from X11. */
const OTHERS: Readonly<Record<string, string>> = {
  ...NAMED,
  orange: "#ffa500",
  purple: "#a020f0",
  pink: "#ffc0cb",
  gray: "#bebebe",
  grey: "#bebebe",
  brown: "#a52a2a",
  violet: "#ee82ee",
  gold: "#ffd700",
  salmon: "#fa8072",
  tan: "#d2b48c",
  navy: "#000080",
  maroon: "#b03060",
  turquoise: "#40e0d0",
};

/** Undefined for a colour that is not known. */
export function colorOf(text: string): string | undefined {
  const known = new Map(Object.entries(OTHERS)).get(text.toLowerCase());
  const digits = /^#([\da-f]+)$/i.exec(text)?.[1]?.toLowerCase() ?? "";
  const each = digits.length / 3;
  if (known || ![1, 2, 4].includes(each)) {
    return known;
  }
  const parts = [0, 1, 2].map((i) => digits.slice(i * each, (i + 1) * each));
  return `#${parts.map((part) => (each === 1 ? part + part : part.slice(0, 2))).join("")}`;
}

/** The name in DS9, or the colour as it is. */
export function colorName(color: string): string {
  return Object.entries(NAMED).find(([, known]) => known === color)?.[0] ?? color;
}
