/** Regions of the sky in images, where astropy's regions has them; and as words of links. */
import { toRegions } from "@asdf-wasm/science/regions/files/onSky";
import { figuresIn, figuresWord } from "@asdf-wasm/science/regions/files/skyText";
import { numbersOf } from "@asdf-wasm/science/regions/linkText";
import { StageWcs } from "@asdf-wasm/science/wcs/stage";
import { open } from "asdf-wasm";
import { expect, test } from "vitest";
import { build } from "../../support/build.ts";
import vectors from "./sky.vectors.json";

/** The most that a position, a size or an end of a shape may be apart, in pixels. */
const CLOSE = 1e-4;

test.each(vectors.map((each) => [each.name, each] as const))("%s", async (_, { header, system, regions }) => {
  const file = await open(build(`header: ${JSON.stringify(header)}`));
  const stage = new StageWcs(await file.wcs("header"), { axes: [0, 1], index: [0, 0] }, [256, 256]);
  const figures = figuresIn(regions.map(({ kind, sky }) => `${system}:${kind}@${sky.join()}`).join("/"));
  expect(figures).toHaveLength(regions.length);
  const found = await toRegions(figures, {
    toPixels: async (positions, system) => stage.toPixels(positions, system),
    toSky: async (points, system) => stage.toWorld(points, system),
  });
  for (const [i, { kind, numbers, followed }] of regions.entries()) {
    const shape = found[i]?.shape;
    const own = shape
      ? [...numbersOf(shape).slice(0, 4), ...("angle" in shape ? [shape.angle] : numbersOf(shape).slice(4))]
      : [];
    for (const [j, number] of (followed ?? numbers).entries()) {
      const isAngle = j === 4 && (kind === "box" || kind === "ellipse");
      // An angle, at the end of the longer axis.
      const reach = isAngle ? (Math.max(...numbers.slice(2, 4)) * Math.PI) / 180 : 1;
      const apart = (own[j] ?? Number.NaN) - number;
      const turned = isAngle ? apart - 360 * Math.round(apart / 360) : apart;
      expect(
        Math.abs(turned * reach),
        `${kind}, number ${j}: ${own}, not ${followed ?? numbers}`,
      ).toBeLessThan(CLOSE);
    }
  }
});

test("a rectangle is that of regions where the sky is not sheared", () => {
  const apart = (name: string) => {
    const box = vectors.find((image) => image.name === name)?.regions.find(({ kind }) => kind === "box");
    return Math.max(
      ...(box?.numbers.slice(0, 4) ?? []).map((number, i) => Math.abs(number - (box?.followed?.[i] ?? 0))),
    );
  };
  expect(apart("north up, icrs")).toBeLessThan(CLOSE);
  expect(apart("turned, across RA 0, icrs")).toBeLessThan(CLOSE);
  expect(apart("at the pole, icrs")).toBeLessThan(CLOSE);
});

test("words of links have systems, colours and names, and all digits", () => {
  const word =
    "icrs:circle@359.9999999999,-20.1,0.0010000001:ff0000:A%2FB/galactic:-box@1,2,0.1,0.2,30/helioprojective:point@0.1,-0.2";
  expect(figuresWord(figuresIn(word))).toBe(word);
  expect(figuresIn(word)[2]).toMatchObject({ system: "own", reference: "helioprojective" });
  expect(figuresIn("icrs:circle@1,2/point@1,2/:point@1,2/icrs:point@3,4")).toHaveLength(1);
});
