/** What is said of the flags of images that are seen together. */
import type { Layer } from "@asdf-wasm/www/viewer/views/together/sky/layer.ts";
import { SkyFlags } from "@asdf-wasm/www/viewer/views/together/skyFlags.ts";
import { signal } from "@preact/signals";
import { expect, test } from "vitest";

function layer(telescope: string, step = 1): Layer {
  const whole = signal({ isDecimated: step > 1, step });
  return { flags: { node: 1, datatype: "uint32", telescope }, counts: [3], whole } as unknown as Layer;
}

test("bits have names while all images are of one telescope, and counts of a part of the pixels say so", () => {
  const flags = new SkyFlags({ ask: async () => undefined, model: () => ({}) } as never);
  flags.count([layer("roman")]);
  expect(flags.facts.value).toBeUndefined();
  flags.over.value = true;
  flags.count([layer("roman"), layer("roman")]);
  expect(flags.facts.value).toMatchObject({ telescope: "roman", step: 1 });
  expect(flags.facts.value?.counts[0]).toBe(6);
  flags.count([layer("roman"), layer("jwst", 4)]);
  expect(flags.facts.value).toMatchObject({ telescope: undefined, step: 4 });
  flags.count([]);
  expect(flags.facts.value).toBeUndefined();
});
