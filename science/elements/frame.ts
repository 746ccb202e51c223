/** Converts numbers to and from a frame, `(value − reference) / unit`, in which they are drawn. */
import type { DisplayLimits, Frame } from "./values.ts";

export function toFrame(value: number, { reference, unit }: Frame): number {
  return (value - reference) / unit;
}

export function fromFrame(value: number, { reference, unit }: Frame): number {
  return value * unit + reference;
}

export function limitsToFrame({ min, max }: DisplayLimits, frame: Frame): DisplayLimits {
  return { min: toFrame(min, frame), max: toFrame(max, frame) };
}

export function limitsFromFrame({ min, max }: DisplayLimits, frame: Frame): DisplayLimits {
  return { min: fromFrame(min, frame), max: fromFrame(max, frame) };
}
