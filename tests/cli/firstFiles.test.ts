/** The command on the files that people open first, as its README shows it. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { copyFirstFiles, FIRST_FILES } from "../support/firstFiles.ts";
import { ended, scratch, started } from "./run.ts";

const at = scratch();
beforeAll(() => copyFirstFiles(at(".")));

/** What it prints; it does what it is asked, and says no more than how. */
async function printed(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await ended(started(args));
  expect({ args, code, err }).toMatchObject({ code: 0 });
  expect(err).not.toMatch(/error|warning/i);
  return out;
}

test.each(FIRST_FILES)("%s", async (path, key) => {
  const file = at(path);
  expect(await printed("info", file)).toContain("arrays");
  expect(await printed("tree", file)).toContain(key);
  expect(await printed("stats", file)).toContain("median");
  await printed("verify", file);
  await printed("show", file, "-o", at(`${basename(path)}.png`));
  expect(
    readFileSync(at(`${basename(path)}.png`))
      .subarray(1, 4)
      .toString(),
  ).toBe("PNG");
  const [, array] = /^(\S+) /.exec(await printed("stats", file)) ?? [];
  await printed("extract", file, array ?? "", at(`${basename(path)}.out.fits`));
  await printed("info", join(at("."), `${basename(path)}.out.fits`));
});
