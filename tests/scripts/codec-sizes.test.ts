/** The calls that `npm run codec-sizes` takes out of a copy of the sources are in the sources. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CODECS } from "../../scripts/build/codec-sizes.mjs";
import { root } from "../../scripts/command/process.mjs";

test.for(CODECS)("$codec in $file", ({ file, call }) => {
  expect(readFileSync(join(root, file), "utf8")).toContain(call);
});
