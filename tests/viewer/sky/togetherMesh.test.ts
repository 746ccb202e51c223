/** Where images lie on a common plane: a thousand points of a distorted detector at every zoom, beside what its WCS says. */

import { readFile } from "node:fs/promises";
import { convertedTo } from "@asdf-wasm/science/wcs/convert";
import type { WcsFacts } from "@asdf-wasm/science/wcs/facts";
import type { ViewHost } from "@asdf-wasm/www/viewer/state/view.ts";
import type { Point } from "@asdf-wasm/www/viewer/views/image/camera/camera.ts";
import {
  CELLS,
  type Mesh,
  meshOf,
  planeOf,
  type ToSky,
} from "@asdf-wasm/www/viewer/views/together/sky/mesh.ts";
import { TangentPlane, vectorsOf } from "@asdf-wasm/www/viewer/views/together/sky/plane.ts";
import { pointsOn, positionsOn } from "@asdf-wasm/www/viewer/views/together/sky/positions.ts";
import { EXACT } from "@asdf-wasm/www/viewer/views/together/sky/reading.ts";
import { convertSky, open } from "asdf-wasm";
import { expect, test } from "vitest";
import { fixture } from "../../support/files.ts";
import { fits } from "../../support/onSky.ts";

const SIDE = 4088;
const WHOLE = { x: 0, y: 0, width: SIDE, height: SIDE };

/** The WCS of a whole detector of Roman. */
async function roman(): Promise<ToSky> {
  const file = await open(new Blob([new Uint8Array(await fixture("libasdf/roman_l2_wcs.asdf"))]));
  const wcs = await file.wcs("roman/meta/wcs");
  return async (points) => wcs.toWorld(points, { boundingBox: false });
}

/** As fine as the view asks for it. */
async function refined(rect: Mesh["rect"], toSky: ToSky, plane: TangentPlane, zoom: number): Promise<Mesh> {
  let mesh = await meshOf(rect, CELLS.least, toSky);
  while (mesh.on(plane).error * zoom > EXACT && mesh.cells < CELLS.most) {
    mesh = await meshOf(rect, 2 * mesh.cells, toSky);
  }
  return mesh;
}

/** The mesh of the part that is drawn at a pixel. */
async function meshAt(
  meshes: Map<string, Mesh>,
  { x, y }: Point,
  toSky: ToSky,
  plane: TangentPlane,
  zoom: number,
): Promise<Mesh> {
  const step = 2 ** Math.max(0, Math.round(-Math.log2(zoom)));
  const side = step < 8 ? 512 * step : SIDE;
  const [left, low] = [side * Math.floor(x / side), side * Math.floor(y / side)];
  const rect = { x: left, y: low, width: Math.min(side, SIDE - left), height: Math.min(side, SIDE - low) };
  const key = `${left} ${low}`;
  const mesh = meshes.get(key) ?? (await refined(rect, toSky, plane, zoom));
  meshes.set(key, mesh);
  return mesh;
}

/** A folder that `benches/sky/make.py` wrote. */
const { SKY } = process.env;
test.runIf(SKY)(
  "eighteen detectors of `benches/sky/make.py` are drawn where gwcs has their points",
  async () => {
    const zooms = [1 / 16, 1 / 4, 1, 8, 32, 256];
    const points: Record<string, Record<"pixels" | "sky", [number, number][]>> = JSON.parse(
      await readFile(`${SKY}/points.json`, "utf8"),
    );
    const worst = new Map<number, number>();
    const detectors = await Promise.all(
      Object.entries(points).map(async ([name, own]) => {
        const file = await open(`${SKY}/${name}`);
        const wcs = await file.wcs("roman/meta/wcs");
        const toSky: ToSky = async (points) => wcs.toWorld(points, { boundingBox: false });
        return { ...own, toSky, mesh: await meshOf(WHOLE, CELLS.least, toSky), scale: 0.11 };
      }),
    );
    const plane = planeOf(detectors, undefined);
    for (const { pixels, sky, toSky } of detectors) {
      for (const zoom of zooms) {
        const meshes = new Map<string, Mesh>();
        for (const [i, [x = 0, y = 0]] of pixels.entries()) {
          const pixel = { x: x + 0.5, y: y + 0.5 };
          const mesh = await meshAt(meshes, pixel, toSky, plane, zoom);
          const drawn = mesh.on(plane).pointAt(pixel);
          const there = plane.pointAt(sky[i] ?? [Number.NaN, Number.NaN]);
          const distance = zoom * Math.hypot(drawn.x - there.x, drawn.y - there.y);
          worst.set(zoom, Math.max(worst.get(zoom) ?? 0, distance));
        }
      }
    }
    console.log("screen pixels by zoom", worst);
    expect(detectors).toHaveLength(18);
    expect(Math.max(...worst.values())).toBeLessThan(0.2);
  },
);

test.each([1 / 16, 1 / 4, 1, 8, 32, 256])(
  "at ×%f, every point is drawn within 0.2 pixels of the screen",
  async (zoom) => {
    const toSky = await roman();
    const plane = new TangentPlane((await meshOf(WHOLE, CELLS.least, toSky)).mean, 0.11);
    const meshes = new Map<string, Mesh>();
    let worst = 0;
    for (let i = 0; i < 1000; i += 1) {
      // Spread evenly, as a Halton sequence does.
      const pixel = { x: SIDE * ((i * 0.6180339887) % 1), y: SIDE * ((i * 0.7548776662) % 1) };
      const mesh = await meshAt(meshes, pixel, toSky, plane, zoom);
      const drawn = mesh.on(plane).pointAt(pixel);
      const sky = await toSky(Float64Array.of(pixel.x - 0.5, pixel.y - 0.5));
      const [x = Number.NaN, y = Number.NaN] = plane.pointsAt(vectorsOf(sky));
      worst = Math.max(worst, zoom * Math.hypot(drawn.x - x, drawn.y - y));
      const back = mesh.on(plane).pixelAt(drawn);
      expect(back?.x).toBeCloseTo(pixel.x, 6);
      expect(back?.y).toBeCloseTo(pixel.y, 6);
    }
    expect(worst).toBeLessThan(0.2);
    expect(worst).toBeGreaterThan(0);
  },
);

test.each([
  [0, 0],
  [359.99, 12],
  [120, 89.999],
  [10, -90],
])("a plane about %f, %f gives every position back", (longitude, latitude) => {
  const [vector] = [Array.from(vectorsOf([longitude, latitude]))];
  const plane = new TangentPlane(vector, 1).framed([Float64Array.of(-500, -400, 900, 800)]);
  expect(plane.size).toEqual({ width: 1400, height: 1200, x: -500, y: -400 });
  const middle = plane.pointAt([longitude, latitude]);
  expect(middle.x).toBeCloseTo(500, 6);
  expect(middle.y).toBeCloseTo(400, 6);
  for (const point of [
    { x: 0, y: 0 },
    { x: 1400, y: 13.5 },
    { x: 33, y: 1200 },
  ]) {
    const back = plane.pointAt(plane.skyAt(point));
    expect(back.x).toBeCloseTo(point.x, 6);
    expect(back.y).toBeCloseTo(point.y, 6);
  }
  // North is up, and east to the left.
  if (Math.abs(latitude) < 80) {
    const [east, north] = [
      plane.pointAt([longitude + 0.01, latitude]),
      plane.pointAt([longitude, latitude + 0.01]),
    ];
    expect(east.x).toBeLessThan(middle.x);
    expect(north.y).toBeGreaterThan(middle.y);
  }
});

test.each([90, -90, 0])("an image about declination %d is drawn where its keywords put it", async (dec) => {
  const file = await open(new Blob([new Uint8Array(fits({ ra: 0, dec, turn: 20, value: 1 }))]));
  const wcs = await file.wcs("fits:0");
  const toSky: ToSky = async (points) => wcs.toWorld(points, { boundingBox: false });
  const mesh = await meshOf({ x: 0, y: 0, width: 64, height: 64 }, CELLS.least, toSky);
  const plane = planeOf([{ mesh, scale: 1 }], undefined);
  // Rotated by 20°, and as large as it is.
  const side = 64 * (Math.cos((20 * Math.PI) / 180) + Math.sin((20 * Math.PI) / 180));
  expect(plane.size.width).toBeCloseTo(side, 3);
  expect(plane.size.height).toBeCloseTo(side, 3);
  expect(mesh.on(plane).error * 256).toBeLessThan(EXACT);
});

test("what is on the other side of the sky has no place", () => {
  const plane = new TangentPlane([1, 0, 0], 1);
  expect(plane.pointAt([85, 0]).x).toBeNaN();
  expect(plane.pointAt([180, 0]).x).toBeNaN();
  expect(plane.pointAt([79, 0]).x).toBeLessThan(0);
});

test("positions of another system are points of the plane, and these are the positions, far from any image too", async () => {
  const facts = { frames: [{ reference: "icrs" }] } as unknown as WcsFacts;
  const worker = {
    wcs: {
      convert: async ({ positions, from, to }: { positions: Float64Array; from: string; to: string }) =>
        convertedTo(to, positions, from),
    },
  };
  const host = { ask: async (call: (of: unknown) => unknown) => call(worker) } as unknown as ViewHost;
  const image = { host, facts, frame: "icrs" } as const;
  const plane = new TangentPlane([...vectorsOf([10, -30])], 0.11);
  const galactic = convertSky("icrs", "galactic", Float64Array.of(10, -30, 12, -27));
  const points = await pointsOn(plane, image, galactic, "galactic");
  const { x, y } = plane.pointAt([12, -27]);
  expect(points?.[0]).toBeCloseTo(0, 4);
  expect(points?.[1]).toBeCloseTo(0, 4);
  expect(points?.[2]).toBeCloseTo(x, 4);
  expect(points?.[3]).toBeCloseTo(y, 4);
  const back = await positionsOn(plane, image, points ?? new Float64Array(), "galactic");
  for (const [i, degrees] of galactic.entries()) {
    expect(back?.[i]).toBeCloseTo(degrees, 9);
  }
});
