/** The regions of a section: kept for its size, undone step by step, and in links. */

import type { NewRegion, RegionShape } from "@asdf-wasm/science/regions/region";
import { SkyRegions } from "@asdf-wasm/www/viewer/regions/skyRegions.ts";
import { RegionsModel } from "@asdf-wasm/www/viewer/state/regions.ts";
import { SectionModel } from "@asdf-wasm/www/viewer/state/section.ts";
import { WorldModel } from "@asdf-wasm/www/viewer/state/world.ts";
import { expect, test } from "vitest";

function modelOf(shape: readonly number[]) {
  const section = new SectionModel();
  section.start(shape);
  const host = { section, skyRegions: new SkyRegions(), ask: async () => undefined };
  const world = new WorldModel(host);
  const model = <M>() => world as M;
  return { section, regions: new RegionsModel({ ...host, model }) };
}

const circle = (x: number): NewRegion => ({
  shape: { kind: "circle", x, y: 2, radius: 3 },
  name: "",
  color: "#00ff00",
});
const placesOf = (regions: RegionsModel) => regions.all.value.map(({ shape }) => "x" in shape && shape.x);
const moved = (x: number): { readonly shape: RegionShape } => ({
  shape: { kind: "circle", x, y: 2, radius: 3 },
});

test("sections of one size share their regions, others have their own", () => {
  const { section, regions } = modelOf([50, 60]);
  regions.add([circle(1)]);
  expect(regions.selected.value?.shape).toMatchObject({ x: 1 });
  section.start([70, 60]);
  expect(placesOf(regions)).toEqual([]);
  regions.add([circle(2)]);
  section.start([5, 50, 60]);
  expect(placesOf(regions)).toEqual([1]);
  section.move(0, 3);
  expect(placesOf(regions)).toEqual([1]);
  section.lay(0, 0);
  expect(placesOf(regions)).toEqual([]);
  section.start([70, 60]);
  expect(placesOf(regions)).toEqual([2]);
  regions.clear();
  expect(placesOf(regions)).toEqual([]);
});

test("a gesture is undone at once; selection is no change", () => {
  const { regions } = modelOf([50, 60]);
  regions.add([circle(1), circle(2)]);
  const [first] = regions.all.value;
  const id = first?.id ?? 0;
  const drag = {};
  for (const x of [10, 11, 12]) {
    regions.change(id, moved(x), drag);
  }
  regions.select(undefined);
  regions.change(id, moved(20), drag);
  regions.remove([id]);
  expect(placesOf(regions)).toEqual([2]);
  const undone = [];
  while (regions.canUndo.value) {
    regions.undo();
    undone.push(placesOf(regions));
  }
  expect(undone).toEqual([[20, 2], [12, 2], [1, 2], []]);
  regions.redo();
  regions.redo();
  expect(placesOf(regions)).toEqual([12, 2]);
  regions.add([circle(3)]);
  expect(regions.canRedo.value).toBe(false);
});

test("the region after a removed one is selected", () => {
  const { regions } = modelOf([50, 60]);
  regions.add([circle(1), circle(2), circle(3)]);
  const [, second, third] = regions.all.value;
  regions.select(second?.id);
  regions.remove([second?.id ?? 0]);
  expect(regions.selectedId.value).toBe(third?.id);
  regions.remove([third?.id ?? 0]);
  expect(regions.selected.value?.shape).toMatchObject({ x: 1 });
});

test("links bring regions; going back in the history does not take those drawn since", () => {
  const { regions } = modelOf([50, 60]);
  const { linked } = regions;
  expect(linked.words(0)).toEqual({});
  regions.add([circle(1)]);
  const before = linked.words(0);
  expect(before).toEqual({ regions: "circle@1,2,3", region: "1" });
  regions.add([circle(2)]);
  linked.follow(before, 0);
  linked.follow({}, 0);
  expect(placesOf(regions)).toEqual([1, 2]);
  linked.follow({ regions: "circle@7,2,3/nonsense" }, 0);
  expect(placesOf(regions)).toEqual([7]);
  regions.undo();
  expect(placesOf(regions)).toEqual([1, 2]);
});

test("regions that are too many for a link are left out of it, and that is known", () => {
  const { regions } = modelOf([50, 60]);
  regions.add(Array.from({ length: 500 }, (_, i) => circle(i)));
  expect(regions.linked.words(0)).toEqual({});
  expect(regions.isUnlinked.value).toBe(true);
});

test("a section stays where it is if it is moved along an axis that its array does not have", () => {
  const { section } = modelOf([5, 50, 60]);
  section.start([50, 60]);
  section.move(2, 1);
  expect(section.current.value).toEqual({ axes: [0, 1], index: [0, 0] });
});
