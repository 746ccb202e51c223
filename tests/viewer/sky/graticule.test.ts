/** Meridians and parallels are where the transform puts them, whatever it does. */

import type { SkyMap } from "@asdf-wasm/science/graticule/cells";
import { graticuleOf } from "@asdf-wasm/science/graticule/graticule";
import type { Graduation, Graticule, GraticuleRequest } from "@asdf-wasm/science/graticule/request";
import { simplified } from "@asdf-wasm/science/graticule/simplify";
import { labelOf, stepFor } from "@asdf-wasm/science/graticule/steps";
import { describe, expect, test } from "vitest";

const DEGREE = Math.PI / 180;
const HOURS: Graduation = { longitude: "hours", latitude: "degrees", signed: false };
const DECIMAL: Graduation = { longitude: "decimal", latitude: "decimal", signed: false };

type Pair = readonly [number, number];

function mapOf(sky: (x: number, y: number) => Pair): SkyMap {
  return {
    toSky: (points) =>
      points.map((_, i) => sky(points[i - (i % 2)] ?? 0, points[i - (i % 2) + 1] ?? 0)[i % 2] ?? 0),
  };
}

/** A gnomonic projection with its centre at pixel (512, 512), east to the left, turned by an angle. */
function gnomonic(longitude: number, latitude: number, scale: number, angle = 0) {
  return (x: number, y: number): Pair => {
    const [dx, dy] = [(512 - x) * scale * DEGREE, (y - 512) * scale * DEGREE];
    const [cos, sin] = [Math.cos(angle * DEGREE), Math.sin(angle * DEGREE)];
    const [xi, eta] = [cos * dx - sin * dy, sin * dx + cos * dy];
    const [sinLatitude, cosLatitude] = [Math.sin(latitude * DEGREE), Math.cos(latitude * DEGREE)];
    const across = cosLatitude - eta * sinLatitude;
    const found = longitude + Math.atan2(xi, across) / DEGREE;
    const high = Math.atan2(sinLatitude + eta * cosLatitude, Math.hypot(xi, across)) / DEGREE;
    return [((found % 360) + 360) % 360, high];
  };
}

function whole(side: number, cell = 16): GraticuleRequest {
  return {
    view: [
      { x: 0, y: 0 },
      { x: side, y: 0 },
      { x: side, y: side },
      { x: 0, y: side },
    ],
    centre: { x: side / 2, y: side / 2 },
    area: { x: 0, y: 0, width: side, height: side },
    ...{ cell, most: 8 },
  };
}

/** The greatest distance of a vertex from its line, in pixels; measured with the slope of the coordinate there. */
function worstDistance({ lines }: Graticule, sky: (x: number, y: number) => Pair): number {
  let worst = 0;
  for (const { axis, value, runs } of lines) {
    const off = (x: number, y: number): number => {
      const difference = (sky(x - 0.5, y - 0.5)[axis === "longitude" ? 0 : 1] ?? 0) - value;
      return difference - 360 * Math.round(difference / 360);
    };
    for (const run of runs) {
      for (let i = 0; i < run.length; i += 2) {
        const [x = 0, y = 0] = run.subarray(i, i + 2);
        const slope = Math.hypot(off(x + 0.01, y) - off(x, y), off(x, y + 0.01) - off(x, y)) / 0.01;
        worst = Math.max(worst, Math.abs(off(x, y)) / slope);
      }
    }
  }
  return worst;
}

function linesOf({ lines }: Graticule, axis: "longitude" | "latitude") {
  return lines.filter((line) => line.axis === axis);
}

describe("a gnomonic projection", () => {
  test.each([
    { where: "on the equator", at: [10, 0], scale: 1e-4 },
    { where: "turned", at: [266.4, -29], scale: 3e-5, angle: 33 },
    { where: "across 0h", at: [359.99, 41], scale: 1e-4 },
    { where: "wide", at: [80, 45], scale: 0.08 },
    { where: "with the pole in view", at: [0, 89.99], scale: 1e-4 },
    { where: "with a pixel of a microarcsecond", at: [120.1, 12.3], scale: 1 / 3.6e9 },
  ])("has whole lines $where", ({ at: [longitude = 0, latitude = 0], scale, angle }) => {
    const sky = gnomonic(longitude, latitude, scale, angle);
    const found = graticuleOf(mapOf(sky), HOURS, whole(1024));
    for (const axis of ["longitude", "latitude"] as const) {
      const lines = linesOf(found, axis);
      expect(lines.length, axis).toBeGreaterThanOrEqual(3);
      expect(lines.length, axis).toBeLessThanOrEqual(9);
      expect(new Set(lines.map(({ label }) => label)).size).toBe(lines.length);
    }
    expect(worstDistance(found, sky)).toBeLessThan(0.01);
    // A line comes in one piece, except through a pole.
    const isPolar = latitude > 89;
    expect(found.lines.every(({ runs }) => runs.length <= (isPolar ? 2 : 1))).toBe(true);
  });

  test("a parallel around the pole is closed", () => {
    const found = graticuleOf(mapOf(gnomonic(0, 90, 1e-4)), HOURS, whole(1024));
    const [run = new Float64Array()] = linesOf(found, "latitude").at(-1)?.runs ?? [];
    expect([run.at(-2), run.at(-1)]).toEqual([run[0], run[1]]);
    expect(linesOf(found, "longitude").map(({ label }) => label)).toEqual([
      "00h",
      "03h",
      "06h",
      "09h",
      "12h",
      "15h",
      "18h",
      "21h",
    ]);
  });

  test("ends where positions end", () => {
    const sky = gnomonic(10, 20, 1e-4);
    const half = mapOf((x, y) => (x > 500 ? [Number.NaN, Number.NaN] : sky(x, y)));
    const found = graticuleOf(half, HOURS, whole(1024));
    const ends = linesOf(found, "latitude").map(({ runs: [run = new Float64Array()] }) =>
      Math.max(...run.filter((_, i) => i % 2 === 0)),
    );
    expect(Math.max(...ends)).toBeLessThanOrEqual(500.5);
    expect(Math.min(...ends)).toBeGreaterThan(497);
  });

  test("the scale and the directions at a place are those of the projection", () => {
    const { local } = graticuleOf(mapOf(gnomonic(200, -30, 1e-4)), HOURS, {
      ...whole(1024),
      centre: { x: 512.5, y: 512.5 },
    });
    expect(local?.east.x).toBeCloseTo(-0.36, 8);
    expect(local?.east.y).toBeCloseTo(0, 8);
    expect(local?.north.x).toBeCloseTo(0, 8);
    expect(local?.north.y).toBeCloseTo(0.36, 8);
    const none = mapOf(() => [Number.NaN, Number.NaN]);
    expect(graticuleOf(none, HOURS, whole(1024))).toEqual({ lines: [], local: undefined });
  });
});

test("an all-sky map has its poles, its wrap and no line across a jump", () => {
  // Plate carrée in two halves, the right one upside down.
  const sky = (x: number, y: number): Pair => {
    const [longitude, latitude] = [180 - (x * 360) / 1024, (y * 180) / 512 - 90];
    return [(longitude + 360) % 360, x > 700 ? -latitude : latitude];
  };
  const found = graticuleOf(
    mapOf(sky),
    { ...DECIMAL, signed: true },
    { ...whole(512), area: { x: 0, y: 0, width: 1024, height: 512 } },
  );
  expect(linesOf(found, "longitude").map(({ label }) => label)).toContain("−90°");
  expect(linesOf(found, "longitude").every(({ runs }) => runs.length === 1)).toBe(true);
  for (const { value, runs } of linesOf(found, "latitude")) {
    // The line at 0° may be joined at the jump, and those of the poles are on the edge of one half.
    expect(runs.length, String(value)).toBeGreaterThanOrEqual(value % 90 === 0 ? 1 : 2);
    for (const run of runs.filter(() => value !== 0)) {
      const xs = [...run].filter((_, i) => i % 2 === 0);
      expect(xs.every((x) => x <= 701) || xs.every((x) => x >= 700)).toBe(true);
    }
  }
});

test("a line has the vertices that its curve needs", () => {
  const turned = graticuleOf(mapOf(gnomonic(10, 0, 1e-4, 33)), HOURS, whole(1024));
  for (const { runs, label } of turned.lines) {
    expect(Math.max(...runs.map((run) => run.length / 2)), label).toBeLessThan(5);
  }
  const ring = Float64Array.from({ length: 722 }, (_, i) => {
    const angle = Math.floor(i / 2) * DEGREE;
    return 100 * (i % 2 === 0 ? Math.cos(angle) : Math.sin(angle));
  });
  const thin = simplified(ring, 0.1);
  expect(thin.length / 2).toBeLessThan(120);
  expect([thin[0], thin[1], thin.at(-2)]).toEqual([100, 0, 100]);
  // The middles of its sides are nearer to the centre, by no more than the tolerance.
  for (let i = 0; i + 3 < thin.length; i += 2) {
    const [x = 0, y = 0, nextX = 0, nextY = 0] = thin.subarray(i, i + 4);
    expect(Math.hypot(x + nextX, y + nextY) / 2).toBeGreaterThan(99.85);
  }
});

describe("steps", () => {
  test.each([
    ["hours", 90, "01h"],
    ["hours", 1, "00h00m30s"],
    ["hours", 0.02, "00h00m01s"],
    ["hours", 1e-4, "00h00m00.005s"],
    ["degrees", 3, "30′"],
    ["decimal", 3, "0.5°"],
    ["decimal", 100, "15°"],
  ] as const)("of %s over %d degrees are round", (notation, range, label) => {
    const step = stepFor(notation, range, 8);
    expect(step && labelOf(step, 1, false)).toContain(label);
    expect(step && range / step.degrees).toBeLessThanOrEqual(8);
  });

  test("labels carry their sign and all fields", () => {
    const second = stepFor("degrees", 4 / 3600, 8);
    expect(second && labelOf(second, -7, true)).toBe("−00°00′03.5″");
    const minute = stepFor("degrees", 6 / 60, 8);
    expect(minute && labelOf(minute, 61, true)).toBe("+01°01′");
    expect(minute && labelOf(minute, 0, true)).toBe("00°00′");
    const tenth = stepFor("decimal", 0.7, 8);
    expect(tenth && labelOf(tenth, -123, true)).toBe("−12.3°");
  });
});
