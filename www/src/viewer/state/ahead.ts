/**
 * While nothing is asked of a file, has the array prepared that one is likely to look at next: the one beside the shown one in the tree, on
 * the side to which one went before.
 */
import type { ComplexPart } from "@asdf-wasm/science/elements/values";
import { firstSection } from "@asdf-wasm/science/sections/section";
import { effect, type ReadonlySignal } from "@preact/signals";
import type { ArrayBadges } from "../protocol/facts.ts";
import type { PlaneRequest } from "../protocol/plane.ts";
import type { Scene } from "./scene.ts";
import type { TreeModel } from "./tree.ts";

/** How long a file rests first, in milliseconds. */
const REST = 1000;
/** Smaller arrays are there at once, and larger ones may not be read whole: numbers of elements. */
const [LEAST, MOST] = [2 ** 20, 2 ** 24];

interface AheadHost {
  readonly tree: TreeModel;
  readonly scene: Scene;
  readonly part: ReadonlySignal<ComplexPart>;
  readonly isBusy: ReadonlySignal<boolean>;
  /** Resolves to false if something else was asked meanwhile, so that it is tried again. */
  readonly prepare: (request: PlaneRequest) => Promise<boolean>;
}

/** Returns what ends it. */
export function prepareAhead({ tree, scene, part, isBusy, prepare }: AheadHost): () => void {
  let [shown, step] = [-1, 1];
  return effect(() => {
    const [facts, view] = [scene.facts.value, scene.view.value];
    if (!facts?.array || isBusy.value || (view?.name !== "image" && view?.name !== "flags")) {
      return;
    }
    const index = tree.indexOf(facts.id);
    if (index !== shown) {
      [shown, step] = [index, index < shown ? -1 : 1];
    }
    const next = index < 0 ? undefined : tree.row(index + step)?.node;
    if (!(next?.array && isLarge(next.array))) {
      return;
    }
    // The section that is shown of it at first.
    const section = firstSection(next.array.shape);
    const request = { node: next.id, section, part: part.value, interval: "minmax" } as const;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      timer = setTimeout(async () => {
        if (!(await prepare(request)) && timer !== undefined) {
          wait();
        }
      }, REST);
    };
    wait();
    return () => {
      clearTimeout(timer);
      timer = undefined;
    };
  });
}

/** Whether an array is an image whose reading takes a while. */
function isLarge({ shape, elements, unreadable, files }: ArrayBadges): boolean {
  const [rows = 0, columns = 0] = shape;
  const isImage = elements === "numbers" && shape.length === 2 && !unreadable && files === undefined;
  return isImage && rows * columns >= LEAST && rows * columns <= MOST;
}
