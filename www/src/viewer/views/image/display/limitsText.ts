/** Where the limits come from, in words. */
import { ordinal } from "@asdf-wasm/science/format/format";
import type { DisplayedImage } from "./displayModel.ts";

/** Completes "Limits …". */
export function origin(image: DisplayedImage): string {
  const { display, limits, plane } = image;
  const { step = 1, height = 0 } = plane.value ?? {};
  const { sampled = 1, rows = 0, of } = limits.value ?? {};
  const part = of ? ` of the ${of}` : rows < height ? ` of the first ${rows} rows` : "";
  const stride = of === "whole array" ? sampled : sampled * step ** 2;
  const quantiles = display.stretch.value === "histogram" ? display.quantiles.value : undefined;
  return [
    display.interval.value === "manual" ? "set manually" : `from ${every(stride)}${part}`,
    quantiles ? `stretch from ${every(quantiles.sampled * step ** 2)}` : "",
  ]
    .filter((words) => words !== "")
    .join("; ");
}

/** "every value" or "every 4th value". */
export function every(stride: number): string {
  return stride === 1 ? "every value" : `every ${ordinal(stride)} value`;
}
