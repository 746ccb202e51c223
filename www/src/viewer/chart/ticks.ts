/** Where the ticks of an axis are: at round numbers. Places are from 0 to 1. */
import { grouped, rounded } from "@asdf-wasm/science/format/format";

export interface Range {
  readonly min: number;
  readonly max: number;
}

export interface Tick {
  readonly place: number;
  readonly label: string;
}

/** Parts of a range that are lost to rounding. */
const TINY = 1e-9;
/** Powers of ten between which multiples are labelled too. */
const FEW = 3;

/** At most about as many ticks as there are to be. */
export function ticksOf(range: Range, log: boolean, most: number): readonly Tick[] {
  return log ? logarithmic(range, most) : linear(range, most);
}

/** Rounds up to 1, 2, 5 or 10 times a power of ten. */
export function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  return power * ([1, 2, 5].find((round) => round > 0.999 * (step / power)) ?? 10);
}

/** A number beside a tick, as short as possible. */
export function tickLabel(value: number): string {
  const round = rounded(value, 12);
  const plain = grouped(round).replace("e+", "e");
  const exponential = round.toExponential().replace("e+", "e");
  return plain.length > 9 && exponential.length < plain.length ? exponential : plain;
}

function linear({ min, max }: Range, most: number): readonly Tick[] {
  const span = max - min;
  if (!(span > 0 && Number.isFinite(span))) {
    return [];
  }
  const step = roundStep(span / most);
  // Rounding does not cost the ticks at the ends.
  const first = Math.ceil(min / step - TINY);
  return Array.from({ length: Math.max(Math.floor(max / step + TINY) - first + 1, 0) }, (_, i) => {
    const value = (first + i) * step;
    return { place: (value - min) / span, label: tickLabel(value) };
  });
}

/** Powers of ten, with 2 and 5 times these where there are few; on less than a power, round numbers as on a linear axis. */
function logarithmic({ min, max }: Range, most: number): readonly Tick[] {
  const [low, high] = [Math.log10(min), Math.log10(max)];
  const span = high - low;
  if (!(span > 0 && Number.isFinite(span))) {
    return [];
  }
  const placed = (value: number): Tick => ({
    place: (Math.log10(value) - low) / span,
    label: tickLabel(value),
  });
  if (span < 1) {
    const step = roundStep((max - min) / most);
    const first = Math.ceil(min / step - TINY);
    const count = Math.max(Math.floor(max / step + TINY) - first + 1, 0);
    return Array.from({ length: count }, (_, i) => placed((first + i) * step));
  }
  const [start, end] = [Math.floor(low), Math.floor(high + TINY)];
  const every = Math.max(Math.ceil(span / most), 1);
  const multiples = every === 1 && span <= FEW && most >= 3 * span ? [1, 2, 5] : [1];
  const ticks: Tick[] = [];
  for (let power = start; power <= end; power += 1) {
    for (const multiple of power % every === 0 ? multiples : []) {
      const tick = placed(multiple * 10 ** power);
      if (tick.place >= -TINY && tick.place <= 1 + TINY) {
        ticks.push(tick);
      }
    }
  }
  return ticks;
}
