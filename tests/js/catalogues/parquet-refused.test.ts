/** Parquet files that are cut, damaged, encrypted, or of codecs that are not known: each is refused, or the column that is. */
import { readFileSync } from "node:fs";
import { AsdfError } from "asdf-wasm";
import { openTable } from "asdf-wasm/catalogues";
import { expect, test } from "vitest";
import { Random } from "../../support/random.ts";

const read = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../data/catalogues/parquet/${name}.parquet`, import.meta.url)));

/** The file with some bytes instead of the ones at a place. */
function changed(name: string, at: number, ...bytes: readonly number[]): Uint8Array {
  const file = read(name);
  file.set(bytes, at < 0 ? file.length + at : at);
  return file;
}

test("a file that was cut is refused wherever it was", async () => {
  const whole = read("described");
  for (const length of [4, 11, 12, whole.length - 400, whole.length - 1]) {
    await expect(openTable(whole.subarray(0, length)), `${length}`).rejects.toMatchObject({
      code: "truncated",
      message: "the Parquet file does not end with its footer: it was cut, or its writing was not finished",
    });
  }
});

test("an encrypted footer, and one that is longer than the file, are refused", async () => {
  const encrypted = changed("described", -4, ...Buffer.from("PARE"));
  await expect(openTable(encrypted)).rejects.toMatchObject({ code: "unsupported-encoding" });
  await expect(openTable(changed("described", -8, 255, 255, 255, 127))).rejects.toMatchObject({
    code: "corrupt-data",
    message: expect.stringContaining("claims 2147483647 bytes"),
  });
});

test("a column of an unknown codec is refused by its name, and others are read", async () => {
  const file = read("described");
  // The thrift field of the codec follows the list of names: 0x15 0x00 behind the column's name.
  const at = Buffer.from(file).indexOf(
    Buffer.from("\x15\x00", "latin1"),
    Buffer.from(file).lastIndexOf("\x18\x02ra"),
  );
  expect(at).toBeGreaterThan(0);
  const at2 = Buffer.from(file).indexOf(Buffer.from("ra\x15\x00", "latin1"));
  file[at2 + 3] = 6;
  const table = await openTable(file);
  const { signal } = new AbortController();
  await expect(table.read([0], undefined, signal)).rejects.toMatchObject({
    code: "unsupported-compression",
    message: "column `ra`: it is compressed by LZO",
  });
  const [plain] = await table.read([2], undefined, signal);
  expect(plain?.data).toEqual(BigInt64Array.of(1n, 2n));
});

test("damaged bytes are read or refused, in a bounded time", { timeout: 120_000 }, async () => {
  const names = [
    "types-nulls-brotli-2",
    "types-whole",
    "encoding-delta-1-nulls",
    "encoding-split-2",
    "nested-nulls-1",
  ];
  const random = new Random(11);
  const { signal } = new AbortController();
  for (let i = 0; i < 150; i += 1) {
    const file = read(random.pick(names));
    for (let bytes = 1 + random.below(4); bytes > 0; bytes -= 1) {
      file[random.below(file.length)] = random.below(256);
    }
    const start = performance.now();
    try {
      const table = await openTable(file);
      const all = table.columns.map((_, column) => column);
      await Promise.all(all.map((column) => table.read([column], undefined, signal).catch(refused)));
    } catch (thrown) {
      refused(thrown);
    }
    expect(performance.now() - start, `case ${i}`).toBeLessThan(20_000);
  }
});

function refused(thrown: unknown): void {
  expect(thrown).toBeInstanceOf(AsdfError);
}
