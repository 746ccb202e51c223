/**
 * Ticks of a colour bar: round numbers, spread as evenly as possible over the colours, each where the stretch puts
 * it.
 */

import type { DisplayLimits } from "@asdf-wasm/science/elements/values";
import { rounded } from "@asdf-wasm/science/format/format";
import { levels, type ToneOptions, toneCurve } from "asdf-wasm/image";

export interface Tick {
  readonly value: number;
  /** From 0, the first colour, to 1. */
  readonly place: number;
  readonly label: string;
}

/** At most `count` ticks between the limits, none nearer to the ends than half the distance between two. */
export function ticks({ min, max }: DisplayLimits, tone: ToneOptions, count: number): readonly Tick[] {
  const span = max - min;
  if (!(span > 0 && Number.isFinite(span))) {
    return [];
  }
  const where = levels(tone);
  const curve = toneCurve(tone);
  const valueAt = (part: number): number =>
    min + Math.min(Math.max(where[Math.round(part * 254)] ?? 0, 0), 1) * span;
  const apart = 1 / (count + 1);
  const found: Tick[] = [];
  for (let i = 1; i <= count; i += 1) {
    const step = roundStep((valueAt((i + 1) * apart) - valueAt((i - 1) * apart)) / 2);
    const value = Math.round(valueAt(i * apart) / step) * step;
    const place = curve((value - min) / span);
    const before = found.at(-1)?.place ?? -1;
    const isInside = place > 0.5 * apart && place < 1 - 0.5 * apart;
    if (isInside && place - before > 0.65 * apart) {
      found.push({ value, place, label: String(rounded(value, 10)) });
    }
  }
  return found;
}

/** Rounds up to 1, 2, 5 or 10 times a power of ten: rounding down would make even ticks uneven. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const rest = step / power;
  return power * ([1, 2, 5].find((round) => round > 0.999 * rest) ?? 10);
}
