/** The subcommands that read, compared with what numpy and asdf say of the same files. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ndarray, Tagged, withTag, write } from "asdf-wasm";
import { PNG } from "pngjs";
import { expect, test } from "vitest";
import { writeSparse } from "../support/sparse.ts";
import vectors from "./cli.vectors.json" with { type: "json" };
import { ended, json, roman, root, run, scratch, started } from "./run.ts";

const at = scratch();

test("`info` says what a file is, as text and as JSON", async () => {
  const { code, out } = await run("info", roman);
  expect(code).toBe(0);
  expect(out).toContain("ASDF 1.0.0, standard 1.6.0, written by asdf 6.0.0");
  expect(out).toMatch(/float32 +192 × 192 +147 kB +block 0 +lz4 +roman\/data\n/);
  expect(out).toMatch(/0 +15647 +148 kB +147 kB +lz4 +fccb099a18f02e9d255850b1ff6bb126\n/);
  const summary = await json("info", roman);
  expect(summary).toMatchObject({
    size: readFileSync(roman).length,
    dialect: "asdf",
    warnings: [],
    writtenBy: "asdf 6.0.0",
  });
  expect(summary.blocks).toHaveLength(4);
  expect(summary.arrays[2]).toMatchObject({ path: "roman/data", dtype: "float32", shape: [192, 192] });
});

test("of FITS files, `info` lists the HDUs, and `verify` reads those that the tree does not name, too", async () => {
  const fits = (name: string) => join(root, "tests/data/fits", name);
  const { out } = await run("info", fits("asdf-table.fits"));
  expect(out).toContain("FITS, ASDF 1.0.0 inside, standard 1.6.0");
  expect(out).toMatch(/float32 +3 × 4 +48 bytes +HDU 1 +sky\n/);
  expect(out).toMatch(/3 +ASDF +table +1 +1\.0 kB +12\n/);
  const summary = await json("info", fits("tables.fits"));
  expect(summary.hdus[3]).toMatchObject({ name: "ASCII", kind: "ascii-table", shape: [4], cards: 30 });
  expect((await run("verify", fits("asdf-image.fits"))).out).toContain(
    "good: 1 checksum right, 5 arrays read",
  );
});

test("several files are told apart, and the standard input is read", async () => {
  expect(await json("info", roman, join(root, "tests/data/matrix/zlib-big.asdf"))).toHaveLength(2);
  const child = started(["info", "-", "--json"], { input: true });
  child.stdin?.end(readFileSync(roman));
  expect(JSON.parse((await ended(child)).out)).toMatchObject({
    source: "standard input",
    size: readFileSync(roman).length,
  });
});

test("`tree` folds, begins anywhere, and finds", async () => {
  const { out } = await run("tree", roman, "--depth", "1");
  expect(out).toContain("└─ roman  (17 entries)\n");
  const inner = await run("tree", roman, "roman/meta/exposure");
  expect(inner.out).toContain('├─ data_problem  "?"\n');
  const found = await json("tree", roman, "--find", "EXPOSURE_TIME");
  expect(found.map(({ path }: { path: string }) => path)).toEqual([
    "roman/meta/exposure/effective_exposure_time",
    "roman/meta/exposure/exposure_time",
  ]);
  const arrays = await json("tree", roman, "roman", "--kind", "array", "--key", "^d");
  expect(arrays.map(({ path }: { path: string }) => path).slice(0, 2)).toEqual(["roman/data", "roman/dq"]);
  expect(await run("tree", roman, "--find", "no such thing")).toMatchObject({ code: 1, out: "" });
});

test("`tree` has the scalars that asdf reads", async () => {
  const nodes: { path: string; value: unknown }[] = await json("tree", roman, "roman/meta", "--find", "");
  const values = new Map(nodes.map(({ path, value }) => [path, value]));
  for (const [path, value] of Object.entries(vectors.scalars)) {
    expect(values.get(`roman/meta/${path.slice("roman/meta/".length)}`), path).toEqual(value);
  }
});

test("`get` prints a value as it is, and elements", async () => {
  expect((await run("get", roman, "roman/meta/exposure/type")).out).toBe("WFI_IMAGE\n");
  expect((await run("get", roman, "roman/meta/exposure/start_time")).out).toBe("2020-01-01T00:00:00.000\n");
  const { out } = await run("get", roman, "roman/meta/exposure");
  expect(out).toContain('data_problem: "?"\n');
  expect(out).toContain("frame_time: -999999.0\n");
  expect((await run("get", roman, "roman/data[0:2, 1]")).out).toBe("[0.47145814, 0.51000345]\n");
  expect(await json("get", roman, "roman/data[-1, ::96]")).toHaveLength(2);
  const all = await run("get", roman, "roman/data");
  expect(all).toMatchObject({ code: 2, out: "" });
  expect(all.err).toContain("36,864 elements");
});

test.each(Object.entries(vectors.stats))("`stats` of %s are those of numpy", async (part, expected) => {
  const found = await json("stats", roman, part);
  expect(found).toMatchObject({ shape: expected.shape, min: expected.min, max: expected.max, exact: true });
  expect(found.mean).toBeCloseTo(expected.mean, 12);
  expect(found.std).toBeCloseTo(expected.std, 12);
  for (const [percent, value] of Object.entries(expected.percentiles)) {
    expect(found.percentiles[percent]).toBeCloseTo(value, 6);
  }
});

test("`verify` passes good files, and names what is damaged", async () => {
  const good = await run("verify", roman, join(root, "tests/data/matrix/zlib-big.asdf"));
  expect(good).toMatchObject({ code: 0, err: "" });
  expect(good.out).toContain("good: 4 checksums right, 18 arrays read\n");
  const bytes = readFileSync(roman);
  bytes.set([bytes[20_000] === 1 ? 2 : 1], 20_000);
  writeFileSync(at("damaged.asdf"), bytes);
  const bad = await run("verify", at("damaged.asdf"));
  expect(bad.code).toBe(1);
  expect(bad.out).toMatch(/damaged: 3 checksums right/);
  expect(bad.out).toMatch(/block 0: .*\(it holds `roman\/\w+`.*\)\n/);
  // The others that read it say so, too.
  const [, path = ""] = /it holds `(.*?)`/.exec(bad.out) ?? [];
  expect((await run("stats", at("damaged.asdf"), path)).err).toMatch(/^warning: .*checksum/);
  writeFileSync(at("cut.asdf"), bytes.subarray(0, 1000));
  const cut = await json("verify", at("cut.asdf"));
  expect(cut).toMatchObject({
    ok: false,
    faults: [],
    warnings: [{ message: "the tree does not end with `...`" }],
  });
  expect((await run("verify", at("cut.asdf"), "--lenient")).code).toBe(0);
});

test("one bad file does not stop the others, is named, and decides the exit code", async () => {
  writeFileSync(at("bad.asdf"), "no ASDF\n");
  const [bad, none] = [at("bad.asdf"), at("none.asdf")];
  const info = await run("info", none, roman, bad);
  expect(info.code).toBe(3);
  expect(info.out).toContain("written by asdf 6.0.0");
  expect(info.err.split("\n").map((line) => [line.includes(none), line.includes(bad)])).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ]);
  const verify = await json("verify", roman, bad, none);
  expect(verify).toMatchObject([{ ok: true }, { ok: false }, { source: none, error: { code: "not-found" } }]);
  expect(await run("verify", roman, bad)).toMatchObject({ code: 1, err: "" });
  // Also of one file, the message names it.
  expect((await run("stats", bad)).err).toContain(bad);
  expect((await run("diff", roman, bad)).err).toContain(bad);
});

test("control characters of a file do not pass through a pipe", async () => {
  writeFileSync(
    at("bell.asdf"),
    '#ASDF 1.0.0\n%YAML 1.1\n--- {"a\\e]0;k\\a": "\\e]52;c;aGk=\\a\\x9b"}\n...\n',
  );
  const outputs = [
    await run("tree", at("bell.asdf")),
    await run("info", at("bell.asdf")),
    await run("get", at("bell.asdf"), ""),
    await run("tree", at("bell.asdf"), "--json"),
    await run("diff", roman, at("bell.asdf")),
  ];
  for (const { out, err } of outputs) {
    expect(out + err).not.toMatch(/[^\P{Cc}\n]/u);
    expect(out).not.toBe("");
  }
});

test("without a path, `stats` takes what the viewer shows first, not a larger or earlier matrix; quantities and complex numbers", async () => {
  const tree = {
    wcs: { matrix: ndarray(new Float64Array(4), { shape: [2, 2] }) },
    image: withTag(
      {
        unit: new Tagged("tag:stsci.edu:asdf/unit/unit-1.0.0", "Jy"),
        value: ndarray(new Float32Array(400).fill(3), { shape: [20, 20] }),
      },
      "tag:stsci.edu:asdf/unit/quantity-1.1.0",
    ),
    waves: ndarray(Float64Array.of(3, 4, 6, -8), { shape: [2, 1], dtype: "complex128" }),
    many: Array.from({ length: 60 }, () => ndarray(Uint8Array.of(1))),
    map: Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`k${i}`, i])),
  };
  writeFileSync(at("first.asdf"), await write(tree, { as: "bytes" }));
  expect(await json("stats", at("first.asdf"))).toMatchObject({ path: "image/value", unit: "Jy", mean: 3 });
  expect(await json("stats", at("first.asdf"), "image[0]")).toMatchObject({ shape: [20], unit: "Jy" });
  expect(await json("stats", at("first.asdf"), "waves")).toMatchObject({
    of: "absolute values",
    min: 5,
    max: 10,
  });
  expect((await run("show", at("first.asdf"), "waves", "--as", "blocks")).out).toMatch(/waves {2}5.* … 9/);
  expect((await run("show", at("first.asdf"), "--as", "blocks")).out).toContain("Jy");
  // Options may stand before the subcommand; what is many is folded; types have names.
  const { out } = await run("--depth", "2", "tree", at("first.asdf"));
  expect(out).toContain("image  Quantity  20 × 20 Jy");
  expect(out).toContain("… 50 more entries");
  expect((await run("info", at("first.asdf"))).out).toContain("… 23 more: --all lists them");
  expect((await run("info", at("first.asdf"), "--all")).out).toContain("many/59");
  const other = {
    ...tree,
    waves: ndarray(Float64Array.of(3, 4, 6, -9), { shape: [2, 1], dtype: "complex128" }),
  };
  writeFileSync(at("second.asdf"), await write(other, { as: "bytes" }));
  const { differences } = await json("diff", at("first.asdf"), at("second.asdf"), "-i", "history");
  expect(differences).toMatchObject([
    {
      path: "waves",
      elements: { different: 1, of: 2, most: 1, first: { index: [1, 0], before: -8, after: -9 } },
    },
  ]);
});

test("an image of many pixels is reduced unasked, and that is said", async () => {
  writeSparse(
    at("vast.asdf"),
    "data: !core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: little, shape: [5000, 5000]}",
    [25e6],
  );
  const { code, err } = await run("show", at("vast.asdf"), "-o", at("vast.png"));
  expect([code, err]).toEqual([
    0,
    expect.stringContaining("the mean of 2 × 2 elements: all would be more than 16 million"),
  ]);
  expect(PNG.sync.read(readFileSync(at("vast.png")))).toMatchObject({ width: 2500, height: 2500 });
});

test("what of an array is not in its picture is said: other planes, and rows that the file does not have", async () => {
  const cube = { data: ndarray(Float32Array.from({ length: 24 }, Math.sqrt), { shape: [4, 3, 2] }) };
  writeFileSync(at("cube.asdf"), await write(cube, { as: "bytes" }));
  const cut = readFileSync(join(root, "tests/data/field/fits/extract-cube-loses-wcs-and-header/w_cube.fits"));
  for (const [name, path, said] of [
    ["cube.asdf", "data", "Of 4 × 3 × 2 elements this is the plane `data[0]`.\n"],
    ["cube.asdf", "data[1]", ""],
  ] as const) {
    for (const [command, ...output] of [
      ["show", "--output", at("plane.png")],
      ["extract", at("plane.png")],
    ] as const) {
      expect((await run(command, at(name), path, ...output, "-f")).err).toBe(said);
    }
  }
  writeFileSync(at("cut.fits"), cut.subarray(0, 4 * 2880));
  const { err } = await run("extract", at("cut.fits"), "PRIMARY/data", at("plane.png"), "-f");
  expect(err).toMatch(/^warning: the file is cut: /);
});

test("elements that share a pixel are averaged before the stretch, or the greatest is taken: a star between the samples stays", async () => {
  const data = new Float32Array(64 * 64);
  data[33 * 64 + 35] = 16;
  data[0] = Number.NaN;
  const tree = { data: ndarray(data, { shape: [64, 64] }) };
  writeFileSync(at("star.asdf"), await write(tree, { as: "bytes" }));
  for (const [shrink, expected] of [
    [[], 16],
    [["--shrink", "maximum"], 255],
  ] as const) {
    const size = [
      "--max-size",
      "16",
      "--limits",
      "0,16",
      "--stretch",
      "linear",
      "--origin",
      "upper",
      ...shrink,
    ];
    await run("show", at("star.asdf"), "data", "-o", at("star.png"), "-f", ...size);
    const { width, height, data: pixels } = PNG.sync.read(readFileSync(at("star.png")));
    expect([width, height, pixels[4 * (8 * 16 + 8)], pixels[0]]).toEqual([16, 16, expected, 0]);
    const drawn = Array.from({ length: 256 }, (_, i) => pixels[4 * i]).filter((red) => red !== 0);
    expect(drawn).toEqual([expected]);
  }
  const shown = await run(
    "show",
    at("star.asdf"),
    "data",
    "--as",
    "blocks",
    "--max-size",
    "16",
    "--limits",
    "minmax",
  );
  expect(shown.out).toMatch(/data {2}0 … 16, each pixel the mean of 4 × 4 elements/);
});

test("what is misspelt, and what `asdftool` calls otherwise, is a usage error that says what to write", async () => {
  for (const [args, said] of [
    [["show", roman, "--as", "blocks", "--colormap", "virdis"], /did you mean [`"]viridis/],
    [["show", roman, "--as", "blocks", "--limits", "5,1"], /MIN is the smaller/],
    [["show", roman, "--as", "blocks", "--limits", "0,inf"], /MIN is the smaller/],
    [["remove-hdu", "a.fits"], /convert FILE.fits/],
    [["defragment", "a.asdf"], /convert FILE/],
  ] as const) {
    const { code, err } = await run(...args);
    expect([code, err], args.join(" ")).toEqual([2, expect.stringMatching(said)]);
  }
});

test("an older dialect", async () => {
  expect((await run("info", join(root, "tests/data/legacy/header36-encoded/basic.asdf"))).out).toContain(
    "ASDF 0.1.0",
  );
});

test("`validate` checks files against schemas, and `schema` says what these say of a value", async () => {
  const good = await run("validate", roman);
  expect(good).toMatchObject({ code: 0, out: expect.stringContaining("valid") });
  const meta = "tests/data/roman/roman_l2_192.asdf";
  writeFileSync(
    at("software.asdf"),
    "#ASDF 1.0.0\n#ASDF_STANDARD 1.6.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n--- !core/asdf-1.1.0\ns: !core/software-1.0.0 {name: x}\n...\n",
  );
  const bad = await run("validate", join(root, meta), at("software.asdf"));
  expect(bad.code).toBe(1);
  expect(bad.out).toContain('s, line 6: "version" is required, and is not there');
  expect(await json("validate", at("software.asdf"))).toMatchObject({
    ok: false,
    problems: [{ path: "s", keyword: "required", expected: "version" }],
  });
  writeFileSync(
    at("custom.yaml"),
    "properties: {s: {title: Who wrote it, maxProperties: 0}}\nid: asdf://a.b/c-1.0.0\n",
  );
  const custom = await run(
    "validate",
    at("software.asdf"),
    "--custom",
    at("custom.yaml"),
    "--schema",
    at("custom.yaml"),
  );
  expect(custom.out).toContain("there are 1 properties, more than 0");
  expect(await run("schema", at("software.asdf"), "s/name")).toMatchObject({
    code: 0,
    out: expect.stringContaining("The name of the application or library."),
  });
  expect(await run("schema", at("software.asdf"), "nothing")).toMatchObject({ code: 3 });
  const described = await run("info", roman, "--describe", "--all");
  expect(described.out).toMatch(
    /roman\/meta\/exposure\/ma_table_number +Multi-Accumulation Table Identification Number/,
  );
  const { meanings } = (await json("info", roman, "--describe")) as { meanings: { path: string }[] };
  expect(meanings.find(({ path }) => path === "roman/meta/exposure/ma_table_number")).toMatchObject({
    archive: expect.arrayContaining([expect.stringContaining("ma_table_number")]),
  });
  const written = (...options: string[]) =>
    run("convert", at("software.asdf"), at("written.asdf"), ...options);
  const refused = await written("--validate", "error");
  expect(refused.code).not.toBe(0);
  expect(refused.err).toContain('s: "version" is required, and is not there');
  expect(existsSync(at("written.asdf"))).toBe(false);
  const warned = await written("--validate", "warn");
  expect(warned).toMatchObject({ code: 0, err: expect.stringContaining('"version" is required') });
});

test("failures are sentences with what to do, and codes", async () => {
  const missing = await run("info", at("none.asdf"));
  expect(missing).toMatchObject({ code: 3, out: "" });
  expect(missing.err).toMatch(/^asdf-wasm info: .*none\.asdf cannot be opened: .*\n$/);
  const path = await run("get", roman, "roman/exposure");
  expect(path).toMatchObject({ code: 3, out: "" });
  expect(path.err).toContain("did you mean `roman/meta/exposure` or");
  const tables = join(root, "tests/data/fits/tables.fits");
  for (const [args, said] of [
    [["get", roman, "roman/meta/instrument/optical_elment"], "did you mean `optical_element`?"],
    [["stats", roman, "roman/dat[0:5]"], "did you mean `data`?"],
    [["extract", tables, "FIXED", at("table.csv")], "`FIXED/data` is one"],
    [["stats", tables], "its columns are `FIXED/data/NAME`"],
    [["stats", tables, "FIXED/data"], "name a column of it, such as `FIXED/data/L`"],
    [["stats", tables, "FIXED/data/A"], "`FIXED/data/A` holds text"],
    [["stats", tables, "FIXED/data/Q"], "has no `Q`"],
    [["show", tables, "FIXED/data/D", "--as", "blocks"], "`FIXED/data/D` is a column of a table"],
    [["cutout", tables, at("part.asdf"), "FIXED/data/D[0:2]"], "`FIXED/data/D` is a column of a table"],
    [["extract", tables, "FIXED/data/D", at("column.fits")], "`FIXED/data/D` is a column of a table"],
  ] as const) {
    expect(await run(...args)).toMatchObject({ code: 3, err: expect.stringContaining(said) });
  }
  writeFileSync(at("text.asdf"), "no ASDF\n");
  expect(await json("info", at("text.asdf"))).toMatchObject({ error: { code: "not-asdf" } });
  expect(await json("info")).toMatchObject({ error: { code: "usage" } });
  for (const args of [
    ["get", roman],
    ["info", roman, "--nothing"],
    ["stats", roman, "roman/data[500]"],
    ["nothing"],
    [],
  ]) {
    expect(await run(...args), args.join(" ")).toMatchObject({ code: 2 });
  }
  expect((await run("stats", roman, "roman/data[500]")).err).toContain(
    "the index 500 is outside of axis 0, which has 192 elements",
  );
});

test("each subcommand has a help with an example", async () => {
  const { out } = await run("--help");
  const names = Array.from(out.matchAll(/^ {2}([a-z]+) \[options\]/gm), ([, name = ""]) => name);
  expect(names).toEqual(
    "info tree get table regions measure match stats show extract cutout convert edit explode implode mosaic reproject stack refs diff verify validate schema types ls view completion man".split(
      " ",
    ),
  );
  for (const help of await Promise.all(names.map((name) => run(name, "--help")))) {
    expect(help.out).toMatch(/\nExample:\n {2}\$ asdf-wasm /);
  }
  expect((await run("--version")).out).toBe(
    `${JSON.parse(readFileSync(join(root, "pkg/package.json"), "utf8")).version}\n`,
  );
});

test("colours only where they are asked for, when the output is no terminal", async () => {
  expect((await run("tree", roman, "--depth", "1")).out).not.toContain("\x1b");
  expect((await run("tree", roman, "--depth", "1", "--color")).out).toContain("\x1b[");
  expect((await run("tree", roman, "--depth", "1", "--json", "--color")).out).not.toContain("\x1b");
});
