/** Shapes of regions: what a point hits, how they move, and what handles, drags and clicks make of them. */

import {
  angleTo,
  areaOf,
  boundsOf,
  centreOf,
  distanceTo,
  isInside,
  lengthOf,
  movedBy,
  nearestSegment,
} from "@asdf-wasm/science/regions/geometry";
import { regionsIn, regionsWord } from "@asdf-wasm/science/regions/linkText";
import type { Position, RegionShape } from "@asdf-wasm/science/regions/region";
import { drawn, KINDS, placed } from "@asdf-wasm/www/viewer/regions/drawing.ts";
import { dragged, handlesOf } from "@asdf-wasm/www/viewer/regions/handles.ts";
import { pathOf } from "@asdf-wasm/www/viewer/regions/path.ts";
import { describe, expect, test } from "vitest";

const ELLIPSE = { kind: "ellipse", x: 10, y: 20, a: 8, b: 3, angle: 30 } as const;
const BOX = { kind: "box", x: 10, y: 20, width: 8, height: 4, angle: 0 } as const;
const TURNED = { ...BOX, angle: 90 } as const;
const CIRCLE = { kind: "circle", x: 10, y: 20, radius: 5 } as const;
const ANNULUS = { kind: "annulus", x: 10, y: 20, inner: 2, outer: 5 } as const;
const POLYGON = {
  kind: "polygon",
  points: [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
    { x: 5, y: 2 },
    { x: 0, y: 10 },
  ],
} as const;
const LINE = {
  kind: "line",
  points: [
    { x: 0, y: 0 },
    { x: 3, y: 4 },
  ],
} as const;
const POINT = { kind: "point", x: 1, y: 2 } as const;
const ALL: readonly RegionShape[] = [ELLIPSE, BOX, TURNED, CIRCLE, ANNULUS, POLYGON, LINE, POINT];
const free = { constrained: false, snap: (value: number) => value };
const held = { ...free, constrained: true };

/** Points of the outline, close to each other. */
function outlineOf(shape: RegionShape): readonly Position[] {
  return Array.from({ length: 3600 }, (_, i) => {
    const t = (i * Math.PI) / 1800;
    const angle = "angle" in shape ? (shape.angle * Math.PI) / 180 : 0;
    const [x, y] = shape.kind === "ellipse" ? [shape.a * Math.cos(t), shape.b * Math.sin(t)] : [0, 0];
    const { x: cx, y: cy } = centreOf(shape);
    return {
      x: cx + Math.cos(angle) * x - Math.sin(angle) * y,
      y: cy + Math.sin(angle) * x + Math.cos(angle) * y,
    };
  });
}

test("the distance to an ellipse is that to the nearest point of its outline", () => {
  for (const shape of [ELLIPSE, { ...ELLIPSE, a: 3, b: 8 }, { ...ELLIPSE, a: 200, b: 1 }]) {
    const outline = outlineOf(shape);
    for (const at of [
      { x: 10, y: 20 },
      { x: 12.5, y: 21 },
      { x: 30, y: 20 },
      { x: 7, y: 35 },
      { x: 17, y: 24 },
    ]) {
      const nearest = Math.min(...outline.map(({ x, y }) => Math.hypot(x - at.x, y - at.y)));
      expect(Math.abs(distanceTo(shape, at) - nearest)).toBeLessThan(0.02 * Math.max(nearest, 1));
    }
  }
});

test("distances to outlines", () => {
  expect(distanceTo(BOX, { x: 10, y: 20 })).toBe(2);
  expect(distanceTo(BOX, { x: 17, y: 26 })).toBe(5);
  expect(distanceTo(TURNED, { x: 10, y: 25 })).toBe(1);
  expect(distanceTo(CIRCLE, { x: 10, y: 21 })).toBe(4);
  expect(distanceTo(ANNULUS, { x: 11, y: 20 })).toBe(1);
  expect(distanceTo(ANNULUS, { x: 14, y: 20 })).toBe(1);
  expect(distanceTo(POLYGON, { x: 0, y: 5 })).toBe(0);
  expect(distanceTo(LINE, { x: 6, y: 8 })).toBe(5);
  expect(distanceTo(POINT, { x: 1, y: 4 })).toBe(2);
});

test("what is inside", () => {
  expect(isInside(POLYGON, { x: 5, y: 1 })).toBe(true);
  expect(isInside(POLYGON, { x: 5, y: 5 })).toBe(false);
  expect(isInside(TURNED, { x: 10, y: 23.9 })).toBe(true);
  expect(isInside(TURNED, { x: 13.9, y: 20 })).toBe(false);
  expect(isInside(ELLIPSE, { x: 16, y: 23.4 })).toBe(true);
  expect(isInside(ELLIPSE, { x: 16, y: 16.5 })).toBe(false);
  expect(isInside(ANNULUS, { x: 10, y: 20 })).toBe(true);
  expect([LINE, POINT].some((shape) => isInside(shape, centreOf(shape)))).toBe(false);
});

test("bounds, centres, areas and lengths", () => {
  expect(boundsOf(TURNED)).toEqual({ left: 8, right: 12, bottom: 16, top: 24 });
  const { left, right, bottom, top } = boundsOf(ELLIPSE);
  const outline = outlineOf(ELLIPSE);
  expect([left, right].map((x) => Math.round(1e3 * x))).toEqual(
    [Math.min, Math.max].map((least) => Math.round(1e3 * least(...outline.map(({ x }) => x)))),
  );
  expect((bottom + top) / 2).toBe(20);
  expect(centreOf(POLYGON)).toEqual({ x: 5, y: 5 });
  expect(areaOf(POLYGON)).toBe(60);
  expect(areaOf(ANNULUS)).toBeCloseTo(Math.PI * 21);
  expect(lengthOf(LINE.points, false)).toBe(5);
  expect(lengthOf(POLYGON.points.slice(0, 3), true)).toBeCloseTo(20 + Math.hypot(10, 10));
  expect(nearestSegment(POLYGON.points, { x: 1, y: 6 }, true)).toBe(4);
  expect(angleTo({ x: 0, y: 0 }, { x: 0, y: -2 })).toBe(270);
});

test("every shape moves whole", () => {
  for (const shape of ALL) {
    const moved = movedBy(shape, { x: 3, y: -4 });
    const [before, after] = [boundsOf(shape), boundsOf(moved)];
    expect(after.left - before.left).toBeCloseTo(3);
    expect(after.top - before.top).toBeCloseTo(-4);
    expect(after.right - after.left).toBeCloseTo(before.right - before.left);
  }
});

describe("handles", () => {
  test("a handle that stays where it is changes nothing", () => {
    for (const shape of ALL.filter(({ kind }) => kind !== "box")) {
      for (const handle of handlesOf(shape, 5)) {
        const same = dragged(shape, handle, handle, free);
        expect(boundsOf(same).right).toBeCloseTo(boundsOf(shape).right, handle.kind === "rotation" ? 0 : 9);
      }
    }
  });

  test("the opposite corner or edge of a box stays, and upright sides lie between pixels", () => {
    const box = { kind: "box", x: 10, y: 20, width: 9, height: 5, angle: 0 } as const;
    const corner = dragged(box, { kind: "corner", index: 2 }, { x: 20.1, y: 30.2 }, free);
    expect(boundsOf(corner)).toEqual({ left: 5.5, right: 20.5, bottom: 17.5, top: 30.5 });
    const edge = dragged(box, { kind: "edge", index: 2 }, { x: 1.2, y: 99 }, free);
    expect(boundsOf(edge)).toEqual({ left: 1.5, right: 14.5, bottom: 17.5, top: 22.5 });
    // Never inside out.
    const folded = dragged(box, { kind: "corner", index: 2 }, { x: 0, y: 0 }, free);
    expect(boundsOf(folded)).toEqual({ left: 5.5, right: 6.5, bottom: 17.5, top: 18.5 });
  });

  test("a rotated box keeps its opposite corner", () => {
    const box = { ...BOX, angle: 37 };
    const corners = handlesOf(box, 5).filter(({ kind }) => kind === "corner");
    const wide = dragged(box, { kind: "corner", index: 2 }, { x: 25, y: 40 }, free);
    const after = handlesOf(wide, 5).filter(({ kind }) => kind === "corner");
    expect(after[0]?.x).toBeCloseTo(corners[0]?.x ?? Number.NaN);
    expect(after[0]?.y).toBeCloseTo(corners[0]?.y ?? Number.NaN);
    expect(after[2]?.x).toBeCloseTo(25);
    expect(after[2]?.y).toBeCloseTo(40);
  });

  test("rotation follows the pointer, in steps of 15 degrees where it is held", () => {
    const to = { x: 10 - 8, y: 20 + 1 };
    expect(dragged(BOX, { kind: "rotation", index: 0 }, to, free)).toMatchObject({ angle: 173 });
    expect(dragged(ELLIPSE, { kind: "rotation", index: 0 }, to, held)).toMatchObject({ angle: 180 });
  });

  test("radii, and ratios that are kept", () => {
    expect(dragged(CIRCLE, { kind: "radius", index: 0 }, { x: 10, y: 12 }, free)).toMatchObject({
      radius: 8,
    });
    expect(dragged(ANNULUS, { kind: "inner", index: 0 }, { x: 10, y: 40 }, free)).toMatchObject({
      inner: 5,
      outer: 5,
    });
    const flat = { ...ELLIPSE, angle: 0 };
    expect(dragged(flat, { kind: "radius", index: 0 }, { x: 26, y: 20 }, held)).toMatchObject({
      a: 16,
      b: 6,
    });
    expect(dragged(LINE, { kind: "point", index: 1 }, { x: 10, y: 0.5 }, held)).toMatchObject({
      points: [
        { x: 0, y: 0 },
        { x: 10, y: 0 },
      ],
    });
  });
});

describe("drawing", () => {
  test("a box takes the pixels from one corner to the other, in any direction", () => {
    for (const [from, to] of [
      [
        { x: 2.3, y: 3.4 },
        { x: 5.6, y: 4.9 },
      ],
      [
        { x: 5.6, y: 4.9 },
        { x: 2.3, y: 3.4 },
      ],
    ] as const) {
      expect(boundsOf(drawn("box", from, to, free))).toEqual({
        left: 1.5,
        right: 6.5,
        bottom: 2.5,
        top: 5.5,
      });
    }
    const square = boundsOf(drawn("box", { x: 0, y: 0 }, { x: -3, y: 1 }, held));
    expect(square).toEqual({ left: -3.5, right: 0.5, bottom: -0.5, top: 3.5 });
  });

  test("round shapes are drawn from their centre", () => {
    const [from, to] = [
      { x: 5, y: 5 },
      { x: 8, y: 9 },
    ];
    expect(drawn("circle", from, to, free)).toEqual({ kind: "circle", x: 5, y: 5, radius: 5 });
    expect(drawn("annulus", from, to, free)).toMatchObject({ inner: 2.5, outer: 5 });
    expect(drawn("ellipse", from, to, free)).toMatchObject({ a: 3, b: 4 });
    expect(drawn("ellipse", from, to, held)).toMatchObject({ a: 4, b: 4 });
  });

  test("every shape has a usual size about a point, and a path", () => {
    for (const [kind] of KINDS) {
      const shape = placed(kind, { x: 50, y: 60 }, 10, Math.round);
      const { x, y } = centreOf(shape);
      expect(Math.hypot(x - 50, y - 60)).toBeLessThan(4);
      expect(pathOf(shape) === "").toBe(kind === "point");
    }
    expect(pathOf(BOX)).toBe("M6 18L14 18L14 22L6 22Z");
    expect(pathOf(CIRCLE)).toBe("M15 20A5 5 0 0 1 5 20A5 5 0 0 1 15 20Z");
  });
});

describe("words of links", () => {
  test("what is written is read again", () => {
    const regions = ALL.map((shape, i) => ({
      shape,
      name: ["", "a/b:c%", "Star ★"][i % 3] ?? "",
      color: i % 2 === 0 ? "#00ff00" : "#12ab34",
      ...(i === 3 && { excluded: true as const }),
    }));
    expect(regionsIn(regionsWord(regions))).toEqual(regions);
    expect(regionsWord(regions.slice(0, 1))).toBe("ellipse@10,20,8,3,30");
    const fine = { kind: "circle", x: 0.1 + 0.2, y: 1 / 3, radius: 2 } as const;
    expect(regionsWord([{ shape: fine, name: "", color: "#00ff00" }])).toBe("circle@0.3,0.333333,2");
  });

  test("what makes no sense is left out", () => {
    const word =
      "circle@1,2/box@1,2,3,4/rhombus@1,2/polygon@1,2,3,4/circle@1,2,x/circle@1,2,-1/point@1,2:zz:%E0%A4%A/";
    expect(regionsIn(word)).toEqual([
      { shape: { kind: "box", x: 1, y: 2, width: 3, height: 4, angle: 0 }, name: "", color: "#00ff00" },
      { shape: { kind: "point", x: 1, y: 2 }, name: "%E0%A4%A", color: "#00ff00" },
    ]);
  });
});
