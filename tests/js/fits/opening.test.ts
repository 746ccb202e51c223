/** FITS files are opened: the tree, the HDUs, what is refused, and where failures happen. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Hdu,
  type NdArray,
  open,
  openSync,
  type TreeMap,
  toJSON,
  toQuantity,
  toTable,
  WorkerPool,
} from "asdf-wasm";
import { expect, test } from "vitest";
import { build } from "../../support/build.ts";
import { asdfFits, type CardText, hdu, image, PRIMARY, SparseFile } from "../../support/fits.ts";
import { failure } from "../../support/values.ts";

const folder = join(import.meta.dirname, "../../data/fits");
const bytes = (name: string) => new Uint8Array(readFileSync(join(folder, name)));

function named(hdus: readonly Hdu[], name: string): Hdu {
  const found = hdus.find((hdu) => hdu.name === name);
  if (!found) {
    throw new Error(`there is no HDU ${name}`);
  }
  return found;
}

/** An ASDF file in the extension of a FITS file, behind an image of 3 × 4 numbers. */
function jwst(tree: string): Uint8Array {
  const pixels = Uint8Array.from({ length: 24 }, (_, i) => (i % 2 === 1 ? (i - 1) / 2 : 0));
  return asdfFits(tree, [hdu(image("SCI", 16, [3, 4]), pixels)]);
}

test("the ASDF extension is the tree, and its arrays are read from their HDUs", async () => {
  for (const name of ["asdf-table.fits", "asdf-image.fits"]) {
    using file = await open(new Blob([bytes(name)]));
    expect(file.dialect).toBe("fits");
    expect(file.hdus.map(({ name }) => name)).toEqual(["PRIMARY", "SCI", "DQ", "ASDF"]);
    const arrays = [...file.arrays()].filter(([, { hdu }]) => hdu !== undefined);
    expect(arrays.length).toBeGreaterThan(0);
    for (const [path, array] of arrays) {
      const { data, shape } = file.hdus[array.hdu ?? 0] as Hdu;
      expect([path, array.source, array.shape]).toEqual([path, null, shape]);
      expect(await array.read()).toEqual(await data?.read());
    }
  }
});

test("without one, the tree is that of the HDUs", async () => {
  using file = await open(bytes("images.fits"));
  expect(file.formatVersion).toBe("4.0");
  const tree = file.tree as TreeMap;
  expect(Object.keys(tree)).toHaveLength(file.hdus.length);
  for (const [index, node] of Object.values(tree).entries()) {
    const { header, data } = node as { header: TreeMap; data?: NdArray };
    expect(header["NAXIS"]).toBe(file.hdus[index]?.shape?.length ?? 0);
    expect(data?.hdu).toBe(data && index);
  }
  const { dialect, blocks, hdus, tree: summary } = toJSON(file);
  expect([dialect, blocks, hdus?.length]).toEqual(["fits", [], file.hdus.length]);
  expect(hdus?.[1]).toMatchObject({
    index: 1,
    name: "I2",
    cards: expect.arrayContaining([["EXTNAME", "I2", "extension name"]]),
  });
  expect(summary).toMatchObject({ I2: { data: { $ndarray: { hdu: 1, source: null } } } });
});

test("an HDU says where it is, and which compression its tiles have", async () => {
  using file = openSync(bytes("tiles.fits"));
  expect([file.hdus[0]?.kind, file.hdus[0]?.data]).toEqual(["image", undefined]);
  const rice = file.hdus.filter(({ data }) => data?.compression === "RICE_1");
  expect(rice.length).toBeGreaterThan(1);
  expect(new Set(rice.map(({ kind }) => kind))).toEqual(new Set(["compressed-image"]));
  let end = 0;
  for (const { offset, headerSize, dataSize } of file.hdus) {
    expect(offset).toBe(end);
    end = Math.ceil((offset + headerSize + dataSize) / 2880) * 2880;
  }
  expect(end).toBe(file.size);
  expect(file.hdus).toBe(file.hdus);
});

test("hdus is empty for ASDF, and arrays there are in no HDU", async () => {
  using file = openSync(build("a: !core/ndarray-1.1.0 [1, 2]"));
  expect(file.hdus).toEqual([]);
  expect(file.array("a").hdu).toBeUndefined();
});

test("selections, tables by column, and elements into memory of the caller", async () => {
  using file = await open(bytes("images.fits"));
  const sci = named(file.hdus, "PRIMARY").data as NdArray;
  const whole = await sci.read();
  const plane = await sci.read([1]);
  expect([...(plane.data as Uint8Array)]).toEqual([...(whole.data as Uint8Array)].slice(12));
  const into = new Uint8Array(24);
  expect((await sci.read([], { into })).data).toEqual(whole.data);
  using tables = await open(bytes("tables.fits"));
  const { data } = tables.hdus[1] as Hdu;
  const names = data?.is("struct") ? data.dtype.fields.map(({ name }) => name) : [];
  const one = await data?.read([], { fields: [names[2] ?? ""] });
  expect(Object.keys(one?.fields ?? {})).toEqual([names[2]]);
  // Also in another order, and named twice.
  const fields = [...names.toReversed().flatMap((name) => [name, name]), ...names];
  const some = await data?.read([], { fields });
  for (const name of names) {
    const alone = await data?.read([], { fields: [name] });
    expect(some?.fields?.[name]).toEqual(alone?.fields?.[name]);
    expect(alone?.fields?.[name]).toBeDefined();
  }
});

test("workers read what is stored as it is given, and all else is read without them", async () => {
  const side = 600;
  const floats = new DataView(new ArrayBuffer(4 * side * side));
  for (let i = 0; i < side * side; i += 1) {
    floats.setFloat32(4 * i, i);
  }
  const file = Buffer.concat([
    hdu(PRIMARY),
    hdu(image("SCI", -32, [side, side]), new Uint8Array(floats.buffer)),
  ]);
  const workers = new WorkerPool({ size: 2, part: 200_000 });
  try {
    using opened = await open(new Blob([file]), { workers });
    const { data } = await opened.array("SCI/data", "float32").read();
    expect(data).toEqual(Float32Array.from({ length: side * side }, (_, i) => i));
    using tiles = await open(new Blob([bytes("tiles.fits")]), { workers });
    using alone = await open(bytes("tiles.fits"));
    for (const [index, { data }] of tiles.hdus.entries()) {
      expect(await data?.read()).toEqual(await alone.hdus[index]?.data?.read());
    }
  } finally {
    workers.close();
  }
});

test("the checksums of blocks in the ASDF extension are verified", async () => {
  using file = await open(bytes("asdf-image.fits"));
  expect(await file.verify()).toEqual({ matched: [0], failed: [], unchecked: [] });
  expect((await file.readBlock(0)).length).toBe(10);
});

test("keywords give world coordinates, from the tree and from the HDU", async () => {
  const cards: CardText[] = [
    ...image("SCI", 16, [3, 4]),
    ["CTYPE1", "RA---TAN"],
    ["CTYPE2", "DEC--TAN"],
    ["CRPIX1", 2],
    ["CRPIX2", 2],
    ["CRVAL1", 150.5],
    ["CRVAL2", 2.25],
    ["CDELT1", -0.001],
    ["CDELT2", 0.001],
  ];
  using file = await open(new Uint8Array(Buffer.concat([hdu(PRIMARY), hdu(cards, new Uint8Array(24))])));
  expect(file.wcsPaths()).toEqual(["SCI/header"]);
  const fromTree = await file.wcs("SCI/header");
  const [ra, dec] = fromTree.pixelToWorld(1, 1) as [number, number];
  expect([ra.toFixed(9), dec.toFixed(9)]).toEqual(["150.500000000", "2.250000000"]);
  const [primary, science] = file.hdus as [Hdu, Hdu];
  expect((await file.wcs(science)).pixelToWorld(3, 0)).toEqual(fromTree.pixelToWorld(3, 0));
  expect((await failure(() => file.wcs(primary))).code).toBe("bad-tree");
});

test("units are those of the header: of images BUNIT, of columns TUNITn", async () => {
  const cards: CardText[] = [...image("SCI", 16, [3, 4]), ["BUNIT", "MJy/sr"]];
  const table: CardText[] = [
    ["XTENSION", "BINTABLE"],
    ["BITPIX", 8],
    ["NAXIS", 2],
    ["NAXIS1", 6],
    ["NAXIS2", 1],
    ["PCOUNT", 0],
    ["GCOUNT", 1],
    ["TFIELDS", 2],
    ["TFORM1", "I"],
    ["TFORM2", "E"],
    ["TTYPE2", "flux"],
    ["TUNIT2", "Jy"],
  ];
  const file = await open(
    new Uint8Array(
      Buffer.concat([hdu(PRIMARY), hdu(cards, new Uint8Array(24)), hdu(table, new Uint8Array(6))]),
    ),
  );
  const { value, unit } = toQuantity(file.get("SCI/data"));
  expect([value, unit]).toEqual([file.get("SCI/data"), "MJy/sr"]);
  expect(toTable(file.hdus[2]?.data).columns.map(({ name, unit }) => [name, unit])).toEqual([
    ["col1", undefined],
    ["flux", "Jy"],
  ]);
  file.close();
});

test("failures name the HDU, not a block", async () => {
  const damaged = bytes("tiles.fits");
  using sound = openSync(bytes("tiles.fits"));
  const target = named(sound.hdus, "GZIP_1-I2");
  const from = target.offset + target.headerSize;
  damaged.fill(0x55, from + 200, from + target.dataSize);
  using file = await open(damaged);
  const error = await failure(() => file.hdus[target.index]?.data?.read());
  expect([error.code, error.hdu, error.block]).toEqual(["corrupt-data", target.index, undefined]);
  expect(error.message).toContain(`HDU ${target.index} (GZIP_1-I2,1)`);
  expect(error.toJSON()).toMatchObject({ hdu: target.index });
  // So does the array in the tree; the others are read, and workers say the same.
  const [, array] = [...file.arrays()].find(([, { hdu }]) => hdu === target.index) ?? [];
  expect(await failure(() => array?.read())).toMatchObject({ code: error.code, hdu: target.index });
  for (const { index, data } of file.hdus.filter(({ data }) => data !== undefined)) {
    const reading = data?.read();
    await (index === target.index ? expect(reading).rejects.toMatchObject({ hdu: index }) : reading);
  }
  using pool = new WorkerPool({ size: 1 });
  expect(await failure(() => file.hdus[target.index]?.data?.read([], { workers: pool }))).toEqual(error);
});

test("a column of a table whose heap it leaves, and a header that is wrong, name their HDU", async () => {
  const columns = (form: string): CardText[] => [
    ["XTENSION", "BINTABLE"],
    ["BITPIX", 8],
    ["NAXIS", 2],
    ["NAXIS1", 8],
    ["NAXIS2", 1],
    ["PCOUNT", 8],
    ["GCOUNT", 1],
    ["TFIELDS", 1],
    ["TFORM1", form],
  ];
  const beyond = Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 8);
  const parts = [hdu(PRIMARY), hdu(columns("1PJ(2)"), beyond), hdu(columns("3Z"), beyond)];
  using file = await open(
    new Uint8Array(Buffer.concat([...parts, hdu(image("", 16, [2, 1]), new Uint8Array(4))])),
  );
  const [, heap, form, sound] = file.hdus;
  const error = await failure(() => heap?.data?.read());
  expect([error.code, error.hdu, error.block, error.path]).toEqual(["corrupt-data", 1, undefined, undefined]);
  expect(form?.problem).toMatchObject({ code: "bad-header", hdu: 2 });
  expect(form?.data?.error).toEqual(form?.problem);
  expect([...file.arrays()].map(([, array]) => array.error?.hdu)).toEqual([undefined, 2, undefined]);
  expect((await sound?.data?.read())?.data).toEqual(new Int16Array(2));
  expect((await failure(() => sound?.data?.read([5]))).hdu).toBeUndefined();
});

test("what cannot be read says why, and the rest opens", async () => {
  const cut = Buffer.concat([hdu(PRIMARY), hdu(image("SCI", 16, [3, 4]), new Uint8Array(24))]).subarray(
    0,
    -2870,
  );
  using short = await open(new Uint8Array(cut));
  expect(short.hdus[1]?.problem?.code).toBe("truncated");
  expect(short.warnings.map(({ code }) => code)).toContain("truncated");
  const odd = [...image("SCI", 16, [3]), ["EXTVER", 1]] as const;
  const other = odd.map(([key, value]) => [key, key === "XTENSION" ? "FOREIGN" : value] as const);
  using file = await open(new Uint8Array(Buffer.concat([hdu(PRIMARY), hdu(other, new Uint8Array(6))])));
  const [, foreign] = file.hdus;
  expect([foreign?.kind, foreign?.shape, foreign?.problem?.code]).toEqual([
    "other",
    undefined,
    "unsupported-encoding",
  ]);
  expect((await failure(() => foreign?.data?.read())).message).toContain("HDU 1 (SCI,1)");
  expect((await failure(() => open(new TextEncoder().encode("SIMPLE  = nonsense")))).code).toBe("not-asdf");
});

test("headers with hostile sizes are refused by name", async () => {
  const bad = async (change: Readonly<Record<string, number>>) => {
    const cards = image("SCI", 16, [3, 4]).map(([key, value]) => [key, change[key] ?? value] as const);
    using file = await open(new Uint8Array(Buffer.concat([hdu(PRIMARY), hdu(cards, new Uint8Array(24))])));
    return file.hdus[1]?.problem;
  };
  expect((await bad({ NAXIS: 1000 }))?.message).toContain("NAXIS is 1000");
  expect((await bad({ PCOUNT: -1 }))?.message).toContain("PCOUNT");
  expect((await bad({ NAXIS1: 2 ** 52, NAXIS2: 2 ** 52 }))?.code).toBe("bad-header");
  expect((await bad({ NAXIS1: 2 ** 40 }))?.code).toBe("truncated");
});

test("arrays that name an HDU which the file does not have are invalid", async () => {
  using file = await open(
    jwst("a: !core/ndarray-1.1.0 {source: 'fits:SCI,1'}\nb: !core/ndarray-1.1.0 {source: 'fits:ERR,1'}"),
  );
  expect([...(await file.array("a", "int16").read()).data]).toEqual(Array.from({ length: 12 }, (_, i) => i));
  expect((file.get("b") as NdArray).error?.message).toContain("`ERR,1`");
});

test("a file that begins as FITS is not opened with more requests than another", async () => {
  const sparse = new SparseFile([[0, jwst("a: 1")]], 300_000);
  using file = await open(sparse);
  expect(file.get("a")).toBe(1);
  // One for the front, which has everything, and one behind the last HDU.
  expect(sparse.asked.length).toBeLessThanOrEqual(3);
  expect(sparse.asked[0]).toEqual([0, 65536]);
});
