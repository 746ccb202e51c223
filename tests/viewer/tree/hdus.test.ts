/** FITS files on the page: their HDUs, cards and searches, what belongs together, and what is shown first. Nothing of a browser is needed. */

import { hduNamed, headerFor } from "@asdf-wasm/package/shown/headers.ts";
import { dialectOf, formatOf } from "@asdf-wasm/science/format/dialects";
import { tableOf } from "@asdf-wasm/science/tables/columns";
import { unpacked } from "@asdf-wasm/www/viewer/worker/files/gzip.ts";
import { lineOf } from "@asdf-wasm/www/viewer/worker/hdus/cards.ts";
import { cardsOf, factsOfHdu, findCards, headerText } from "@asdf-wasm/www/viewer/worker/hdus/facts.ts";
import { telescopeOf } from "@asdf-wasm/www/viewer/worker/image/flags.ts";
import { Nodes } from "@asdf-wasm/www/viewer/worker/tree/nodes.ts";
import { errorAmong, flagsAmong } from "@asdf-wasm/www/viewer/worker/tree/siblings.ts";
import { type AsdfFile, type Hdu, init, open } from "asdf-wasm";
import { beforeAll, describe, expect, test } from "vitest";
import { read } from "../../support/truth.ts";

beforeAll(async () => {
  await init();
});

async function fits(name: string): Promise<[AsdfFile, Nodes]> {
  const file = await open(read(`fits/${name}.fits`));
  return [file, new Nodes(file)];
}

/** A FITS file with an image in each HDU: EXTNAME and EXTVER, BITPIX, and more cards. */
function imagesFile(
  hdus: readonly (readonly [name: string, version: number, bits: number, cards?: string])[],
) {
  const padded = (text: string) => text.padEnd(Math.ceil(text.length / 2880) * 2880);
  const lines = (cards: readonly string[]) => cards.map((card) => card.padEnd(80)).join("");
  const card = (keyword: string, value: string | number) =>
    `${keyword.padEnd(8)}= ${String(value).padStart(20)}`;
  const primary = [card("SIMPLE", "T"), card("BITPIX", 8), card("NAXIS", 0), card("EXTEND", "T"), "END"];
  const headers = hdus.map(([name, version, bits, more]) => {
    const cards = [
      card("XTENSION", "'IMAGE   '"),
      ...[card("BITPIX", bits), card("NAXIS", 2), card("NAXIS1", 20), card("NAXIS2", 30)],
      ...[card("PCOUNT", 0), card("GCOUNT", 1)],
      ...[card("EXTNAME", `'${name}'`), card("EXTVER", version)],
      ...(more === undefined ? [] : [more]),
      "END",
    ];
    const size = Math.ceil((600 * Math.abs(bits)) / 8 / 2880) * 2880;
    return Buffer.concat([Buffer.from(padded(lines(cards))), Buffer.alloc(size)]);
  });
  return Buffer.concat([Buffer.from(padded(lines(primary))), ...headers]);
}

async function opened(bytes: Buffer): Promise<[AsdfFile, Nodes]> {
  const file = await open(bytes);
  return [file, new Nodes(file)];
}

const path = (nodes: Nodes) => nodes.path(nodes.first().at(-1) ?? -1);

describe("of a product of JWST", () => {
  test("the HDUs are listed with the arrays of the tree that refer to them", async () => {
    const [file, nodes] = await fits("jwst-cal");
    const places = nodes.hduNodes();
    const facts = file.hdus.map((hdu) => factsOfHdu(hdu, places.get(hdu.index)));
    expect(facts.map(({ name, kind, shape }) => [name, kind, shape])).toEqual([
      ["PRIMARY", "image", undefined],
      ...["SCI", "ERR", "DQ", "AREA", "VAR_POISSON", "VAR_RNOISE", "VAR_FLAT"].map((name) => [
        name,
        "image",
        [24, 30],
      ]),
      ["ASDF", "table", [1]],
    ]);
    expect(facts.map(({ node }) => (node === undefined ? undefined : nodes.path(node)))).toEqual([
      ...[undefined, "data", "err", "dq", "area", "var_poisson", "var_rnoise", "var_flat", undefined],
    ]);
    expect(facts[1]).toMatchObject({ datatype: "float32", hasData: true, version: 1, problem: undefined });
    expect(facts[0]).toMatchObject({ hasData: false });
  });

  test("the image is shown first, with its unit, its errors, and its flags by name", async () => {
    const [file, nodes] = await fits("jwst-cal");
    expect(path(nodes)).toBe("data");
    const id = nodes.first().at(-1) ?? -1;
    expect(nodes.node(id).array?.unit).toBe("MJy/sr");
    const beside = nodes.arraysBeside(id);
    expect(errorAmong(beside, "data", [24, 30])?.node.key).toBe("err");
    expect(flagsAmong(beside, [24, 30])?.key).toBe("dq");
    expect(telescopeOf(file)).toBe("jwst");
  });

  test("data that the tree does not refer to have a path of their own", async () => {
    const [, nodes] = await fits("jwst-cal");
    const [id = -1, ...more] = nodes.trailAlong("fits:8") ?? [];
    expect(more).toEqual([]);
    expect(nodes.path(id)).toBe("fits:8");
    expect(nodes.trailAlong("fits:8")).toEqual([id]);
    expect(await nodes.detail(id)).toMatchObject({
      path: "fits:8",
      renewed: { id, kind: "array" },
      array: { source: "HDU 8 (ASDF,1)" },
    });
    expect(nodes.trailAlong("fits:0")).toBeUndefined();
    expect(nodes.trailAlong("fits:99")).toBeUndefined();
  });

  test("a spectrum is a table with the units of its columns", async () => {
    const [, nodes] = await fits("jwst-x1d");
    const id = nodes.first().at(-1) ?? -1;
    expect(nodes.path(id)).toBe("spec/0/spec_table");
    const { columns } = tableOf(nodes.path(id), nodes.value(id), nodes.hdus);
    expect(columns.slice(0, 2).map(({ name, unit }) => [name, unit])).toEqual([
      ["WAVELENGTH", "um"],
      ["FLUX", "Jy"],
    ]);
  });

  test("the words say that ASDF is inside FITS", async () => {
    const [inside] = await fits("jwst-cal");
    expect(formatOf(inside)).toMatch(/^FITS 4\.0 · ASDF 1\.\d\.0 inside$/);
    expect(dialectOf(inside)).toBe("FITS 4.0, with ASDF in an extension");
    const [plain] = await fits("images");
    expect(formatOf(plain)).toBe("FITS 4.0");
  });
});

describe("of a file without ASDF", () => {
  test("an image called SCI is shown first, with errors and flags of its version", async () => {
    const [file, nodes] = await opened(
      imagesFile([
        ["DQ", 1, 32],
        ["SCI", 1, -32, "BUNIT   = 'MJy/sr  '"],
        ["ERR", 1, -32],
        ["SCI", 2, -32],
        ["ERR", 2, -32],
        ["DQ", 2, 32],
      ]),
    );
    expect(path(nodes)).toBe("SCI/data");
    const id = nodes.first().at(-1) ?? -1;
    expect(nodes.name(id)).toBe("SCI");
    expect(nodes.node(id).array).toMatchObject({ unit: "MJy/sr", hasAlike: true });
    const second = nodes.trailAlong("SCI,2/data")?.at(-1) ?? -1;
    for (const [science, version] of [
      [id, ""],
      [second, ",2"],
    ] as const) {
      const beside = nodes.arraysBeside(science);
      expect(nodes.path(errorAmong(beside, nodes.name(science), [30, 20])?.node.id ?? -1)).toBe(
        `ERR${version}/data`,
      );
      expect(nodes.path(flagsAmong(beside, [30, 20])?.id ?? -1)).toBe(`DQ${version}/data`);
      expect(beside).toHaveLength(2);
    }
    expect(telescopeOf(file)).toBeUndefined();
  });

  test("of images without such names the first is shown", async () => {
    const [, nodes] = await opened(
      imagesFile([
        ["WHT", 1, -32],
        ["CCD1", 1, -32],
        ["CCD2", 1, -32],
      ]),
    );
    expect(path(nodes)).toBe("CCD1/data");
  });
});

test("without a WCS in the tree, that of a header holds: its own, or that of an image of the same size and version", () => {
  const hdu = (index: number, version: number, shape: readonly number[], ctype?: string) =>
    ({
      ...{ index, version, shape, kind: "image" },
      cards: ctype === undefined ? [] : [{ keyword: "CTYPE1", value: ctype, comment: "" }],
    }) as unknown as Hdu;
  const hdus = [
    hdu(0, 1, []),
    hdu(1, 1, [30, 20], "RA---TAN"),
    hdu(2, 1, [4, 30, 20]),
    hdu(3, 2, [30, 20]),
    hdu(4, 1, [9, 9]),
    hdu(5, 1, [30, 20], "RA---SIN"),
  ];
  const of = (index: number) =>
    headerFor(hdus, { hdu: index, shape: hdus[index]?.shape ?? [] }).map(({ path }) => path);
  expect([1, 2, 3, 4, 5].map(of)).toEqual([["fits:1"], ["fits:1"], [], [], ["fits:5"]]);
  expect(hduNamed("fits:5")).toEqual({ index: 5, key: undefined });
  expect(hduNamed("fits:5:A")).toEqual({ index: 5, key: "A" });
  expect(hduNamed("meta/wcs")).toBeUndefined();
});

test("Python for places in FITS is astropy's, and for others asdf's", async () => {
  const python = async (nodes: Nodes, path: string) =>
    (await nodes.detail(nodes.trailAlong(path)?.at(-1) ?? -1)).expressions.python;
  const [, jwst] = await fits("jwst-cal");
  expect(await python(jwst, "data")).toBe('hdus["SCI"].data');
  expect(await python(jwst, "meta/telescope")).toBe('af["meta"]["telescope"]');
  const [, plain] = await opened(imagesFile([["SCI", 2, -32]]));
  expect(await python(plain, "SCI,2/data")).toBe('hdus["SCI", 2].data');
  expect(await python(plain, "SCI,2/header/EXTVER")).toBe('hdus["SCI", 2].header["EXTVER"]');
  expect(await python(plain, "PRIMARY/header")).toBe("hdus[0].header");
});

describe("cards", () => {
  test("are listed in their order, with duplicates and commentary", async () => {
    const [file] = await fits("headers");
    const cards = cardsOf(file.hdus[0]);
    const of = (wanted: string) => cards.filter(({ keyword }) => keyword === wanted);
    expect(of("TWICE").map(({ value, comment }) => [value, comment])).toEqual([
      ["1", ""],
      ["2", "the second"],
    ]);
    expect(of("HISTORY").map(({ kind, value }) => [kind, value.length])).toEqual([
      ["comment", 72],
      ["comment", 28],
    ]);
    expect(of("UNDEF")).toEqual([{ keyword: "UNDEF", value: "", kind: "none", comment: "no value" }]);
    expect(of("BIG")[0]).toMatchObject({ value: "1208925819614629174706176", kind: "number" });
    expect(of("COMPLEX")[0]).toMatchObject({ value: "(1.5, -2.25)", kind: "number" });
    expect(of("BOOL")[0]).toMatchObject({ value: "T", kind: "logical" });
  });

  test("are found by keyword, value and comment, in all headers", async () => {
    const { hdus } = (await fits("jwst-cal"))[0];
    expect(findCards(hdus, "bunit").cards.map(({ hdu, value }) => [hdu, value])).toEqual([
      [1, "MJy/sr"],
      [2, "MJy/sr"],
    ]);
    const { cards, total } = findCards(hdus, "extname");
    expect(total).toBe(8);
    expect(cards.map(({ hdu, at }) => hdus[hdu]?.cards[at]?.keyword)).toEqual(Array(8).fill("EXTNAME"));
    expect(findCards(hdus, "no such thing")).toEqual({ cards: [], total: 0 });
  });

  test("are copied as lines", async () => {
    const text = (kind: "string" | "number" | "none" | "comment", value: string, comment = "") =>
      lineOf({ keyword: kind === "comment" ? "HISTORY" : "KEY", value, kind, comment });
    expect(text("string", "it's", "a note")).toBe("KEY     = 'it''s' / a note");
    expect(text("number", "1.5")).toBe("KEY     = 1.5");
    expect(text("none", "", "no value")).toBe("KEY     =  / no value");
    expect(text("comment", "made today")).toBe("HISTORY  made today");
    const [file] = await fits("jwst-cal");
    expect(headerText(file.hdus[1]).split("\n")[0]).toMatch(/^XTENSION= 'IMAGE' +\/ /);
  });
});

test("what gzip has packed is unpacked, but not without end", async () => {
  const plain = new Blob(["SIMPLE  = "]);
  expect(await unpacked(plain)).toBe(plain);
  const packed = await new Response(
    new Blob([new Uint8Array(5000)]).stream().pipeThrough(new CompressionStream("gzip")),
  ).blob();
  expect((await unpacked(packed)).size).toBe(5000);
  await expect(unpacked(packed, 4000)).rejects.toThrow(/unpack it first/);
  await expect(unpacked(packed.slice(0, 20))).rejects.toThrow(/cannot be unpacked/);
});
