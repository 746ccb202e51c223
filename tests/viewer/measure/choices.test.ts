/** What is measured and how is a word of links, and comes back from it. */

import { SkyRegions } from "@asdf-wasm/www/viewer/regions/skyRegions.ts";
import { RegionsModel } from "@asdf-wasm/www/viewer/state/regions.ts";
import type { ViewHost, ViewModel, ViewModelClass } from "@asdf-wasm/www/viewer/state/view.ts";
import { MeasuredModel } from "@asdf-wasm/www/viewer/views/image/measured/measuredModel.ts";
import {
  type Choices,
  choicesIn,
  choicesText,
  USUAL,
} from "@asdf-wasm/www/viewer/views/image/measured/measureLink.ts";
import { describe, expect, test } from "vitest";

describe("choices in words", () => {
  test.each<readonly [string, Partial<Choices>]>([
    ["", {}],
    ["photometry,by:clipped", { ofAreas: "photometry", by: "clipped" }],
    ["line:statistics,across:5,sampling:nearest", { ofLines: "statistics", across: 5, sampling: "nearest" }],
    ["radial,background:none,centre:region", { ofAreas: "radial", background: "none", centre: "region" }],
    ["photometry,background:2", { ofAreas: "photometry", background: 1 }],
    ["flags:unusable,gap:4.5,width:12", { flagged: "unusable", gap: 4.5, width: 12 }],
    ["spectrum,pixels:sum,axis:0", { ofAreas: "spectrum", collapse: "sum", axis: 0 }],
  ])("%s", (text, choices) => {
    expect(choicesText({ ...USUAL, ...choices })).toBe(text);
    const { bins: _, ...read } = choicesIn(text);
    expect(read).toMatchObject({ ...choices, by: choices.by ?? "median" });
    expect(choicesText({ ...USUAL, ...read })).toBe(text);
  });

  test("what makes no sense is as usual", () => {
    const text =
      "size,line:areas,flags:all,background:0,gap:-1,width:0,by:mode,across:1000,axis:1.5,pixels:,:";
    expect(choicesText({ ...choicesIn(text), bins: {} })).toBe("");
    expect(choicesText({ ...choicesIn(undefined), bins: {} })).toBe("");
  });
});

/** Models of one file, as a session has them. */
function modelsOf() {
  const known = new Map<unknown, ViewModel>();
  const host = {
    skyRegions: new SkyRegions(),
    section: { lengths: { value: [100, 100] }, current: { value: { axes: [1, 0], index: [0, 0] } } },
    model: <M extends ViewModel>(kind: ViewModelClass<M>): M => {
      const model = known.get(kind) ?? new kind(host as unknown as ViewHost);
      known.set(kind, model);
      return model as M;
    },
  };
  return { measured: host.model(MeasuredModel), regions: host.model(RegionsModel) };
}

test("a link has the regions, the selected one, and how it is measured", () => {
  const shapes = [
    { kind: "circle", x: 20.123456, y: 30, radius: 5 },
    { kind: "box", x: 60, y: 60, width: 9, height: 7, angle: 0 },
  ] as const;
  const one = modelsOf();
  one.regions.add(shapes.map((shape) => ({ shape, name: "", color: "#00ff00" })));
  one.regions.select(one.regions.all.value[0]?.id);
  one.measured.shownOf(shapes[0]).value = "photometry";
  one.measured.background.value = `${one.regions.all.value[1]?.id}` as `${number}`;
  one.measured.by.value = "mean";
  one.measured.histogram.bins.value = "64";
  one.measured.histogram.log.value = false;
  const words = { ...one.regions.linked.words(0), ...one.measured.linked.words(0) };
  expect(words).toEqual({
    regions: "circle@20.123456,30,5/box@60,60,9,7",
    region: "1",
    measure: "photometry,background:2,by:mean,bins:64,counts:linear",
  });

  const other = modelsOf();
  other.regions.linked.follow(words, 0);
  other.measured.linked.follow(words, 0);
  expect(other.regions.selected.value?.shape).toEqual(shapes[0]);
  const { shape } = other.regions.selected.value ?? { shape: shapes[1] };
  expect(other.measured.shownOf(shape).value).toBe("photometry");
  expect(other.measured.backgroundOf(shape, other.regions.all.value)).toEqual({
    ...{ kind: "region", shape: shapes[1], by: "mean" },
  });
  expect(other.measured.linked.words(0)).toEqual({ measure: words["measure"] });

  expect(other.regions.linked.words(0)).toEqual(one.regions.linked.words(0));
  // Going back leaves regions and the selection; a region that is gone is no background.
  other.regions.select(other.regions.all.value[1]?.id);
  other.regions.linked.follow(words, 0);
  expect(other.regions.selected.value?.shape).toEqual(shapes[1]);
  other.measured.linked.follow({ measure: "background:7" }, 0);
  expect(other.measured.background.value).toBe("annulus");
  other.measured.linked.follow({}, 0);
  expect(other.measured.linked.words(0)).toEqual({});
});
