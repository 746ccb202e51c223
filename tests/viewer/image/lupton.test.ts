/** Three bands as one picture have the colours that astropy gives them. */

import { paintLupton } from "@asdf-wasm/www/viewer/worker/image/lupton.ts";
import { expect, test } from "vitest";
import vectors from "./lupton.vectors.json" with { type: "json" };

test.each(vectors.cases)("black at $minimum, stretch $stretch, Q $q", ({ minimum, stretch, q, pixels }) => {
  const bands = vectors.bands.map((band, i) =>
    band.map((value) => (value ?? Number.NaN) - (minimum[i] ?? 0)),
  );
  const bytes = new Uint8Array((4 * pixels.length) / 3);
  paintLupton(bands, { stretch, q }, bytes);
  expect([...bytes].filter((_, i) => i % 4 < 3)).toEqual(pixels);
});
