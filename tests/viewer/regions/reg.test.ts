/** Regions in files of DS9 and as JSON: what astropy's regions and DS9 write goes through and back, errors name their lines. */
import { readFileSync } from "node:fs";
import { colorName, colorOf } from "@asdf-wasm/science/regions/files/colors";
import { readJson, writeJson } from "@asdf-wasm/science/regions/files/json";
import { inPixels, onSky, type SkyMap, toRegions } from "@asdf-wasm/science/regions/files/onSky";
import { inImage, physicalIn } from "@asdf-wasm/science/regions/files/physical";
import { readReg } from "@asdf-wasm/science/regions/files/readReg";
import { writeReg } from "@asdf-wasm/science/regions/files/writeReg";
import { COLOR, numbersOf } from "@asdf-wasm/science/regions/linkText";
import type { NewRegion, RegionShape } from "@asdf-wasm/science/regions/region";
import { greatCircle } from "@asdf-wasm/science/regions/sphere";
import { StageWcs } from "@asdf-wasm/science/wcs/stage";
import { open } from "asdf-wasm";
import { beforeAll, describe, expect, test } from "vitest";
import vectors from "./reg.vectors.json";

const data = new URL("../../data/", import.meta.url);
let map: SkyMap;

beforeAll(async () => {
  const file = await open(readFileSync(new URL("roman/roman_l2_192.asdf", data)));
  const stage = new StageWcs(await file.wcs("roman/meta/wcs"), { axes: [0, 1], index: [0, 0] }, [192, 192]);
  map = {
    toPixels: async (positions, system) => stage.toPixels(positions, system),
    toSky: async (points, system) => stage.toWorld(points, system),
  };
});

/** The numbers of a shape with all angles, as the vectors have them. */
function inFull(shape: RegionShape): readonly number[] {
  return "angle" in shape ? [...numbersOf(shape).slice(0, 4), shape.angle] : numbersOf(shape);
}

const SHAPES: readonly NewRegion[] = [
  { shape: { kind: "point", x: 10.25, y: 20.5 }, name: "A star", color: COLOR },
  { shape: { kind: "circle", x: 42.5, y: 43, radius: 4.2 }, name: "", color: "#ff0000" },
  { shape: { kind: "ellipse", x: 100, y: 80, a: 18, b: 10, angle: 30 }, name: "", color: "#ff8800" },
  { shape: { kind: "box", x: 60, y: 120, width: 30, height: 12.5, angle: 15 }, name: "it's", color: COLOR },
  { shape: { kind: "annulus", x: 150, y: 40, inner: 5, outer: 9.5 }, name: "", color: COLOR, excluded: true },
  {
    shape: {
      kind: "polygon",
      points: [
        { x: 10, y: 150 },
        { x: 22, y: 151 },
        { x: 18.5, y: 170.25 },
      ],
    },
    name: "a {braced} name",
    color: COLOR,
  },
  {
    shape: {
      kind: "line",
      points: [
        { x: 5, y: 6 },
        { x: 120, y: 90 },
      ],
    },
    name: "",
    color: COLOR,
  },
];
const POLYLINE: NewRegion = {
  shape: {
    kind: "polyline",
    points: [
      { x: 5, y: 6 },
      { x: 20, y: 9.5 },
      { x: 31, y: 2 },
    ],
  },
  name: "arc",
  color: "#00ffff",
};

describe("astropy's regions", () => {
  test.each(vectors.files)("$name: what it writes is read as it reads it", async ({ text, regions }) => {
    const { figures, problems } = readReg(text);
    expect(problems).toEqual([]);
    const found = await toRegions(figures, map);
    expect(found.map((region) => region?.shape.kind)).toEqual(regions.map(({ kind }) => kind));
    for (const [i, { numbers }] of regions.entries()) {
      const shape = found[i]?.shape;
      const own = shape ? inFull(shape) : [];
      expect(own).toHaveLength(numbers.length);
      for (const [j, number] of numbers.entries()) {
        // Its text has ten digits of a degree, which are a ten-thousandth of a pixel. Boxes follow their width here, and there
        // the axes of the ellipse inside.
        expect(Math.abs((own[j] ?? Number.NaN) - number)).toBeLessThan(shape?.kind === "box" ? 0.1 : 5e-5);
      }
    }
  });

  test.each([
    ["written.reg", "pixel"],
    ["written-sky.reg", "icrs"],
  ] as const)("%s: what is written is read there as it was here", async (name, system) => {
    const figures = system === "pixel" ? inPixels(SHAPES) : await onSky(SHAPES, system, map);
    const text = writeReg(figures.filter((figure) => figure !== undefined));
    await expect(text).toMatchFileSnapshot(name);
    const regions = vectors.written.find((file) => file.name === name)?.regions ?? [];
    expect(regions.map(({ name }) => name)).toEqual(SHAPES.map(({ name }) => name));
    expect(regions.map(({ excluded }) => excluded)).toEqual(SHAPES.map(({ excluded }) => excluded === true));
    for (const [i, { numbers }] of regions.entries()) {
      const shape = SHAPES[i]?.shape;
      for (const [j, number] of (shape ? inFull(shape) : []).entries()) {
        // A circle has the mean of two scales, there and back.
        const near = shape?.kind === "box" ? 5e-2 : 2e-4 + 1e-4 * Math.abs(number);
        expect(Math.abs((numbers[j] ?? Number.NaN) - number)).toBeLessThan(near);
      }
    }
  });

  test("angles go by the north of the system that they are in", async () => {
    const ellipses = SHAPES.filter(({ shape }) => shape.kind === "ellipse");
    const [inIcrs] = await onSky(ellipses, "icrs", map);
    const [inGalactic] = await onSky(ellipses, "galactic", map);
    const turned = (inIcrs?.angle ?? Number.NaN) - (inGalactic?.angle ?? Number.NaN);
    expect((turned + 360) % 360).toBeCloseTo(vectors.galacticNorth, 3);
  });

  test("lengths and position angles of lines", () => {
    for (const { from, to, degrees, positionAngle } of vectors.rulers) {
      const [one, other] = [from, to].map(([x = Number.NaN, y = Number.NaN]) => ({ x, y }));
      const found = one && other && greatCircle(one, other);
      expect(found?.degrees).toBeCloseTo(degrees, 9);
      expect(found?.positionAngle).toBeCloseTo(positionAngle, 6);
    }
  });
});

test.each(["pixel", "icrs", "fk5", "galactic", "ecliptic"] as const)(
  "%s: what is written is read again",
  async (system) => {
    const all = [...SHAPES, POLYLINE];
    const figures = system === "pixel" ? inPixels(all) : await onSky(all, system, map);
    const { figures: read, problems } = readReg(writeReg(figures.filter((figure) => figure !== undefined)));
    expect(problems).toEqual([]);
    const found = await toRegions(read, map);
    expect(found.map((region) => region && { ...region, shape: region.shape.kind })).toEqual(
      all.map((region) => ({ ...region, shape: region.shape.kind })),
    );
    for (const [i, { shape }] of all.entries()) {
      const again = found[i]?.shape;
      for (const [j, number] of inFull(shape).entries()) {
        const value = again && inFull(again)[j];
        expect(Math.abs((value ?? Number.NaN) - number)).toBeLessThan(1e-5 + 1e-4 * Math.abs(number));
      }
    }
  },
);

test("a square stays one by way of the sky, with its angle", async () => {
  const square: NewRegion = {
    shape: { kind: "box", x: 34.5, y: 44.5, width: 30, height: 30, angle: 0 },
    name: "",
    color: COLOR,
  };
  const [figure] = await onSky([square], "icrs", map);
  const [found] = await toRegions(figure ? readReg(writeReg([figure])).figures : [], map);
  const numbers = [34.5, 44.5, 30, 30].map((number) => expect.closeTo(number, 4));
  expect(found && inFull(found.shape).slice(0, 4)).toEqual(numbers);
  expect(Math.sin(((found?.shape.kind === "box" ? found.shape.angle : 45) * Math.PI) / 180)).toBeCloseTo(
    0,
    5,
  );
});

describe("files of DS9", () => {
  test("a file as DS9 8.6 saves it: header, colours, names, a font with blanks", () => {
    const { figures, problems } = readReg(`# Region file format: DS9 version 4.1
# Filename: m51.fits[SCI]
global color=green dashlist=8 3 width=1 font="helvetica 10 normal roman" select=1 highlite=1 dash=0 fixed=0 edit=1 move=1 delete=1 include=1 source=1
fk5
circle(13:29:52.698,+47:11:42.60,10.000") # color=red width=2 font="times 12 bold roman" text={M51 core}
-box(202.47,47.195,20",0.5',30) # background
annulus(13h29m52.7s,47d11m42.6s,5",10",15") # color=cyan tag={a} tag={b c}
point(202.5,47.2) # point=circle 12 text="north; of it"
# text(202.41,47.21) color=#f80 text={a label} textangle=30
# segment(202.1,47.1,202.2,47.2,202.3,47.1) color=magenta
# vector(202.1,47.1,20",45) vector=1
`);
    expect(problems).toEqual([{ line: 11, message: expect.stringContaining("vector") }]);
    expect(figures.map(({ kind, name, color, excluded }) => [kind, name, color, excluded])).toEqual([
      ["circle", "M51 core", "#ff0000", undefined],
      ["box", "", COLOR, true],
      ["annulus", "", "#00ffff", undefined],
      ["annulus", "", "#00ffff", undefined],
      ["point", "north; of it", COLOR, undefined],
      ["point", "a label", "#ff8800", undefined],
      ["polyline", "", "#ff00ff", undefined],
    ]);
    const [circle, box, inner, outer] = figures;
    expect(circle?.points[0]?.x).toBeCloseTo(15 * (13 + 29 / 60 + 52.698 / 3600), 10);
    expect(circle?.points[0]?.y).toBeCloseTo(47 + 11 / 60 + 42.6 / 3600, 10);
    expect(circle?.sizes).toEqual([{ value: 10 / 3600, unit: "degree" }]);
    expect(box).toMatchObject({ angle: 30, sizes: [{ value: 20 / 3600 }, { value: 0.5 / 60 }] });
    expect([inner, outer].map((one) => one?.sizes.map(({ value }) => Math.round(3600 * value)))).toEqual([
      [5, 10],
      [10, 15],
    ]);
  });

  test("commands on one line, blanks in place of commas, sizes in image units, counted annuli", () => {
    const { figures, problems } = readReg(
      "image; circle 100 100 10 # color=blue; box(10 20 3 4); physical;ellipse(5,6,7,8) ;annulus(1,2,10,40,n=3)\r\nfk5;circle(1,2,3p)\rcircle point 7 8;line(1,2,3,4) # line=0 1",
    );
    expect(problems).toEqual([]);
    expect(figures.map(({ kind, system }) => `${kind} ${system}`)).toEqual([
      "circle pixel",
      "box pixel",
      "ellipse pixel",
      "annulus pixel",
      "annulus pixel",
      "annulus pixel",
      "circle fk5",
      "point fk5",
      "line fk5",
    ]);
    // DS9 counts pixels from 1.
    expect(figures[0]).toMatchObject({ points: [{ x: 99, y: 99 }], color: "#0000ff" });
    expect(figures[4]?.sizes.map(({ value }) => value)).toEqual([20, 30]);
    expect(figures[6]?.sizes).toEqual([{ value: 3, unit: "pixel" }]);
  });

  test("physical coordinates are placed by the header of the image", () => {
    const { figures } = readReg("physical;circle(101,201,8);box(101,201,8,4,30)\nimage;point(3,4)");
    expect(figures.map(({ isPhysical }) => isPhysical)).toEqual([true, true, undefined]);
    const placed = (header: Readonly<Record<string, number>>, x = 1, y = 2) => {
      const cards = Object.entries(header).map(([keyword, value]) => ({ keyword, value: String(value) }));
      const physical = physicalIn(cards, x, y);
      return physical && figures.slice(0, 2).map((figure) => inImage(figure, physical));
    };
    // DS9: pixel = LTM × physical + LTV, both counted from 1.
    const cut = { LTV1: -50, LTV2: -120 };
    const binned = { LTM1_1: 0.5, LTM2_2: 0.5, LTV1: 0.25, LTV2: 0.25 };
    const ofP = { CRPIX1P: 1, CRVAL1P: 51, CDELT1P: 2, CRPIX2P: 0.5, CRVAL2P: 101, CDELT2P: 4 };
    for (const [header, at, sizes] of [
      [{}, { x: 100, y: 200 }, [8]],
      [cut, { x: 50, y: 80 }, [8]],
      [binned, { x: 49.75, y: 99.75 }, [4]],
      [ofP, { x: 25, y: 24.5 }, [3]],
      [{ ...cut, ...ofP }, { x: 50, y: 80 }, [8]],
    ] as const) {
      const [circle] = placed(header) ?? [];
      expect(circle?.points, JSON.stringify(header)).toEqual([at]);
      expect(circle?.sizes.map(({ value }) => value)).toEqual(sizes);
    }
    const [, box] = placed(binned) ?? [];
    expect([...(box?.sizes ?? []).map(({ value }) => value), box?.angle]).toEqual([
      expect.closeTo(4),
      expect.closeTo(2),
      expect.closeTo(30),
    ]);
    expect(placed({ LTV2: -10, LTV3: -20 }, 2, 3)?.[0]?.points).toEqual([{ x: 90, y: 180 }]);
    expect([placed({ LTM1_2: 1 }), placed({ LTM1_1: 0 }), placed({ CDELT1P: 0 })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("errors name their line, and the rest is kept", () => {
    const { figures, problems } = readReg(
      "circle(1,2)\nnonsense here\ncircle(5,5,2)\nfk4\ncircle(1,2,3)\nimage\nbox(1,2,-3,4,5)\npanda(1,2,0,90,1,3,4,1)\nbox(1,2,3,4,5,6,0)\npolygon(1,2,3)\ncircle(a,b,c)\n-circle(9,9,1)\nannulus(1,2,9,3)",
    );
    expect(figures.map(({ points: [at], excluded }) => [at?.x, excluded])).toEqual([
      [4, undefined],
      [8, true],
    ]);
    expect(problems.map(({ line }) => line)).toEqual([1, 2, 5, 7, 8, 9, 10, 11, 13]);
    expect(problems.map(({ message }) => message)).toMatchInlineSnapshot(`
      [
        "“circle” needs x, y and a radius",
        "“nonsense” is a shape that is not drawn here",
        "positions in “fk4” cannot be converted",
        "“box” needs x, y, width, height and an angle",
        "“panda” is a shape that is not drawn here",
        "“box” of several sizes is not drawn here",
        "“polygon” needs x and y of at least three points",
        "“circle” needs x, y and a radius",
        "“annulus” needs x, y and at least two radii, the larger last",
      ]
    `);
  });

  test("colours", () => {
    expect(["RED", "#f80", "#ff8800", "#ffff88880000", "orange", "no"].map(colorOf)).toEqual([
      "#ff0000",
      "#ff8800",
      "#ff8800",
      "#ff8800",
      "#ffa500",
      undefined,
    ]);
    expect(["#ff0000", "#123456"].map(colorName)).toEqual(["red", "#123456"]);
  });

  test("without a WCS, regions on the sky have no place, and those in pixels have", async () => {
    const { figures } = readReg('icrs\ncircle(1,2,3")\nimage\ncircle(1,2,3)\ncircle(1,2,3")');
    const found = await toRegions(figures, undefined);
    expect(found.map((region) => region?.shape.kind)).toEqual([undefined, "circle", undefined]);
  });
});

describe("JSON", () => {
  test("what is written is read again", () => {
    const text = writeJson([...SHAPES, POLYLINE]);
    expect(readJson(text)).toEqual({ regions: [...SHAPES, POLYLINE], problems: [], leftOut: 0 });
  });

  test("what is no region is said, and the rest kept", () => {
    const { regions, problems } = readJson(
      `{"format": "asdf-wasm regions", "version": 1, "regions": [
        {"kind": "circle", "x": 1, "y": 2}, {"kind": "box", "x": 1, "y": 2, "width": 3, "height": 4}, 5,
        {"kind": "polygon", "points": [[1, 2], [3, 4]]}, {"kind": "constructor"}]}`,
    );
    expect(regions.map(({ shape }) => shape)).toEqual([
      { kind: "box", x: 1, y: 2, width: 3, height: 4, angle: 0 },
    ]);
    expect(problems.map(({ line }) => line)).toEqual([1, 3, 4, 5]);
    expect(() => readJson('{"type": "FeatureCollection"}')).toThrow("asdf-wasm regions");
    expect(() => readJson("no")).toThrow();
    const newer = '{"format": "asdf-wasm regions", "version": 2, "regions": []}';
    expect(() => readJson(newer)).toThrow("of version 2, and only version 1 is known");
  });
});

/** What a hostile file may repeat: a word, blanks, digits, brackets, and what region files give a meaning. */
const LONG = [
  "a",
  " ",
  "1",
  "(",
  ")",
  "#",
  "{",
  "a={ ",
  'a=" ',
  "a=",
  "# ",
  "||",
  " || x",
  "1,",
  "\u202e",
  "\u0007",
  ";",
  "\n",
  "-",
];

/** What may stand in front of it. */
const BEFORE = [
  "",
  "#",
  "circle(",
  "circle(1,2,3) # ",
  "global ",
  "polygon(",
  "circle 1",
  "# text(1,2) text={",
  "+",
];

test.each(BEFORE)("any text behind “%s” is read in linear time", { timeout: 60_000 }, (before) => {
  for (const unit of LONG) {
    const text = `${before}${unit.repeat(200_000 / unit.length)}x`;
    const { figures, problems } = readReg(`${text}\ncircle(1,2,3)`);
    expect(figures.length + problems.length).toBeGreaterThan(0);
  }
});

test("regions above the limit are counted, not made", () => {
  const rings = "annulus(1,2,3,40,n=999)\n".repeat(1000);
  const { figures, problems, leftOut } = readReg(`${rings}circle(1,2,3)`);
  expect([figures.length, problems, leftOut]).toEqual([20_000, [], 979_001]);
  const corners = `polygon(${"1,2,".repeat(30_000)}3,4)`;
  const beside = readReg(`${corners}\ncircle(1,2,3)`);
  expect([beside.figures.map(({ kind }) => kind), beside.leftOut]).toEqual([["circle"], 1]);
  const item = '{"kind": "circle", "x": 1, "y": 2, "radius": 3}';
  const json = readJson(
    `{"format": "asdf-wasm regions", "version": 1, "regions": [${`${item},`.repeat(20_001)}${item}]}`,
  );
  expect([json.regions.length, json.problems, json.leftOut]).toEqual([20_000, [], 2]);
});

test.each(["annulus(1,2,3,40,n=999999)", "annulus(1,2,3,40,n=1000)"])(
  "%s is refused by what it lacks",
  (text) => {
    expect(readReg(text).problems).toEqual([{ line: 1, message: "“annulus” has more than 999 rings" }]);
  },
);

test("a very long name is cut, and said so", () => {
  const name = "n".repeat(1_000_000);
  const read = readReg(`circle(1,2,3) # text={${name}}`);
  expect(read.figures.map((figure) => figure.name.length)).toEqual([1000]);
  expect(read.problems).toEqual([{ line: 1, message: "the name is cut after 1000 characters" }]);
  const json = writeJson([{ shape: { kind: "point", x: 1, y: 2 }, name, color: COLOR }]);
  const again = readJson(json);
  expect(again.regions.map((region) => region.name.length)).toEqual([1000]);
  expect(again.problems).toEqual([{ line: 1, message: "the name is cut after 1000 characters" }]);
});
