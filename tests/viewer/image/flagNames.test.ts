/** The names of data-quality bits against stdatamodels. */
import { readFileSync } from "node:fs";
import { flagName } from "@asdf-wasm/www/viewer/views/image/flags/names.ts";
import { expect, test } from "vitest";

const { jwst }: { jwst: Record<string, string> } = JSON.parse(
  readFileSync(new URL("flagNames.vectors.json", import.meta.url), "utf8"),
);

test("the bits of JWST are called as stdatamodels calls them", () => {
  const names = Object.keys(jwst).map((bit) => [
    bit,
    flagName({ telescope: "jwst", datatype: "uint32" }, Number(bit))[0],
  ]);
  expect(Object.fromEntries(names)).toEqual(jwst);
});
