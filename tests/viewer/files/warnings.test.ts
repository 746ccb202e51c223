/** The warnings of a file reach the page once each, also those that come later. */
import { Warnings } from "@asdf-wasm/www/viewer/worker/files/warnings.ts";
import type { AsdfFile, Warning } from "asdf-wasm";
import { expect, test } from "vitest";

test("warnings of the file, of the files of its elements and of its tables are told as they come", () => {
  const own: Warning[] = [];
  const lost: Warning[] = [{ code: "missing-files", message: "2 files are missing", count: 2 }];
  const tables = [["both say this"], ["both say this", "the second says this"]];
  const file = { warnings: own } as unknown as AsdfFile;
  const said = new Warnings({ file, lost, tables: tables.map((warnings) => ({ warnings })) as never });
  const news = () => said.news().map(({ message }) => message);
  expect(news()).toEqual(["2 files are missing", "both say this", "the second says this"]);
  expect(news()).toEqual([]);

  own.push({ code: "checksum", message: "block 1" });
  tables[0]?.push("the first says this");
  expect(news()).toEqual(["block 1", "the first says this"]);
  lost[0] = { code: "missing-files", message: "3 files are missing", count: 3 };
  own.push({ code: "checksum", message: "block 2" });
  expect(news()).toEqual(["block 2", "3 files are missing"]);
  expect(said.all.length).toBe(6);
  expect(news()).toEqual([]);
});
