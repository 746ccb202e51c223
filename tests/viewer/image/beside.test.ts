/** What is read of the arrays beside an image at a pixel, by where the file is. */

import { besideAnswers } from "@asdf-wasm/www/viewer/worker/calls/beside.ts";
import { type CompressionName, ndarray, write } from "asdf-wasm";
import { expect, test } from "vitest";
import { held, opened } from "../export/support.ts";

test("elements are read on request only where much would be fetched from a server for them", async () => {
  const side = 2100;
  const values = Float32Array.from({ length: side * side }, (_, i) => i % 97);
  const arrays = (["none", "lz4", "blsc", "zlib"] satisfies CompressionName[]).map((compression) => [
    compression,
    ndarray(values, { shape: [side, side], compression }),
  ]);
  const small = ndarray(values.subarray(0, 4096), { shape: [64, 64], compression: "zlib" });
  const file = await write({ ...Object.fromEntries(arrays), small });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const cases = [
    ["none", "here", false, true],
    ["lz4", "here", false, true],
    ["zlib", "here", false, true],
    ["none", "far", false, true],
    ["lz4", "far", false, true],
    ["blsc", "far", false, true],
    ["zlib", "far", false, false],
    ["zlib", "far", true, true],
    ["small", "far", false, true],
  ] as const;
  for (const [path, place, asked, isRead] of cases) {
    const at = await opened(bytes, place === "far");
    const excerpt = { x: 16, y: path === "small" ? 48 : 2000, width: 16, height: 16, step: 1 };
    const section = { axes: [0, 1] as const, index: [0, 0] };
    const request = { node: at(path), section, excerpt, asked };
    const found = await besideAnswers.elements(held.file, request, new AbortController().signal);
    const first = excerpt.y * (path === "small" ? 64 : side) + excerpt.x;
    expect([path, place, asked, found?.values[0]]).toEqual([
      ...[path, place, asked],
      isRead ? values[first] : undefined,
    ]);
  }
});
