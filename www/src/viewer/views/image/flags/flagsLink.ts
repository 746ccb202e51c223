/** Flags in links: `flags=over,-3,5:ff0000,40` shows them over the image, without bit 3, bit 5 in red, 40 % opaque. */

export interface FlagSettings {
  readonly over: boolean;
  /** Bits that are switched off. */
  readonly hidden: ReadonlySet<number>;
  /** Chosen colours, as `#rrggbb`. */
  readonly colors: ReadonlyMap<number, string>;
  /** From 0 to 1. */
  readonly opacity: number;
}

export const USUAL_OPACITY = 0.7;
const BITS = 64;

/** Empty for the default. */
export function flagsText({ over, hidden, colors, opacity }: FlagSettings): string {
  const percent = Math.round(100 * opacity);
  return [
    ...(over ? ["over"] : []),
    ...[...hidden].toSorted((one, other) => one - other).map((bit) => `-${bit}`),
    ...[...colors].map(([bit, color]) => `${bit}:${color.slice(1)}`),
    ...(percent === 100 * USUAL_OPACITY ? [] : [String(percent)]),
  ].join();
}

/** What makes no sense is left out. */
export function flagsIn(text = ""): FlagSettings {
  const tokens = text.split(",");
  const found = (pattern: RegExp) =>
    tokens.map((token) => pattern.exec(token)).filter((match) => match !== null);
  const isBit = (bit: number): boolean => bit < BITS;
  const percent = Number(found(/^(\d{1,3})$/)[0]?.[1] ?? 100 * USUAL_OPACITY);
  return {
    over: tokens.includes("over"),
    hidden: new Set(
      found(/^-(\d{1,2})$/)
        .map(([, bit]) => Number(bit))
        .filter(isBit),
    ),
    colors: new Map(
      found(/^(\d{1,2}):([\da-f]{6})$/i)
        .map(([, bit, color = ""]) => [Number(bit), `#${color.toLowerCase()}`] as const)
        .filter(([bit]) => isBit(bit)),
    ),
    opacity: Math.min(percent, 100) / 100,
  };
}
