/**
 * Smoothing and binning in links and in words: `smooth=gaussian,2`, a standard deviation in pixels, `smooth=box,3` and
 * `smooth=median,5`, sides of squares; `bin=4` and `bin=4,sum`.
 */
import type { Binning, Filter, Smoothing } from "@asdf-wasm/science/compute/reductions";
import { inDigits, numberIn, type Words } from "../../../state/linked.ts";

/** A larger kernel takes too long. */
export const MOST_SIZE: Readonly<Record<Smoothing["kind"], number>> = { gaussian: 50, box: 101, median: 15 };
const MOST_BIN = 64;
const NAMES: Readonly<Record<Smoothing["kind"], string>> = {
  gaussian: "Gaussian",
  box: "Box mean",
  median: "Median",
};

export function filterWords({ smooth, bin }: Filter): Words {
  return {
    smooth: smooth ? `${smooth.kind},${inDigits(smooth.size, 6)}` : "",
    bin: bin ? [bin.size, ...(bin.by === "sum" ? ["sum"] : [])].join() : "",
  };
}

/** What makes no sense means none. */
export function filterIn(words: Words): Filter | undefined {
  const smooth = smoothingIn(words["smooth"]);
  const bin = binningIn(words["bin"]);
  return smooth || bin ? { ...(smooth && { smooth }), ...(bin && { bin }) } : undefined;
}

function smoothingIn(word = ""): Smoothing | undefined {
  const [name, text] = word.split(",");
  const kind = (["gaussian", "box", "median"] as const).find((known) => known === name);
  const size = kind && possibleSize(kind, numberIn(text) ?? Number.NaN);
  return kind && size !== undefined ? { kind, size } : undefined;
}

function binningIn(word = ""): Binning | undefined {
  const [text, by = "mean"] = word.split(",");
  const size = numberIn(text);
  const isPossible = size !== undefined && Number.isInteger(size) && size >= 2 && size <= MOST_BIN;
  return isPossible && (by === "mean" || by === "sum") ? { by, size } : undefined;
}

/** The nearest size that a kernel can have; a median's square has a pixel in its middle. */
export function possibleSize(kind: Smoothing["kind"], wanted: number): number | undefined {
  if (!Number.isFinite(wanted)) {
    return undefined;
  }
  if (kind === "gaussian") {
    return Math.min(Math.max(wanted, 0.1), MOST_SIZE.gaussian);
  }
  const whole = Math.min(Math.max(Math.round(wanted), 2), MOST_SIZE[kind]);
  return kind === "median" ? whole + ((whole + 1) % 2) : whole;
}

/** Such as `Gaussian σ 2` and `bins 4 × 4 (sum)`. */
export function filterTexts({ smooth, bin }: Filter): string[] {
  const size = smooth?.kind === "gaussian" ? `σ ${smooth.size}` : `${smooth?.size} × ${smooth?.size}`;
  return [
    ...(smooth ? [`${NAMES[smooth.kind]} ${size}`] : []),
    ...(bin ? [`bins ${bin.size} × ${bin.size} (${bin.by})`] : []),
  ];
}
