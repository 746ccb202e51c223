/** Open files of one name: what each is called, and which of them a link or a session leads to. */
import { numbered } from "@asdf-wasm/science/format/names";
import { leadsElsewhere } from "@asdf-wasm/www/pageAddress.ts";
import {
  type ExpectedFile,
  foundAmong,
  nameOfFound,
  unsureAmong,
} from "@asdf-wasm/www/viewer/shell/tabs/expected.ts";
import { linkIn, linkText } from "@asdf-wasm/www/viewer/shell/tabs/linkText.ts";
import { type NamedFile, Names } from "@asdf-wasm/www/viewer/shell/tabs/names.ts";
import { withoutFiles } from "@asdf-wasm/www/viewer/shell/tabs/namesakes.ts";
import { expect, test } from "vitest";

function named(id: string, path: string, more: Partial<NamedFile> = {}): NamedFile {
  return { id, path, name: path.split("/").at(-1) ?? "", among: [], ...more };
}

function inOrder(names: Names, ...files: readonly NamedFile[]): readonly (string | undefined)[] {
  const found = names.of(files);
  return files.map(({ id }) => found.get(id));
}

test("files of one name in a folder are called by as much of their paths as tells them apart", () => {
  const among = ["run/base.asdf", "run/a/x/same.asdf", "run/b/x/same.asdf"];
  const files = among.map((path, id) => named(String(id), path, { among }));
  expect(inOrder(new Names(), ...files)).toEqual(["base.asdf", "a/x/same.asdf", "b/x/same.asdf"]);
});

test("a file that is opened later has a path or a number, and keeps it when the other is closed", () => {
  const names = new Names();
  const first = named("1", "same.asdf");
  const second = named("2", "n2/same.asdf");
  const third = named("3", "same.asdf");
  expect(inOrder(names, first)).toEqual(["same.asdf"]);
  expect(inOrder(names, first, second, third)).toEqual(["same.asdf", "n2/same.asdf", "same (2).asdf"]);
  expect(inOrder(names, second, third)).toEqual(["n2/same.asdf", "same (2).asdf"]);
  expect(inOrder(names, second, third, named("4", "same.asdf"))[2]).toBe("same.asdf");
});

test("a file is called as a link calls it, unless that is no name of it or is taken", () => {
  const [one, other] = [named("1", "same.asdf", { as: "n1/same.asdf" }), named("2", "same.asdf")];
  expect(inOrder(new Names(), one, other)).toEqual(["n1/same.asdf", "same.asdf"]);
  expect(inOrder(new Names(), named("1", "a.asdf", { as: "b.asdf" }))).toEqual(["a.asdf"]);
  expect(inOrder(new Names(), one, { ...one, id: "2" })).toEqual(["n1/same.asdf", "same.asdf"]);
});

test("each of ten thousand files in a folder has a name of its own", () => {
  const among = Array.from({ length: 10_000 }, (_, i) => `${i % 100}/${i}/same.asdf`);
  const files = [named("open", "same.asdf"), ...among.map((path, i) => named(String(i), path, { among }))];
  const names = inOrder(new Names(), ...files);
  expect(names.slice(0, 3)).toEqual(["same.asdf", "0/same.asdf", "1/same.asdf"]);
  expect(new Set(names).size).toBe(10_001);
});

test("a number comes before the ending", () => {
  const taken = new Set(["a (2).fits.gz"]);
  expect(numbered("a.fits.gz", taken)).toBe("a (3).fits.gz");
  expect(numbered("hats/", taken)).toBe("hats (2)/");
  expect(numbered("a", taken)).toBe("a (2)");
});

test("links carry the unique names, and another file of the same name gets another entry", () => {
  const place = { path: "data", words: {} };
  const text = linkText({ urls: [], tab: "none", file: "same.asdf", as: "n2/same.asdf", size: 5, place });
  expect(text).toBe("#file=same.asdf&as=n2/same.asdf&size=5&path=data");
  expect(linkIn(text)).toMatchObject({ file: "same.asdf", as: "n2/same.asdf", place });
  expect(leadsElsewhere("#file=same.asdf&path=data", "#file=same.asdf&as=n2/same.asdf&path=data")).toBe(true);
  const urls = ["https://a.org/1/x.fits", "https://a.org/2/x.fits"];
  const query = linkText({ urls, names: ["", "2/x.fits"], tab: 0, place });
  expect(linkIn(query)).toMatchObject({ urls, names: ["", "2/x.fits"], place });
  expect(linkText({ urls, names: ["", ""], tab: 0, place })).toBe(linkText({ urls, tab: 0, place }));
});

const file = (path: string, bytes: number) => ({
  path,
  file: new File([new Uint8Array(bytes)], path.split("/").at(-1) ?? ""),
});
const expecting = (as: string | undefined, size?: number): ExpectedFile => ({
  ...{ name: "same.asdf", as, size, place: {} },
});

test("of files of one name, path and size tell which is meant", () => {
  const [one, two] = [expecting("n1/same.asdf", 3), expecting("n2/same.asdf", 3)];
  const [first, second] = [file("fold/n1/same.asdf", 3), file("fold/n2/same.asdf", 3)];
  expect([...foundAmong([one, two], [second, first])]).toEqual([
    [one, first],
    [two, second],
  ]);
  const [small, large] = [expecting(undefined, 3), expecting("same (2).asdf", 4)];
  const dropped = file("same.asdf", 4);
  expect([...foundAmong([small, large], [dropped])]).toEqual([[large, dropped]]);
  // Chromium numbers files of one name that are dropped together.
  const numbered = file("same (1).asdf", 3);
  expect([...foundAmong([small, large], [dropped, numbered])]).toEqual([
    [small, numbered],
    [large, dropped],
  ]);
  // It has been changed since, or moved.
  expect([...foundAmong([one], [dropped])]).toEqual([[one, dropped]]);
});

test("a file in another folder is not taken, and what a browser numbers tells nothing", () => {
  const wanted = expecting("run2/same.asdf", 3);
  for (const other of [file("run1/same.asdf", 3), file("other/same.asdf", 4)]) {
    expect(foundAmong([wanted], [other]).size).toBe(0);
    expect(unsureAmong([wanted], [other], new Map())).toContain("run2/same.asdf");
  }
  // The folders `a/run` and `b/run` were dropped together, now in another order.
  const [one, two] = [expecting("run/same.asdf", 3), expecting("run (1)/same.asdf", 4)];
  const [first, second] = [file("run/same.asdf", 4), file("run (1)/same.asdf", 3)];
  expect(new Map(foundAmong([one, two], [first, second]))).toEqual(
    new Map([
      [one, second],
      [two, first],
    ]),
  );
  expect(nameOfFound(one, second)).toBe("run/same.asdf");
  const alike = [file("run/same.asdf", 3), file("run (1)/same.asdf", 3)];
  expect(foundAmong([one, { ...two, size: 3 }], alike).size).toBe(0);
  // One that was dropped by itself has a folder that is not known.
  expect(foundAmong([wanted], [file("same.asdf", 9)]).size).toBe(1);
  expect(nameOfFound(wanted, file("same.asdf", 9))).toBeUndefined();
  expect(nameOfFound(wanted, file("same.asdf", 3))).toBe("run2/same.asdf");
});

test("of a place, words that name a file are left out, in any way in which they are written", () => {
  const words = {
    ...{ compare: "//a, b.fits,difference", also: "//a%2C b.fits", stretch: "log" },
    histogramWith: "//c.fits",
  };
  expect(withoutFiles({ path: "data", words }, ["a, b.fits"])).toEqual({
    path: "data",
    words: { stretch: "log", histogramWith: "//c.fits" },
  });
});

test("a file that could be one of several is not taken, and a message says so", () => {
  const files = [file("n1/same.asdf", 3), file("n2/same.asdf", 3)];
  const old = [expecting(undefined)];
  expect(foundAmong(old, files).size).toBe(0);
  expect(unsureAmong(old, files, new Map())).toContain("which file is same.asdf");
  const both = [expecting(undefined, 3), expecting("same (2).asdf", 3)];
  const alone = [file("same.asdf", 3)];
  expect(foundAmong(both, alone).size).toBe(0);
  expect(unsureAmong(both, alone, new Map())).toContain("same.asdf, same (2).asdf");
  expect(unsureAmong(both, [file("other.asdf", 3)], new Map())).toBeUndefined();
});
