/** The names of data-quality bits against stdatamodels. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { flagName } from "../../../www/src/viewer/views/image/flags/names.ts";

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
