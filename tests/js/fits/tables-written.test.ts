/** Tables of FITS files written as ASDF: as asdf-astropy writes masked columns, text beyond ASCII and units. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type ArrayData,
  type AsdfFile,
  NdArray,
  ndarray,
  open,
  slice,
  type TreeMap,
  tagOf,
  toTable,
  write,
} from "asdf-wasm";
import { expect, test } from "vitest";
import { asdfFits, type CardText, hdu, PRIMARY } from "../../support/fits.ts";
import { failure } from "../../support/values.ts";

const field = join(import.meta.dirname, "../../data/field/fits");
const bytesOf = (name: string) => new Uint8Array(readFileSync(join(field, name)));

type Cards = { readonly [name: string]: string | number };

/** The cards of a binary table of these columns, each with its format and further cards. */
function table(
  rows: number,
  width: number,
  ...columns: readonly (readonly [form: string, own: Cards])[]
): CardText[] {
  return [
    ["XTENSION", "BINTABLE"],
    ["BITPIX", 8],
    ["NAXIS", 2],
    ["NAXIS1", width],
    ["NAXIS2", rows],
    ["PCOUNT", 0],
    ["GCOUNT", 1],
    ["TFIELDS", columns.length],
    ...columns.flatMap(([form, own], i) => [
      [`TFORM${i + 1}`, form] as const,
      ...Object.entries(own).map(([name, value]) => [`${name}${i + 1}`, value] as const),
    ]),
  ];
}

function fits(...hdus: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([hdu(PRIMARY), ...hdus]));
}

/** The columns of a table: the values in a list, with `--` in place of those that are masked. */
async function columnsIn(file: AsdfFile, path = "HDU 1/data"): Promise<Record<string, unknown[]>> {
  const { fields } = await toTable(file.get(path)).read();
  return Object.fromEntries(
    Object.entries(fields).map(([name, { data, mask }]) => [
      name,
      Array.from(data as ArrayLike<unknown>, (value, i) => (mask?.[i] ? "--" : value)),
    ]),
  );
}

const written = async (file: AsdfFile) => open(await file.edit(() => {}), { checksums: "error" });

/** Whether columns are masked: an array with a mask comes back masked in Python, even if nothing is. */
function maskedIn(file: AsdfFile, path = "HDU 1/data"): (boolean | undefined)[] {
  const columns = (file.get(path) as TreeMap)["columns"] as TreeMap[];
  return columns.map(({ data }) => (data instanceof NdArray ? data.masked : undefined));
}

test.each([
  [
    "tnull",
    { B: ["--", 1], I: ["--", 2], J: ["--", 3], K: ["--", 4n], E: [5, 6] },
    [true, true, true, true, false],
  ],
  ["logical", { L: [1, 0, "--", 1, 0, 0, 0, 0] }, [true]],
  ["vla_p", { V: [1, 2, 3, 4, 5, "--", "--", "--", "--"] }, [true]],
])("masked columns of %s.fits are masked arrays, each by itself", async (name, columns, masked) => {
  using file = await open(bytesOf(`convert-masked-table/${name}.fits`));
  using asdf = await written(file);
  expect(await columnsIn(asdf)).toEqual(columns);
  expect(maskedIn(asdf)).toEqual(masked);
  const node = asdf.get("HDU 1/data") as TreeMap;
  expect([tagOf(node), tagOf((node["columns"] as TreeMap[])[0] as TreeMap)]).toEqual([
    "tag:astropy.org:astropy/table/table-1.1.0",
    "tag:stsci.edu:asdf/table/column-1.1.0",
  ]);
  using older = await open(await file.edit(() => {}, { standard: "1.5.0" }));
  const old = older.get("HDU 1/data") as TreeMap;
  expect([tagOf(old), tagOf((old["columns"] as TreeMap[])[0] as TreeMap)]).toEqual([
    "tag:astropy.org:astropy/table/table-1.0.0",
    "tag:stsci.edu:asdf/core/column-1.0.0",
  ]);
  // Elements and masks, however many columns there are.
  expect(asdf.blocks).toHaveLength(2);
});

test("text beyond ASCII keeps its characters, and is said", async () => {
  using file = await open(bytesOf("convert-nonascii-table-text/str_latin1.fits"));
  using asdf = await written(file);
  expect(await columnsIn(asdf)).toEqual({ S: ["café", "αβ"] });
  expect(file.warnings).toMatchObject([{ code: "text-encoding", path: "HDU 1/data" }]);
});

const rows = Buffer.concat(
  [1, 2, 3].map((n) => {
    const row = Buffer.alloc(10);
    row.writeInt16BE(n, 0);
    row.write(`caf${String.fromCharCode(0xe9)}`, 2, "latin1");
    row.writeFloatBE(n / 2, 6);
    return row;
  }),
);
const mixed = () =>
  hdu(
    [
      ...table(
        3,
        10,
        ["1I", { TTYPE: "n", TNULL: 2, TUNIT: "ct / s" }],
        ["4A", { TTYPE: "name" }],
        ["1E", { TTYPE: "2", TUNIT: "10**(-17) erg/s/cm2/Angstrom" }],
      ),
      ["EXTNAME", "CAT"],
      ["ORIGIN", "Leiden"],
      ["EPOCH", 2000],
    ],
    rows,
  );

test("units, names and the header go with the table; rows of it are cut out", async () => {
  using file = await open(fits(mixed()));
  using asdf = await written(file);
  const { columns, meta } = toTable(asdf.get("CAT/data"));
  expect(columns.map(({ name, unit }) => [name, unit])).toEqual([
    ["n", "ct.s**-1"],
    ["name", undefined],
    ["2", "1e-17erg.s**-1.cm**-2.Angstrom**-1"],
  ]);
  expect({ ...(meta as TreeMap) }).toEqual({ EXTNAME: "CAT", ORIGIN: "Leiden", EPOCH: 2000 });
  // The schema of a column asks for a letter.
  expect(((asdf.get("CAT/data") as TreeMap)["columns"] as TreeMap[]).map(({ name }) => name)).toEqual([
    "n",
    "name",
    "_2",
  ]);
  using cut = await open(await file.cutout({ "CAT/data": [slice(2, 0, -1)] }, { compression: "zlib" }));
  expect(await columnsIn(cut, "CAT/data")).toEqual({ n: [3, "--"], name: ["café", "café"], "2": [1.5, 1] });
});

test("a table with rows and no columns", async () => {
  using file = await open(fits(hdu([...table(2, 4), ["EXTNAME", "NONE"]], new Uint8Array(8))));
  using asdf = await written(file);
  expect(toTable(asdf.get("NONE/data")).columns).toEqual([]);
});

test("a tree of ASDF keeps records, unless these are masked", async () => {
  const tree =
    "cat: !core/ndarray-1.1.0 {source: 'fits:CAT'}\nplain: !core/ndarray-1.1.0 {source: 'fits:PLAIN'}";
  const plain = [...table(2, 2, ["1I", { TTYPE: "n", TNULL: 99 }]), ["EXTNAME", "PLAIN"] as const];
  using file = await open(asdfFits(tree, [mixed(), hdu(plain, Uint8Array.of(0, 1, 0, 2))]));
  using asdf = await written(file);
  expect(await columnsIn(asdf, "cat")).toMatchObject({ n: [1, "--", 3] });
  expect(asdf.array("plain")).toMatchObject({ masked: false, dtype: { kind: "struct" } });
});

test("masked records that were read are refused: an array has no such mask", async () => {
  using file = await open(fits(mixed()));
  const records = await file.array("CAT/data", "struct").read();
  expect(await failure(() => write({ t: ndarray(records) }))).toMatchObject({
    code: "bad-array",
    path: "t",
    message: expect.stringContaining("records cannot be masked"),
  });
  const names = records.fields["name"] as ArrayData;
  using asdf = await open(await write({ names: ndarray(names) }));
  expect((await asdf.array("names").read()).data).toEqual(["café", "café", "café"]);
});

test("a table that is compressed by tiles is written as the table that it was", async () => {
  const table = async (name: string) => {
    using file = await open(bytesOf(`../../fits/packed/${name}.fits`));
    using asdf = await written(file);
    return { columns: await columnsIn(asdf, "ALL/data"), meta: asdf.get("ALL/data/meta") as TreeMap };
  };
  const before = await table("all");
  expect(Object.keys(before.columns)).toHaveLength(23);
  for (const name of ["gzip1", "gzip2", "rice", "default"]) {
    const { columns, meta } = await table(name);
    expect(columns).toEqual(before.columns);
    expect(Object.keys(meta).filter((key) => key.startsWith("Z"))).toEqual([]);
  }
});
