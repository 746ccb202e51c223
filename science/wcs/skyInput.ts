/** Reads what a person types to go to: a position on the sky, or a pixel. */

/** Two numbers: a position in degrees, a pixel, or, of plain numbers, either. */
export interface Place {
  readonly kind: "sky" | "pixel" | "either";
  readonly first: number;
  readonly second: number;
  /** Whether both are numbers without units. */
  readonly isPlain: boolean;
}

/** The maximum length of what is typed. */
const LONGEST = 200;

/** Parts of an angle: up to three numbers, each with its unit. */
const ANGLE = /^([+-]?)(\d+(?:\.\d+)?)([hd°:]?)(?:(\d+(?:\.\d+)?)([m'′:]?)(?:(\d+(?:\.\d+)?)(s|"|″|'')?)?)?$/;

/**
 * Undefined if the text is not a position. `17h59m36s +65d57m12s`, `17:59:36 +65:57:12`, `17 59 36 +65 57 12` and `269.9 65.953` are
 * positions; parts without units are hours of the first angle where `hours` says so. `x 10 y 20` and `10, 20 px` are pixels.
 * Where positions are `offsets` in arcseconds, `300″ -200″` is as `300 -200`.
 */
export function placeOf(text: string, hours: boolean, offsets = false): Place | undefined {
  if (text.length > LONGEST) {
    return undefined;
  }
  const isPixel = /\bpx\b|\bpix(els?)?\b|^\s*x\b/i.test(text);
  const bare = text
    .replaceAll("−", "-")
    .replace(/\b(ra|dec|icrs|fk5|j2000(\.0)?|lon|lat|px|pix|pixels?|[xylb])\b\s*[:=]?/gi, " ")
    .trim();
  const halves = halvesOf(offsets ? bare.replace(/\s*(arcsec|″|"|'')/gi, "") : bare);
  if (!halves) {
    return undefined;
  }
  const [first, second] = halves.map((half) => half.trim());
  if (isNumber(first) && isNumber(second)) {
    const kind = isPixel ? "pixel" : /\b(ra|dec|lon|lat)\b/i.test(text) ? "sky" : "either";
    return { kind, first: Number(first), second: Number(second), isPlain: true };
  }
  const longitude = degreesOf(first ?? "", hours);
  const latitude = degreesOf(second ?? "", false);
  const isKnown = longitude !== undefined && latitude !== undefined && Math.abs(latitude) <= 90 && !isPixel;
  return isKnown ? { kind: "sky", first: longitude, second: latitude, isPlain: false } : undefined;
}

/** The two angles or numbers: parted by a comma, by the sign of the second, by the only space, or in the middle. */
function halvesOf(text: string): readonly [string, string] | undefined {
  const sides = text.split(/[,;]/);
  if (sides.length > 1) {
    return sides.length === 2 ? [sides[0] ?? "", sides[1] ?? ""] : undefined;
  }
  const sign = text.slice(1).search(/[+-]/) + 1;
  if (sign > 0) {
    return [text.slice(0, sign), text.slice(sign)];
  }
  const words = text.split(/\s+/);
  return words.length % 2 === 0 && words.length > 0
    ? [words.slice(0, words.length / 2).join(" "), words.slice(words.length / 2).join(" ")]
    : undefined;
}

function isNumber(text: string | undefined): boolean {
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text ?? "");
}

function degreesOf(text: string, hours: boolean): number | undefined {
  if (isNumber(text)) {
    return Number(text);
  }
  const joined = text
    .replace(/\s*([hdms°:'"′″])\s*/gi, "$1")
    .replace(/\s+/g, ":")
    .toLowerCase();
  const parts = ANGLE.exec(joined);
  if (!parts) {
    return undefined;
  }
  const [, sign, whole, unit, minutes = "0", , seconds = "0"] = parts;
  if (Number(minutes) >= 60 || Number(seconds) >= 60) {
    return undefined;
  }
  const size = Number(whole) + Number(minutes) / 60 + Number(seconds) / 3600;
  const degrees = unit === "h" || (hours && (unit === ":" || unit === "")) ? 15 * size : size;
  return sign === "-" ? -degrees : degrees;
}
