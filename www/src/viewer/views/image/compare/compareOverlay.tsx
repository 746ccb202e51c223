/** The other image of a comparison as an overlay of the image. */
import { effect } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import type { TreeNode } from "../../../protocol/facts.ts";
import type { ViewHost } from "../../../state/view.ts";
import { type Command, useCommands } from "../../../ui/commands.ts";
import { lazily } from "../../../ui/lazily.tsx";
import { ImageModel } from "../model/imageModel.ts";
import type { DrawProps, Overlay } from "../overlay.ts";
import { CompareBar, CompareBeside, CompareOver, Cross, fromOf } from "./CompareOver.tsx";
import { CompareModel } from "./compareModel.ts";
import { keepOnSky } from "./skyMatch.ts";
import { useMatchedTabs } from "./tabs.ts";

const KEYS: readonly Command<CompareModel>[] = [
  {
    label: "Compare: show the other image, blink",
    keys: ["t", "T"],
    when: ({ isDrawn }) => isDrawn.value,
    run: (compare, { key }) => {
      if (key === "t") {
        compare.turn();
      } else {
        compare.playing.value = !compare.playing.peek();
      }
    },
  },
];

export const compareOverlay: Overlay = {
  name: "compare",
  model: CompareModel,
  Under,
  Above,
  Second,
  keys: KEYS,
  panel: {
    label: "Compare",
    title: "Blink, side by side, difference",
    Panel: lazily(() => import("./ComparePanel.tsx").then(({ ComparePanel }) => ComparePanel)),
  },
};

function Under(props: DrawProps) {
  useComparison(props.host, props.stage, props.pixels);
  return placeOf(props) === "over" ? <CompareOver {...props} /> : null;
}

function Above(props: DrawProps) {
  const { host, view } = props;
  const isCompared = host.model(CompareModel).chosen.value !== undefined && !view.unmapped;
  return (
    <>
      {placeOf(props) === "beside" && <Cross image={host.model(ImageModel)} />}
      {isCompared && <CompareBar {...props} />}
    </>
  );
}

function Second(props: Parameters<typeof CompareBeside>[0]) {
  return placeOf(props) === "beside" ? <CompareBeside {...props} /> : null;
}

/** Where the other image is drawn; nowhere where the view has colours of its own. */
function placeOf({ host, view }: DrawProps): "over" | "beside" | undefined {
  const { isDrawn, way } = host.model(CompareModel);
  return isDrawn.value && !view.unmapped ? (way.value === "side" ? "beside" : "over") : undefined;
}

/** What a comparison needs whatever the way: the choices, the computed array, the other plane and its limits. */
function useComparison(host: ViewHost, stage: TreeNode, pixels: RefObject<HTMLElement | null>): void {
  const compare = host.model(CompareModel);
  const image = host.model(ImageModel);
  const isOn = compare.chosen.value !== undefined;
  const choice = compare.choice.value;
  const way = compare.way.value;
  const section = host.section.current.value;
  const part = host.part.value;
  const interval = image.display.automatic.value;
  const filter = image.filter.value;
  const bySky = compare.bySky.value;
  const isDrawn = compare.isDrawn.value;

  useMatchedTabs(host);

  useEffect(() => {
    compare.stage.value = stage;
    if (isOn) {
      void compare.find(stage);
    }
  }, [compare, stage, isOn]);

  useEffect(() => effect(() => compare.findNamed()), [compare]);

  // Not given up with the image: lines, histograms and values show what is computed, too.
  const sampling = compare.sampling.value;
  useEffect(() => compare.compute(stage, choice, way), [compare, stage, choice?.key, way, sampling]);

  const shown = choice && isDrawn ? compare.sectionOf(choice, stage, section) : undefined;
  useEffect(() => {
    if (choice && shown) {
      const request = { host: choice.host, node: choice.node.id, section: shown, part, filter };
      void compare.other.show(request, image.display.automatic.peek());
      return bySky ? keepOnSky(host, compare.other, request) : undefined;
    }
    return undefined;
  }, [compare, choice?.key, choice?.node.id, shown, part, filter, bySky]);

  useEffect(() => {
    void compare.other.findLimits(interval);
  }, [compare, interval]);

  useEffect(
    () =>
      effect(() => {
        const isElsewhere = compare.isDrawn.value && compare.choice.value?.file !== undefined;
        image.coveredFrom.value = isElsewhere ? fromOf(compare) : undefined;
      }),
    [compare, image],
  );

  // The images take turns.
  const isBlinking = isDrawn && way === "blink" && compare.playing.value;
  const rate = compare.rate.value;
  useEffect(() => {
    if (!isBlinking) {
      return;
    }
    const timer = setInterval(() => {
      compare.isOther.value = !compare.isOther.peek();
    }, 1000 / rate);
    return () => clearInterval(timer);
  }, [compare, isBlinking, rate]);

  useCommands(pixels, KEYS, compare);
}
