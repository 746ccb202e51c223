/** Numbers as the page writes them: as many digits as say something, and thousands apart. */

import { apart, grouped } from "@asdf-wasm/science/format/format";
import { expect, test } from "vitest";

test("a value has the digits that tell a millionth of the limits apart", () => {
  expect(apart(1.476075276075276, { min: 0, max: 2 })).toBe("1.47608");
  expect(apart(1000.4760752760752, { min: 1000, max: 1001 })).toBe("1000.476075");
  expect(apart(2.5e-17, { min: 0, max: 1e-16 })).toBe("2.5e-17");
  expect(apart(0, { min: -1, max: 1 })).toBe("0");
  expect(apart(1 / 3, { min: 7, max: 7 })).toBe(String(1 / 3));
  expect(apart(Number.NaN, { min: 0, max: 1 })).toBe("NaN");
});

test("whole numbers have their thousands apart from five digits on", () => {
  expect([1000, 36_864, 1_000_000, 123_456_789, -20_000].map(grouped)).toEqual([
    ...["1000", "36,864", "1,000,000", "123,456,789", "-20,000"],
  ]);
  expect([0.5, 1e9, 1e21, 12_345.5].map(grouped)).toEqual(["0.5", "1e9", "1e+21", "12345.5"]);
});
