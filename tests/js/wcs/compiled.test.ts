/** WCSs that go to their WebAssembly module: described, with their arrays, and evaluated as the truth of `tests/data/wcs` has it. */
import { fileURLToPath } from "node:url";
import { type AsdfError, type AsdfFile, open, type TreeValue } from "asdf-wasm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type WcsCode, wcsCode } from "../../../pkg/wcs/loading.js";
import { describeWcs } from "../../../pkg/wcs/message.js";

/** A case of transforms.asdf (see make.py there). */
interface Case {
  readonly name: string;
  readonly transform: TreeValue;
  readonly points: readonly [start: number, count: number];
  readonly forward: readonly [start: number, count: number];
}

let file: AsdfFile;
let code: WcsCode;

beforeAll(async () => {
  const path = new URL("../../data/wcs/transforms.asdf", import.meta.url);
  file = await open(fileURLToPath(path));
  code = await wcsCode.load();
});

afterAll(() => file.close());

test("every transform reaches the module as the file has it", async () => {
  const { data } = await file.array("numbers").read();
  const numbers = (data as Float64Array).subarray.bind(data);
  const cases = file.get("cases") as unknown as Case[];
  expect(cases.length).toBeGreaterThan(200);
  for (const [index, { name, transform, points, forward }] of cases.entries()) {
    const compiled = await code.compileWcs(transform, `cases/${index}/transform`);
    const from = numbers(points[0], points[0] + points[1]);
    const expected = numbers(forward[0], forward[0] + forward[1]);
    const world = compiled.toWorld(from, true);
    expect(world.length, name).toBe(expected.length);
    // How near they are is tested in Rust: longitudes wrap, and mean little near poles.
    const nowhere = (all: Float64Array) =>
      Array.from({ length: all.length / compiled.worldAxes }, (_, point) =>
        all.subarray(point * compiled.worldAxes, (point + 1) * compiled.worldAxes).some(Number.isNaN),
      );
    expect(nowhere(world), name).toEqual(nowhere(expected));
    expect(compiled.pixelAxes * (expected.length / compiled.worldAxes), name).toBe(from.length);
    compiled.free();
  }
});

test("labels are texts as they stand, even those that look like numbers", () => {
  const described = new Map<TreeValue, TreeValue>([
    ["labels", ["nan", "1e5", "S1"]],
    ["value", "2e5"],
  ]);
  const { texts, numbers } = describeWcs(described);
  expect(texts.split("\0")).toEqual(expect.arrayContaining(["nan", "1e5", "S1"]));
  expect([...numbers]).toEqual([2e5]);
});

test("errors have the path in the file", async () => {
  const broken = new Map<TreeValue, TreeValue>([["offset", 1]]);
  const failure = (await code.compileWcs(broken, "meta/wcs").catch((error: unknown) => error)) as AsdfError;
  expect([failure.code, failure.path]).toEqual(["unsupported-transform", "meta/wcs"]);
});
