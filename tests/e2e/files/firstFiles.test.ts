/** The page on the files that people open first: dropped, and in a folder with their neighbours. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { copyFirstFiles, FIRST_FILES } from "../../support/firstFiles.ts";
import { test } from "../support/viewer.ts";

test.for(FIRST_FILES)("%s", async ([path, key], { viewer }) => {
  const folder = mkdtempSync(join(tmpdir(), "asdf-first-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyFirstFiles(folder);
  await viewer.dropPaths(join(folder, path.split("/")[0] ?? ""));
  await viewer.row(key).waitFor();
  await viewer.drawn();
  expect(await viewer.page.getByRole("alert").allInnerTexts()).toEqual([]);
});
