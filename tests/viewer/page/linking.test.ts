/** The place of what is shown, of which links, the page's history and sessions are made. */

import type { ComplexPart } from "@asdf-wasm/science/elements/values";
import type { NodeDetail, TreeNode } from "@asdf-wasm/www/viewer/protocol/facts.ts";
import { Linking, type SidePanel } from "@asdf-wasm/www/viewer/state/linking.ts";
import { Scene } from "@asdf-wasm/www/viewer/state/scene.ts";
import type { View } from "@asdf-wasm/www/viewer/state/view.ts";
import { signal } from "@preact/signals";
import { expect, test } from "vitest";

const IMAGE: View = {
  name: "image",
  label: "Image",
  suits: () => true,
  load: () => Promise.reject(new Error()),
};

function linkingOf() {
  const scene = new Scene([IMAGE], { neighbours: signal([]), waiting: signal([]) });
  const detail = signal<NodeDetail | undefined>(undefined);
  const linking = new Linking({
    ...{ scene, detail, part: signal<ComplexPart>("amplitude"), side: signal<SidePanel>("contents") },
    find: async () => undefined,
    reveal: async () => {},
    show: () => {},
    note: () => {},
  });
  const stretch = signal("linear");
  linking.models.add({
    names: ["stretch"],
    words: () => ({ stretch: stretch.value }),
    follow: () => {},
  });
  const stage = (id: number) => {
    scene.facts.value = {
      id,
      key: `${id}`,
      kind: "array",
      text: "",
      children: 0,
      tag: undefined,
    } satisfies TreeNode;
    linking.noteStage(detail.peek());
  };
  const arrive = (id: number) => {
    detail.value = { id, path: `path/${id}` } as NodeDetail;
    linking.noteStage(detail.value);
  };
  return { linking, stage, arrive, stretch };
}

test("the place before stands until the details of another node arrive", () => {
  const { linking, stage, arrive, stretch } = linkingOf();
  expect(linking.place).toBeUndefined();
  stage(1);
  arrive(1);
  expect(linking.place).toEqual({ path: "path/1", words: { stretch: "linear" } });
  stage(2);
  stretch.value = "log";
  expect(linking.place).toEqual({ path: "path/1", words: { stretch: "linear" } });
  // What is displayed is not that of the node before.
  expect(linking.display).toBeUndefined();
  arrive(2);
  expect(linking.place).toEqual({ path: "path/2", words: { stretch: "log" } });
  expect(linking.display).toEqual({ node: 2, words: { stretch: "log" } });
});

test("a node whose details never arrive has the path of the selected one, and a new file none", () => {
  const { linking, stage, arrive } = linkingOf();
  stage(1);
  arrive(1);
  stage(2);
  arrive(3);
  expect(linking.place).toEqual({ path: "path/3" });
  linking.clear();
  stage(1);
  expect(linking.place).toEqual({ path: "path/3" });
});
