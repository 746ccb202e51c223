/** Positions on the sky as text, with as many digits as a tenth of a pixel means. */

/** Hours, degrees in parts of sixty, or one number of degrees. */
export type AngleForm = "hours" | "degrees" | "decimal";

interface AngleFormat {
  readonly form: AngleForm;
  /** Whether it is a latitude: it has a sign, and no full circle. */
  readonly signed: boolean;
  /** The size of a pixel in arcseconds; NaN if it is not known. */
  readonly pixel: number;
}

/** Without a pixel's size, positions have a hundredth of an arcsecond. */
const UNKNOWN_PIXEL = 0.1;
const SECONDS = 3600;
const MOST_DIGITS = 9;

/** An angle in degrees, such as `17h59m36.12s`, `+65d57m12.3s` or `269.90048`. */
export function angle(degrees: number, { form, signed, pixel }: AngleFormat): string {
  if (!Number.isFinite(degrees)) {
    return "–";
  }
  const tenth = (Number.isFinite(pixel) && pixel > 0 ? pixel : UNKNOWN_PIXEL) / 10;
  if (form === "decimal") {
    return decimal(degrees, digitsFor(tenth / SECONDS), signed);
  }
  const [part, circle] = form === "hours" ? ([15, 24] as const) : ([1, 360] as const);
  const digits = digitsFor(tenth / part);
  const unit = 10 ** digits;
  const turn = circle * SECONDS * unit;
  const ticks = Math.round((Math.abs(degrees) / part) * SECONDS * unit);
  const total = signed ? ticks : (((degrees < 0 ? -ticks : ticks) % turn) + turn) % turn;
  const seconds = Math.floor(total / unit);
  const [whole, minutes] = [Math.floor(seconds / SECONDS), Math.floor(seconds / 60) % 60];
  const fraction = digits === 0 ? "" : `.${String(total % unit).padStart(digits, "0")}`;
  const sign = signed ? (degrees < 0 && total > 0 ? "-" : "+") : "";
  const [wholeUnit, width] = form === "hours" ? ["h", 2] : ["d", signed ? 2 : 3];
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${sign}${String(whole).padStart(width, "0")}${wholeUnit}${two(minutes)}m${two(seconds % 60)}${fraction}s`;
}

function decimal(degrees: number, digits: number, signed: boolean): string {
  if (signed) {
    const text = Math.abs(degrees).toFixed(digits);
    return `${degrees < 0 && Number(text) > 0 ? "-" : "+"}${text}`;
  }
  const text = (((degrees % 360) + 360) % 360).toFixed(digits);
  return Number(text) === 360 ? (0).toFixed(digits) : text;
}

/** The digits after the point at which a step is seen. */
function digitsFor(step: number): number {
  return Math.min(Math.max(Math.ceil(-Math.log10(step) - 1e-9), 0), MOST_DIGITS);
}

/** An angle of an image, short: `0.11″`, `1.4′`, `2.3°`; of a measured length, `digits` are as many as its pixels have. */
export function separation(arcseconds: number, digits = 3): string {
  const short = (value: number): number => Number(value.toPrecision(digits));
  const [size, sign] =
    arcseconds >= 3600
      ? [arcseconds / 3600, "°"]
      : arcseconds >= 60
        ? [arcseconds / 60, "′"]
        : [arcseconds, "″"];
  return arcseconds < 1e-3 ? `${short(arcseconds * 1e3)} mas` : `${short(size)}${sign}`;
}
