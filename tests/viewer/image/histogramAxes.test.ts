/** Ticks of histograms are at round numbers. */

import { countTicks, valueTicks } from "@asdf-wasm/www/viewer/views/histogram/axes.ts";
import { expect, test } from "vitest";

test("ticks of values are round, and not more than asked for", () => {
  expect(valueTicks(0.3, 1.4, 6).map(({ label }) => label)).toEqual(["0.4", "0.6", "0.8", "1", "1.2", "1.4"]);
  expect(valueTicks(-0.5, 65535.5, 6).map(({ label }) => label)).toEqual(["0", "20,000", "40,000", "60,000"]);
  expect(valueTicks(1e-17, 4e-17, 6).map(({ label }) => label)).toEqual([
    ...["1e-17", "1.5e-17", "2e-17", "2.5e-17", "3e-17", "3.5e-17", "4e-17"],
  ]);
  expect(valueTicks(2, 2, 6)).toEqual([]);
});

test("ticks of counts are powers of ten on a logarithmic scale, and whole on a linear one", () => {
  expect(countTicks(36_864, true, 4).map(({ label }) => label)).toEqual(["1", "10", "100", "1000", "10,000"]);
  expect(countTicks(2e9, true, 4).map(({ label }) => label)).toEqual(["1", "1000", "1,000,000", "1e9"]);
  expect(countTicks(3, false, 4)).toEqual([
    { place: 0, label: "0" },
    { place: 1 / 3, label: "1" },
    { place: 2 / 3, label: "2" },
    { place: 1, label: "3" },
  ]);
});
