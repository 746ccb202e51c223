/** The subcommands that write. Their files were compared with numpy, astropy and asdf by cli.vectors.py, which kept digests. */
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ndarray, open, write } from "asdf-wasm";
import { PNG } from "pngjs";
import { expect, test } from "vitest";
import { writeSparse } from "../support/sparse.ts";
import vectors from "./cli.vectors.json" with { type: "json" };
import { ended, json, roman, root, run, scratch, started } from "./run.ts";

const at = scratch();
const digestOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test.each(Object.entries(vectors.digests))("`extract` of %s", async (name, digest) => {
  const [, part = "", output = ""] = /^(.*) (\S+)$/.exec(name) ?? [];
  expect(await run("extract", roman, part, at(output))).toMatchObject({ code: 0, out: "" });
  expect(digestOf(readFileSync(at(output)))).toBe(digest);
});

test("`extract` to the standard output, and as a picture", async () => {
  const { bytes } = await run("extract", roman, "roman/data", "-", "--format", "npy");
  expect(digestOf(bytes)).toBe(vectors.digests["roman/data data.npy"]);
  await run("extract", roman, "roman/data[0:32, 0:64]", at("part.png"));
  expect(PNG.sync.read(readFileSync(at("part.png")))).toMatchObject({ width: 64, height: 32 });
  expect(await run("extract", roman, "roman/data", at("data.xyz"))).toMatchObject({ code: 2 });
});

test("`extract` as FITS describes the cut cube, not the one that its WCS was made for", async () => {
  const cube = (name: string) => join(root, "tests/data/field/asdf", name);
  for (const [name, ra, dec] of [
    ["ndcube-sliced-wcs/nd2.asdf", 9.9360844, 20.159988],
    ["ndcube-rebinned-wcs/rebin.asdf", 10.03192026, 19.97499715],
  ] as const) {
    await run("extract", cube(name), "cube/data", at("cube.fits"), "--force");
    const file = await open(at("cube.fits"));
    const wcs = await file.wcs(file.hdus[0] ?? "");
    const [x = 0, y = 0] = wcs.pixelToWorld(0, 0);
    expect([Math.abs(x - ra) < 1e-7, Math.abs(y - dec) < 1e-7], name).toEqual([true, true]);
  }
});

test("`show` draws into a file, and in a terminal as half blocks", async () => {
  const { written, limits } = await json(
    "show",
    roman,
    "-o",
    at("shown.png"),
    "--limits",
    "0,1",
    "--colormap",
    "viridis",
  );
  expect([written, limits]).toEqual([[at("shown.png")], [0, 1]]);
  const { data } = PNG.sync.read(readFileSync(at("shown.png")));
  // The last row is at the top: the brightest colour of viridis is where the value is 1 or more.
  const array = await (await open(roman)).array("roman/data", "float32").read();
  const bright = array.data.findIndex((value) => value >= 1);
  const [row, column] = [Math.floor(bright / 192), bright % 192];
  expect([...data.subarray(4 * ((191 - row) * 192 + column)).subarray(0, 4)]).toEqual([253, 231, 37, 255]);
  const drawn = await run("show", roman, "roman/data[0:8, 0:8]", "--as", "blocks");
  expect(drawn.out.match(/[▀▄ ]/g)?.length).toBeGreaterThanOrEqual(32);
  expect(await run("show", roman)).toMatchObject({ code: 2, out: "" });
});

test("`cutout` cuts siblings alike and keeps positions on the sky", async () => {
  await run("cutout", roman, at("cut.asdf"), "roman/data[20:84, 30:126]");
  const file = await open(at("cut.asdf"));
  expect([file.array("roman/data").shape, file.array("roman/dq").shape]).toEqual([
    [64, 96],
    [64, 96],
  ]);
  const [ra = 0, dec = 0] = (await file.wcs("roman/meta/wcs")).pixelToWorld(10, 20);
  expect([ra, dec]).toEqual([expect.closeTo(vectors.sky[0] ?? 0, 9), expect.closeTo(vectors.sky[1] ?? 0, 9)]);
  const around = ["--center", `${ra} ${dec}`, "--size", "21px"];
  expect(await run("cutout", at("cut.asdf"), at("sky.asdf"), "roman/data", ...around)).toMatchObject({
    code: 0,
  });
  const small = await open(at("sky.asdf"));
  const { shape } = small.array("roman/data");
  expect(shape).toEqual([21, 21]);
  const centre = (await small.wcs("roman/meta/wcs")).worldToPixel(ra, dec);
  expect(centre).toEqual([expect.closeTo(10, 6), expect.closeTo(10, 6)]);
  const away = ["--center", "10 10", "--size", "10arcsec"];
  const outside = await run("cutout", roman, at("away.asdf"), "roman/data", ...away);
  expect(outside).toMatchObject({ code: 3 });
  expect(outside.err).toContain("is outside of `roman/data`");
});

test("what a WCS leaves out is told where it says which pixels to cut, and where it becomes keywords", async () => {
  const header = { CTYPE1: "RA---TAN", CTYPE2: "DEC--TAN", CRPIX1: 8, CRPIX2: 8, CRVAL1: 10, CRVAL2: 20 };
  const distorted = { ...header, CDELT1: -0.001, CDELT2: 0.001, CPDIS1: "Lookup", "DP1.EXTVER": 1 };
  const data = ndarray(new Float32Array(256), { shape: [16, 16] });
  writeFileSync(at("distorted.asdf"), await write({ image: { data, wcs: distorted } }, { as: "bytes" }));
  const told =
    "the distortion of pixel axis 1 (CPDIS) is left out: its table (WCSDVARR,1) is not in the file (at `image/wcs`)";
  const around = ["image/data", "--center", "10 20", "--size", "5px"];
  const cut = await run("cutout", at("distorted.asdf"), at("distorted-cut.asdf"), ...around);
  expect(cut).toMatchObject({ code: 0 });
  expect(cut.err).toContain(`warning: the WCS of this FITS header: ${told}`);
  const fits = await run("extract", at("distorted.asdf"), "image/data", at("distorted.fits"));
  expect(fits).toMatchObject({ code: 0 });
  expect(fits.err).toContain(told);
});

test("`convert` compresses anew, `--inline` writes text, and neither changes a value", async () => {
  await run("convert", roman, at("zstd.asdf"), "-c", "zstd", "--level", "9", "--history", "smaller");
  await run("convert", at("zstd.asdf"), at("text.yaml"), "--inline");
  const same = ["--ignore", "history", "--ignore", "asdf_library"];
  expect(await run("diff", roman, at("zstd.asdf"), ...same)).toMatchObject({ code: 0, out: "" });
  expect(await run("diff", roman, at("text.yaml"), ...same)).toMatchObject({ code: 0, out: "" });
  const { blocks } = await json("info", at("zstd.asdf"));
  expect(blocks.map(({ compression }: { compression: string }) => compression)).toContain("zstd");
  expect((await json("info", at("text.yaml"))).blocks).toEqual([]);
});

test("`convert` has workers compress large blocks, which are the same as those of one thread", async () => {
  const data = Uint32Array.from({ length: 2 ** 21 }, (_, i) => (i >> 4) * 7 + (i % 5));
  writeFileSync(at("large.asdf"), await write({ data }, { as: "bytes" }));
  const converted = await run(
    "convert",
    at("large.asdf"),
    at("large.zlib.asdf"),
    "-c",
    "zlib",
    "--level",
    "1",
  );
  expect(converted).toMatchObject({ code: 0, err: "" });
  const file = await open(at("large.asdf"));
  const alone = await file.edit(() => {}, { compression: { name: "zlib", level: 1 }, as: "bytes" });
  expect(digestOf(readFileSync(at("large.zlib.asdf")))).toBe(digestOf(alone));
});

test("`edit` changes values in place, keeps what they are, and deletes", async () => {
  copyFileSync(roman, at("edited.asdf"));
  const changes = [
    "exposure/frame_time=5",
    'target={"name": "M 33"}',
    "exposure/start_time=2026-11-23T10:00:00",
  ];
  const paths = changes.map((change) => `roman/meta/${change}`);
  const args = ["edit", at("edited.asdf"), ...paths, "--delete", "roman/dq2", "--history", "renamed"];
  const note = "roman/meta/target was not there before: it is new.\n";
  expect(await run(...args)).toMatchObject({ code: 0, out: "", err: note });
  const file = await open(at("edited.asdf"));
  expect(file.get("roman/meta/target/name")).toBe("M 33");
  expect(file.get("roman/dq2")).toBeUndefined();
  expect(String(file.get("roman/meta/exposure/start_time"))).toBe("2026-11-23T10:00:00");
  expect(file.tag("roman/meta/exposure/start_time")).toMatch(/time-1/);
  // It was a float and remains one.
  expect(readFileSync(at("edited.asdf"), "latin1")).toMatch(/frame_time: 5\.0\n/);
  const { differences } = await json("diff", roman, at("edited.asdf"), "-i", "history");
  expect(differences.map(({ path, kind }: { path: string; kind: string }) => [path, kind])).toEqual([
    ["roman/dq2", "removed"],
    ["roman/meta/target", "added"],
    ["roman/meta/exposure/frame_time", "value"],
    ["roman/meta/exposure/start_time", "value"],
  ]);
  const wrong = await run("edit", at("edited.asdf"), "roman/mta/a=1");
  expect(wrong).toMatchObject({ code: 3 });
  expect(wrong.err).toContain("there is no `roman/mta`");
});

test("FITS files are not edited in place, and are converted", async () => {
  const fits = at("images.fits");
  copyFileSync("tests/data/fits/images.fits", fits);
  const refused = await run("edit", fits, "PRIMARY/header/NAXIS=3");
  expect([refused.code, refused.out]).toEqual([2, ""]);
  expect(refused.err).toContain("a FITS file is not changed in place");
  expect(await run("edit", fits, "PRIMARY/header/NAXIS=4", "--output", at("changed.asdf"))).toMatchObject({
    code: 0,
  });
  expect((await open(at("changed.asdf"))).get("PRIMARY/header/NAXIS")).toBe(4);
  expect(await run("convert", fits, at("images.asdf"))).toMatchObject({ code: 0 });
  const [converted, original] = [await open(at("images.asdf")), await open(fits)];
  expect(await converted.array("I8/data").read()).toEqual(await original.array("I8/data").read());
});

test("`edit` without a change opens the tree in an editor", async () => {
  copyFileSync(roman, at("by-hand.asdf"));
  const script = `const fs = require("fs"); const path = process.argv[2];
    fs.writeFileSync(path, fs.readFileSync(path, "utf8").replace("WFI_IMAGE", process.env.NAME));`;
  writeFileSync(at("editor.cjs"), script);
  const edit = (NAME: string) => {
    const env = { EDITOR: `${process.execPath} ${at("editor.cjs")}`, VISUAL: undefined, NAME };
    return ended(started(["edit", at("by-hand.asdf")], { env }));
  };
  expect(await edit("WFI_DARK")).toMatchObject({ code: 0, err: "" });
  const { differences } = await json("diff", roman, at("by-hand.asdf"));
  expect(differences.map(({ path, after }: { path: string; after: string }) => [path, after])).toEqual([
    ["roman/meta/exposure/type", "WFI_DARK"],
  ]);
  expect((await edit("unused")).err).toContain("nothing was changed");
  copyFileSync(roman, at("by-hand.asdf"));
  const wrong = await edit("[");
  expect(wrong).toMatchObject({ code: 3 });
  const [, line, kept = ""] = /line (\d+): .*; your text is in (.*)\n/.exec(wrong.err) ?? [];
  expect(Number(line)).toBeGreaterThan(10);
  expect(readFileSync(kept, "utf8")).toContain("type: [\n");
  rmSync(dirname(kept), { recursive: true });
  expect(readFileSync(at("by-hand.asdf")).equals(readFileSync(roman))).toBe(true);
});

test("`explode` and `implode` are the inverse of each other, and keep blocks as they are stored", async () => {
  const { written } = await json("explode", roman, "-o", at("parts"));
  expect(written).toHaveLength(5);
  expect((await run("verify", written[0])).out).toContain("18 arrays read");
  await run("implode", written[0], at("whole.asdf"));
  expect(await run("diff", roman, at("whole.asdf"))).toMatchObject({ code: 0, out: "" });
  const { blocks } = await json("info", at("whole.asdf"));
  expect(blocks[0]).toMatchObject({ compression: "lz4", checksum: "fccb099a18f02e9d255850b1ff6bb126" });

  // An external file outside of the folder is not read.
  mkdirSync(at("inner"));
  const text = readFileSync(at("parts/roman_l2_192_exploded.asdf"), "latin1");
  const outward = text.replaceAll(/source: (roman_l2_192_exploded\d+\.asdf)/g, "source: ../parts/$1");
  expect(outward).not.toBe(text);
  writeFileSync(at("inner/top.asdf"), outward, "latin1");
  expect(await run("get", at("inner/top.asdf"), "roman/data[0, 0]")).toMatchObject({ code: 3, out: "" });
});

test("`diff` finds elements, within tolerances", async () => {
  const { writeFile } = await import("node:fs/promises");
  const { write, ndarray } = await import("asdf-wasm");
  const values = Float64Array.from({ length: 12 }, (_, i) => i);
  const make = async (name: string, data: Float64Array) =>
    writeFile(
      at(name),
      await write({ data: ndarray(data, { shape: [3, 4] }), x: 1, gone: true }, { as: "bytes" }),
    );
  await make("one.asdf", values);
  await make("other.asdf", values.with(6, 6.5));
  const found = await run("diff", at("one.asdf"), at("other.asdf"));
  expect(found.code).toBe(1);
  expect(found.out).toContain("data  1 of 12 elements differ, by at most 0.5; first at [1, 2]: 6 → 6.5\n");
  expect(await run("diff", at("one.asdf"), at("other.asdf"), "--atol", "0.5")).toMatchObject({
    code: 0,
    out: "",
  });
});

test("a file is not replaced unless told to", async () => {
  writeFileSync(at("kept.npy"), "mine");
  const refused = await run("extract", roman, "roman/data", at("kept.npy"));
  expect(refused).toMatchObject({ code: 3 });
  expect(refused.err).toContain("exists: --force replaces it");
  expect(readFileSync(at("kept.npy"), "utf8")).toBe("mine");
  expect(await run("extract", roman, "roman/data", at("kept.npy"), "-f")).toMatchObject({ code: 0 });
  expect(await run("extract", roman, "roman/data", at("no/such/folder.npy"))).toMatchObject({ code: 3 });
});

const signals =
  process.platform === "win32"
    ? []
    : ([
        ["SIGINT", 130],
        ["SIGTERM", 143],
      ] as const);
test.each(signals)(
  "a run that gets %s leaves no half-written file, and the old one as it was",
  async (signal, code) => {
    const target = at("interrupted.asdf");
    writeFileSync(target, "old");
    writeSparse(
      at("large.asdf"),
      "data: !core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: little, shape: [800000000]}",
      [8e8],
    );
    const child = started(["convert", at("large.asdf"), target, "--force", "-c", "bzp2"]);
    const end = ended(child);
    const parts = () => readdirSync(dirname(target)).filter((name) => name.endsWith(".part"));
    await expect.poll(parts).toHaveLength(1);
    child.kill(signal);
    expect(await end).toMatchObject({ code, out: "" });
    expect(parts()).toEqual([]);
    expect(readFileSync(target, "utf8")).toBe("old");
  },
);

test("what is wrong with a file is told", async () => {
  writeFileSync(at("short.asdf"), readFileSync(roman).subarray(0, 200_000));
  const { code, err } = await run("convert", at("short.asdf"), at("kept.asdf"));
  expect(code).toBe(0);
  expect(err).toMatch(/^warning: the block claims 73992 bytes, but the file has only \d+ left for it/);

  // A run that fails leaves no half-written file.
  expect(await run("extract", at("short.asdf"), "roman/err", at("never.npy"))).toMatchObject({ code: 3 });
  expect(readdirSync(at("")).filter((name) => /never|part$/.test(name))).toEqual([]);
});

test("blocks that only a tag names stay, unless they are dropped, which is said", async () => {
  const zarr = new URL("../data/field/asdf/zarr-internal-blocks/zarr_int.asdf", import.meta.url);
  const contents = async (path: string) => {
    const file = await open(readFileSync(path));
    const headers = await file.readBlockHeaders();
    return Promise.all(headers.map(async ({ index }) => String(await file.readBlock(index))));
  };
  writeFileSync(at("zarr.asdf"), readFileSync(zarr));
  const before = await contents(at("zarr.asdf"));
  expect(before).toHaveLength(5);
  expect((await run("edit", at("zarr.asdf"), "note=hello")).code).toBe(0);
  expect(await contents(at("zarr.asdf"))).toEqual(before);
  expect((await run("convert", at("zarr.asdf"), at("zarr-lz4.asdf"), "-c", "lz4")).code).toBe(0);
  expect(await contents(at("zarr-lz4.asdf"))).toEqual(before);
  const dropped = await run("convert", at("zarr.asdf"), at("zarr-small.asdf"), "--drop-unused");
  expect(dropped.err).toMatch(/block 4 of \d+ bytes, which no array names, was left out/);
  expect(await contents(at("zarr-small.asdf"))).toEqual([]);
});
