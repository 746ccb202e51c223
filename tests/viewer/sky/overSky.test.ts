/** What is drawn over an image of the sky: directions, the scale bar, labels, and when new lines are requested. */

import type { GraticuleLine } from "@asdf-wasm/science/graticule/request";
import { type Camera, toScreen } from "@asdf-wasm/www/viewer/views/image/camera/camera.ts";
import {
  bearing,
  directions,
  northUp,
  onScreen,
  scaleAcross,
} from "@asdf-wasm/www/viewer/views/image/graticule/directions.ts";
import { placeLabels } from "@asdf-wasm/www/viewer/views/image/graticule/labels.ts";
import { marksOf } from "@asdf-wasm/www/viewer/views/image/graticule/marks.ts";
import { graduationFor, requestFor, steady } from "@asdf-wasm/www/viewer/views/image/graticule/request.ts";
import { scaleBar } from "@asdf-wasm/www/viewer/views/image/graticule/scaleBar.ts";
import { describe, expect, test } from "vitest";

const DEGREE = Math.PI / 180;
const CAMERA: Camera = { x: 50, y: 50, zoom: 2, angle: 0, mirrored: false };
const IMAGE = { width: 100, height: 100 };
const SCREEN = { width: 800, height: 600 };

/** North at an angle clockwise from the y axis, east to the left of it or, in a mirror image, to its right. */
function localOf(angle: number, isMirrored: boolean, scale = 0.1) {
  const [cos, sin] = [scale * Math.cos(angle * DEGREE), scale * Math.sin(angle * DEGREE)];
  const sign = isMirrored ? 1 : -1;
  return { north: { x: sin, y: cos }, east: { x: sign * cos, y: -sign * sin } };
}

describe.each([0, 30, 90, 135, 180, 271, 359])("with north at %d°", (angle) => {
  test.each([false, true])("mirrored: %s, north goes up and east to the left", (isMirrored) => {
    const found = directions(localOf(angle, isMirrored));
    expect(found).toBeDefined();
    if (found) {
      expect(bearing(onScreen(found, CAMERA).north)).toBe(angle);
      const seen = onScreen(found, { ...CAMERA, ...northUp(found) });
      expect(seen.north.x).toBeCloseTo(0);
      expect(seen.north.y).toBeCloseTo(-1);
      expect(seen.east.x).toBeCloseTo(-1);
      expect(seen.east.y).toBeCloseTo(0);
    }
  });
});

test("a view at a right angle is exactly at it", () => {
  const found = directions(localOf(90 + 1e-9, false));
  expect(found && northUp(found)).toEqual({ angle: 270, mirrored: false });
});

test("the scale of the view follows zoom and rotation", () => {
  const skewed = { east: { x: -0.2, y: 0 }, north: { x: 0, y: 0.1 } };
  expect(scaleAcross(skewed, CAMERA)).toBeCloseTo(0.1);
  expect(scaleAcross(skewed, { ...CAMERA, angle: 90 })).toBeCloseTo(0.05);
  expect(directions({ east: { x: 0, y: 0 }, north: { x: 0, y: 1 } })).toBeUndefined();
});

test.each([
  [0.11, 130, "10″", 90.9],
  [0.00011, 130, "10 mas", 90.9],
  [1e-8, 130, "1 µas", 100],
  [30, 130, "1°", 120],
  [5, 100, "5′", 60],
  [1, 100, "1′", 60],
  [3600, 100, "90°", 90],
])("at %d″ a pixel, %d pixels have a bar of %s", (scale, room, label, length) => {
  const bar = scaleBar(scale, room);
  expect(bar?.label).toBe(label);
  expect(bar?.length).toBeCloseTo(length, 1);
});

test("the marks are inside of the screen, and without a compass where it would fill it", () => {
  for (const [screen, arrows] of [
    [SCREEN, ["N", "E"]],
    [{ width: 300, height: 150 }, []],
  ] as const) {
    const marks = marksOf(localOf(40, false), CAMERA, screen, 1);
    expect(marks.arrows.map(({ name }) => name)).toEqual(arrows);
    for (const { x, y, width, height } of marks.rooms) {
      expect(Math.min(x, y, screen.width - x - width, screen.height - y - height)).toBeGreaterThanOrEqual(0);
    }
  }
});

describe("labels", () => {
  const place = (x: number, y: number) => toScreen(CAMERA, SCREEN, { x, y });
  const line = (axis: GraticuleLine["axis"], label: string, ...points: readonly number[]): GraticuleLine => {
    return { axis, label, value: 0, runs: [Float64Array.from(points)] };
  };

  test("meridians are labelled below, parallels on the left, where they leave the screen", () => {
    const lines = [line("longitude", "10h", 60, -500, 60, 500), line("latitude", "+5°", -500, 20, 500, 20)];
    const [meridian, parallel] = placeLabels(lines, place, { screen: SCREEN, image: IMAGE, taken: [] });
    expect(meridian?.anchor).toEqual({ x: 420, y: 600 });
    expect(parallel?.anchor).toEqual({ x: 0, y: 360 });
    expect(parallel?.at.y).toBeLessThan(360);
  });

  test("they move to the other end where something is in the way, and never overlap", () => {
    const lines = [line("longitude", "10h", 60, -500, 60, 500)];
    const [moved] = placeLabels(lines, place, {
      screen: SCREEN,
      image: IMAGE,
      taken: [{ x: 400, y: 550, width: 100, height: 50 }],
    });
    expect(moved?.anchor).toEqual({ x: 420, y: 0 });
    const many = Array.from({ length: 30 }, (_, i) => line("longitude", "10h20m", 40 + i, -500, 40 + i, 500));
    const labels = placeLabels(many, place, { screen: SCREEN, image: IMAGE, taken: [] });
    expect(labels.length).toBeGreaterThan(2);
    expect(labels.length).toBeLessThan(30);
  });

  test("a closed line has one, and one out of sight has none", () => {
    const round = Array.from({ length: 37 }, (_, i) => [
      50 + 40 * Math.cos(i * 10 * DEGREE),
      50 + 40 * Math.sin(i * 10 * DEGREE),
    ]);
    const [closed] = placeLabels([line("latitude", "+89°", ...round.flat())], place, {
      screen: SCREEN,
      image: IMAGE,
      taken: [],
    });
    expect(closed?.anchor.x).toBeCloseTo(320);
    expect(
      placeLabels([line("latitude", "+1°", 900, 900, 1000, 900)], place, {
        screen: SCREEN,
        image: IMAGE,
        taken: [],
      }),
    ).toEqual([]);
  });
});

describe("requests", () => {
  const image = { width: 4000, height: 4000 };

  test("are for the view and some way around it, within the image", () => {
    const { area, cell, most, view } = requestFor({ ...CAMERA, x: 100, y: 2000 }, SCREEN, image, 1, true);
    expect(area).toEqual({ x: 0, y: 1775, width: 400, height: 450 });
    expect(cell).toBe(12);
    expect(most).toBe(7);
    expect(view[0]).toEqual({ x: -100, y: 2150 });
    expect(requestFor(CAMERA, SCREEN, image, 1, false).most).toBe(0);
  });

  test("do not change while the camera moves a little, and cover what it sees", () => {
    const centre = steady({ ...CAMERA, x: 2000, y: 2000 }, SCREEN);
    for (const [dx, dy, factor] of [
      [25, -25, 1.05],
      [-30, 10, 0.95],
    ] as const) {
      const moved = { ...centre, x: centre.x + dx, y: centre.y + dy, zoom: centre.zoom * factor };
      expect(steady(moved, SCREEN)).toEqual(centre);
      const { area } = requestFor(centre, SCREEN, image, 1, true);
      const [width, height] = [SCREEN.width / moved.zoom, SCREEN.height / moved.zoom];
      expect(area.x).toBeLessThanOrEqual(moved.x - width / 2);
      expect(area.y).toBeLessThanOrEqual(moved.y - height / 2);
      expect(area.x + area.width).toBeGreaterThanOrEqual(moved.x + width / 2);
      expect(area.y + area.height).toBeGreaterThanOrEqual(moved.y + height / 2);
    }
  });

  test("right ascensions are in hours, other longitudes in degrees", () => {
    expect(graduationFor("icrs", "galactic", false).longitude).toBe("hours");
    expect(graduationFor("own", "icrs", false).longitude).toBe("hours");
    expect(graduationFor("own", "galactic", false).longitude).toBe("degrees");
    expect(graduationFor("galactic", "icrs", false).longitude).toBe("degrees");
    expect(graduationFor("icrs", "icrs", true)).toEqual({
      longitude: "decimal",
      latitude: "decimal",
      signed: false,
    });
    expect(graduationFor("own", "heliographic_stonyhurst", false)).toEqual({
      longitude: "degrees",
      latitude: "degrees",
      signed: true,
    });
    expect(graduationFor("own", "helioprojective", false)).toEqual({
      longitude: "arcseconds",
      latitude: "arcseconds",
      signed: true,
    });
  });
});
