/** Texts of options as the values that they are; `commander` tells what is wrong with others. */
import { InvalidArgumentError } from "commander";

export function whole(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < least) {
      throw new InvalidArgumentError(`It is a whole number, at least ${least}.`);
    }
    return value;
  };
}

export function integer(text: string): number {
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError("It is a whole number.");
  }
  return value;
}

export function real(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0 && value < Number.POSITIVE_INFINITY)) {
    throw new InvalidArgumentError("It is a number, at least 0.");
  }
  return value;
}

/** An angle such as `500mas` or `2 arcmin`; plain numbers are arcseconds. */
export function arcseconds(text: string): number {
  const [, number = "", unit = ""] = /^\s*([\d.]+(?:e[+-]?\d+)?)\s*(.*?)\s*$/i.exec(text) ?? [];
  const size = { "": 1, mas: 1e-3, arcsec: 1, '"': 1, arcmin: 60, "'": 60, deg: 3600 }[unit];
  if (size === undefined || !Number.isFinite(Number(number)) || number === "") {
    throw new InvalidArgumentError("It is an angle such as 500mas, 1arcsec, 2arcmin or 0.1deg.");
  }
  return Number(number) * size;
}

/** Two numbers of pixels, of which the second is not 0. */
export function ring(text: string): readonly [gap: number, width: number] {
  const [gap = Number.NaN, width = Number.NaN, ...more] = text.split(",").map(real);
  if (!(width > 0) || more.length > 0) {
    throw new InvalidArgumentError("It is the gap and the width of a ring, in pixels: 5,10.");
  }
  return [gap, width];
}

export function gathered(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}

/** The limits of a picture, as `interval()` takes them. */
export function limits(text: string) {
  if (text === "zscale" || text === "minmax") {
    return { kind: text };
  }
  const numbers = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  const [first = Number.NaN, second] = numbers;
  if (
    numbers.length > 2 ||
    numbers.some(Number.isNaN) ||
    numbers.some((number) => !Number.isFinite(number)) ||
    (second === undefined ? !(first > 0 && first <= 100) : first >= second)
  ) {
    throw new InvalidArgumentError(
      "It is zscale, minmax, a percentage above 0 and up to 100, or MIN,MAX, of which MIN is the smaller.",
    );
  }
  return second === undefined
    ? { kind: "percentile", percentile: first }
    : { kind: "manual", min: first, max: second };
}
