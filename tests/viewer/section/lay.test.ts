/** Axes are laid along the stage only if the array has them: a control may still belong to the array that was shown before. */

import { SectionModel } from "@asdf-wasm/www/viewer/state/section.ts";
import { expect, test } from "vitest";

test("an axis is laid along a direction that the section has, and otherwise nothing changes", () => {
  const section = new SectionModel();
  section.start([5, 50, 60]);
  section.lay(1, 0);
  expect(section.current.value.axes).toEqual([1, 0]);

  section.start([7]);
  section.lay(1, 0);
  section.lay(0, 2);
  expect(section.current.value).toEqual({ axes: [0], index: [0] });
});
