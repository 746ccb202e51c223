/** How wide columns are, in pixels, by what stands in them. */

/** Of a character of the grid's type, at most. */
const CHARACTER = 7.5;
const PADDING = 17;

/** How many characters values take, in few digits and in all. */
const LONGEST: readonly (readonly [datatype: RegExp, brief: number, exact: number])[] = [
  [/^(u?int8|bool8)$/, 6, 6],
  [/^u?int16$/, 6, 6],
  [/^u?int32$/, 11, 11],
  [/^u?int64$/, 20, 20],
  [/^u?int128$/, 40, 40],
  [/^float(16|32)$/, 12, 14],
  [/^float64$/, 12, 24],
  [/^complex(32|64)$/, 26, 30],
  [/^complex128$/, 26, 50],
];

export function textWidth(characters: number): number {
  return Math.round(characters * CHARACTER) + PADDING;
}

export function valueWidth(datatype: string, exact: boolean): number {
  const [, brief, full] = LONGEST.find(([pattern]) => pattern.test(datatype)) ?? [];
  const characters = (exact ? full : brief) ?? Math.min(Math.max(Number(/\d+/.exec(datatype)?.[0]), 8), 40);
  return textWidth(characters);
}

/** Of the headings of so many rows. */
export function headWidth(rows: number): number {
  return textWidth(Math.max(5, String(rows).length));
}
