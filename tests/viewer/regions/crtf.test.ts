/** Regions in files of CASA: what astropy's regions reads and writes, and what it makes of ours. */
import { readRegions, writeRegions } from "@asdf-wasm/science/regions";
import { isCrtf, readCrtf, writeCrtf } from "@asdf-wasm/science/regions/files/crtf";
import type { Figure } from "@asdf-wasm/science/regions/files/figure";
import { expect, test } from "vitest";
import vectors from "./crtf.vectors.json";

type Described = (typeof vectors.theirs.figures)[number];

/** As the vectors have them, with colours and names where they are said. */
function described({ kind, system, points, sizes, angle, name, excluded }: Figure) {
  const pairs = points.map(({ x, y }) => [x, y]);
  return {
    kind,
    system,
    points: pairs,
    sizes: sizes.map(({ value }) => value),
    angle,
    name,
    excluded: excluded === true,
  };
}

function expectAlike(figures: readonly Figure[], theirs: readonly Described[]): void {
  expect(figures).toHaveLength(theirs.length);
  for (const [i, figure] of figures.entries()) {
    const [own, { color: _, ...its }] = [described(figure), theirs[i] as Described];
    const numbers = ({ points, sizes, angle }: typeof its) => [...points.flat(), ...sizes, angle];
    expect([own.kind, own.system, own.name, own.excluded]).toEqual([
      its.kind,
      its.system,
      its.name,
      its.excluded,
    ]);
    expect(own.points).toHaveLength(its.points.length);
    for (const [j, number] of numbers(own).entries()) {
      expect(number).toBeCloseTo(numbers(its)[j] ?? Number.NaN, 8);
    }
  }
}

test.each(vectors.lines)("reads as regions does: $line", ({ line, figures }) => {
  const found = readCrtf(`#CRTFv0\nglobal coord=J2000, color=blue\n${line}\n`);
  expect(found).toMatchObject({ problems: [], leftOut: 0 });
  expectAlike(found.figures, figures);
  const [{ color = "" } = {}] = figures;
  const colors: Record<string, string> = { red: "#ff0000", blue: "#0000ff" };
  expect(found.figures[0]?.color).toBe(colors[color] ?? color);
});

test("reads what regions writes", () => {
  expect(isCrtf(vectors.theirs.text)).toBe(true);
  const { figures, problems } = readCrtf(vectors.theirs.text);
  expect(problems).toEqual([]);
  expectAlike(figures, vectors.theirs.figures);
  expect(figures[0]?.color).toBe("#ff0000");
});

const base = { system: "pixel", angle: 0, name: "", color: "#00ff00" } as const;
const px = (value: number) => ({ value, unit: "pixel" }) as const;
const FIGURES: readonly Figure[] = [
  { ...base, kind: "point", points: [{ x: 1.5, y: 2 }], sizes: [], name: "A star" },
  {
    ...base,
    kind: "circle",
    points: [{ x: -10, y: 20.25 }],
    sizes: [px(3)],
    color: "#ff0000",
    excluded: true,
  },
  { ...base, kind: "ellipse", points: [{ x: 10, y: 20 }], sizes: [px(6), px(4)], angle: 30 },
  { ...base, kind: "box", points: [{ x: 10, y: 20 }], sizes: [px(6), px(4)], angle: -15, name: "a b" },
  { ...base, kind: "annulus", points: [{ x: 10, y: 20 }], sizes: [px(2), px(4)] },
  {
    ...base,
    kind: "polygon",
    points: [
      [1, 2],
      [3, 4],
      [5, 1],
    ].map(([x = 0, y = 0]) => ({ x, y })),
    sizes: [],
  },
  {
    ...base,
    kind: "line",
    points: [
      [1, 2],
      [3, 4],
    ].map(([x = 0, y = 0]) => ({ x, y })),
    sizes: [],
  },
];
const ON_SKY = FIGURES.map(
  (figure): Figure => ({
    ...figure,
    system: "icrs",
    points: figure.points.map(({ x, y }) => ({ x: x + 20, y })),
    sizes: figure.sizes.map(({ value }) => ({ value: value / 3600, unit: "degree" })),
  }),
);

test.each([
  ["written", FIGURES],
  ["written-sky", ON_SKY],
] as const)("what is written to %s.crtf is read again, by regions too", async (name, figures) => {
  const text = writeCrtf(figures);
  await expect(text).toMatchFileSnapshot(`./${name}.crtf`);
  const read = readCrtf(text);
  expect(read.problems).toEqual([]);
  expect(read.figures.map(({ color }) => color)).toEqual(figures.map(({ color }) => color));
  const theirs = vectors.written[name];
  expectAlike(read.figures, theirs as readonly Described[]);
  expectAlike(figures, theirs as readonly Described[]);
});

test("through the entry; corners on the sky stay corners, and a polyline stays one", async () => {
  const regions = [
    {
      shape: {
        kind: "polyline",
        points: [
          { x: 1, y: 2 },
          { x: 3, y: 4 },
          { x: 5, y: 1 },
        ],
      },
      name: "",
      color: "#00ff00",
    },
  ] as const;
  const text = await writeRegions(regions, { format: "crtf" });
  expect(text).toContain("polyline[[1pix, 2pix], [3pix, 4pix], [5pix, 1pix]]");
  expect((await readRegions(text)).regions).toEqual(regions);
  await expect(writeRegions(regions, { format: "crtf", system: "ecliptic" })).rejects.toThrow("ecliptic");
  // regions cuts names at commas and apostrophes.
  const named = FIGURES.map((figure) => ({ ...figure, name: `a, "b" and 'c'` }));
  expect(readCrtf(writeCrtf(named)).figures.map(({ name }) => name)).toEqual(
    named.map(() => `a, "b" and ’c’`),
  );
  const { figures } = readCrtf("#CRTFv0\nbox[[10deg, 20deg], [11deg, 21deg]]");
  expect(figures[0]).toMatchObject({
    kind: "polygon",
    system: "fk5",
    points: [{ x: 10, y: 20 }, { x: 11 }, {}, {}],
  });
});

test("what cannot be read is said with its line, and the rest is read", () => {
  const text = `#CRTF
# a comment
circle[[10, 20], 5]
circle[[10deg, 20deg], 5deg], coord=B1950
hexagon[[10pix, 20pix], 5pix]
poly[[1pix, 2pix], [3pix, 4pix]]
circle[[1pix, 2pix], 3deg
circle[[10deg, 20pix], 5pix]
nothing
circle[[1pix, 2pix], 3pix]`;
  const { figures, problems } = readCrtf(text);
  expect(problems.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 8, 9]);
  expect(problems[1]?.message).toContain("B1950");
  expect(figures).toHaveLength(1);
  for (const hostile of [
    `circle[${"[".repeat(200_000)}`,
    "a=".repeat(200_000),
    `circle[[1pix,2pix],3pix]${" x='".repeat(100_000)}`,
    `circle[[1pix,2pix],3pix], ${"a".repeat(1_000_000)}`,
    `circle[[1pix,2pix],3pix]${" x=[".repeat(200_000)}`,
  ]) {
    expect(readCrtf(`#CRTF\n${hostile}`).leftOut).toBe(0);
  }
});
