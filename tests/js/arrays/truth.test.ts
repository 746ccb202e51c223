/**
 * Every file of tests/data through the package, decoded on this thread and by workers: what opens holds exactly the arrays of the table, each has the shape and
 * the elements that the table says, and what must fail does so with the code and offset that it says.
 */
import { dirname } from "node:path/posix";
import { type ArrayData, type AsdfFile, NdArray, open, type StructData, WorkerPool } from "asdf-wasm";
import { afterAll, describe, expect, test } from "vitest";
import { type ArrayTruth, type Fixture, fixtures, read, sha256 } from "../../support/truth.ts";
import { bytesOf, failure } from "../../support/values.ts";

// Parts far smaller than anyone would have them, so that these small files are cut too.
const pool = new WorkerPool({ size: 2, part: 1000 });
afterAll(() => pool.close());

for (const fixture of fixtures()) {
  describe.each([
    [fixture.file, false],
    [`${fixture.file} by workers`, pool],
  ])("%s", (_, workers) => {
    if (fixture.error !== undefined) {
      test(`fails with ${fixture.error}`, async () => {
        const { code, offset, message } = await failure(() => openFixture(fixture, workers));
        expect(code).toBe(fixture.error);
        expect(message).not.toBe("");
        if (fixture.offset !== undefined) {
          expect(offset).toBe(fixture.offset);
        }
      });
    } else {
      // Opened once: reading one array must change nothing for the next.
      let opened: Promise<AsdfFile> | undefined;
      const once = () => (opened ??= openFixture(fixture, workers));
      afterAll(async () => (await opened)?.close());

      test("opens, with its warnings and arrays", async () => {
        const file = await once();
        expect(file.warnings.map(({ code }) => code).sort()).toEqual([...fixture.warnings].sort());
        const paths = new Set(fixture.arrays.map(({ path }) => path));
        for (const [path] of file.arrays()) {
          expect(paths).toContain(path);
        }
      });
      test.each(fixture.arrays)("$path $field", async (truth) => check(await once(), truth));
    }
  });
}

/** Files that it refers to lie beside it. */
function openFixture({ file }: Fixture, workers: WorkerPool | boolean): Promise<AsdfFile> {
  const known = new Set(fixtures().map((fixture) => fixture.file));
  const resolve = (uri: string) => {
    const beside = `${dirname(file)}/${uri}`;
    return known.has(beside) ? read(beside) : undefined;
  };
  return open(read(file), { external: "none", resolve, workers });
}

async function check(file: AsdfFile, truth: ArrayTruth) {
  const array = file.get(truth.path);
  if (!(array instanceof NdArray)) {
    throw new Error(`there is no array at ${truth.path}`);
  }
  if (truth.error !== undefined) {
    const { code, offset } = await failure(() => array.read());
    expect(code).toBe(truth.error);
    if (truth.offset !== undefined) {
      expect(offset).toBe(truth.offset);
    }
    return;
  }
  const before = file.warnings.length;
  const part = fieldOf(await array.read(), truth.field);
  expect(part.shape).toEqual(truth.shape);
  expect(file.warnings.slice(before).map(({ code }) => code)).toEqual(truth.warning ? [truth.warning] : []);
  if (part.fields) {
    expect(truth.kind).toBe("struct");
  } else if (truth.strings !== undefined) {
    expect(part.data).toEqual(truth.strings);
  } else {
    expect(sha256(bytesOf(part))).toBe(truth.widened ?? truth.sha256);
  }
  if (truth.kind === "f2") {
    const bits = fieldOf(await array.read([], { float16: "bits" }), truth.field);
    expect(bits.fields ? undefined : sha256(bytesOf(bits))).toBe(truth.sha256);
  }
  const mask = part.mask === undefined ? undefined : sha256(part.mask);
  expect(mask).toBe(truth.mask);
}

function fieldOf(part: ArrayData | StructData, names: readonly string[]): ArrayData | StructData {
  return names.reduce((at, name) => {
    const field = at.fields?.[name];
    if (field === undefined) {
      throw new Error(`there is no field ${name}`);
    }
    return field;
  }, part);
}
