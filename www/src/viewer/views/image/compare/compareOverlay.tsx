/** The other images of a comparison as an overlay of the image. */
import { effect } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { TreeNode } from "../../../protocol/facts.ts";
import type { ViewHost } from "../../../state/view.ts";
import { type Command, useCommands } from "../../../ui/commands.ts";
import { lazily } from "../../../ui/lazily.tsx";
import { ImageModel } from "../model/imageModel.ts";
import type { DrawProps, Overlay } from "../overlay.ts";
import { CompareBar, CompareBeside, CompareOver, Cross, fromOf } from "./CompareOver.tsx";
import { type Choice, CompareModel } from "./compareModel.ts";
import { keepOnSky } from "./skyMatch.ts";
import { useMatchedTabs } from "./tabs.ts";

const KEYS: readonly Command<CompareModel>[] = [
  {
    label: "Compare: show the next image, the one before, blink",
    keys: ["t", "q", "T"],
    when: ({ isDrawn }) => isDrawn.value,
    run: (compare, { key }) => {
      if (key === "T") {
        compare.playing.value = !compare.playing.peek();
      } else {
        compare.playing.value = false;
        compare.step(key === "t" ? 1 : -1);
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
  const { host, stage, pixels } = props;
  useComparison(host, stage, pixels);
  const compare = host.model(CompareModel);
  return (
    <>
      {compare.others.value.map((choice) => (
        <Comparing key={choice.key} host={host} stage={stage} choice={choice} />
      ))}
      {placeOf(props) === "over" && <CompareOver {...props} />}
    </>
  );
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

interface ComparingProps {
  readonly host: ViewHost;
  readonly stage: TreeNode;
  readonly choice: Choice;
}

/** Draws nothing: reads the plane of another image, its limits, and where it is. */
function Comparing({ host, stage, choice }: ComparingProps) {
  const [compare, image] = [host.model(CompareModel), host.model(ImageModel)];
  const other = compare.imageOf(choice);
  const current = host.section.current.value;
  const section = useMemo(
    () => compare.sectionOf(choice, stage, current),
    [compare, choice.key, choice.node.id, stage, current],
  );
  const part = host.part.value;
  const filter = image.filter.value;
  const interval = image.display.automatic.value;
  const bySky = compare.bySky.value;
  useEffect(() => {
    const request = { host: choice.host, node: choice.node.id, section, part, filter };
    void other.show(request, image.display.automatic.peek());
    return bySky ? keepOnSky(host, other, request) : undefined;
  }, [other, choice.node.id, section, part, filter, bySky]);

  useEffect(() => {
    void other.findLimits(interval);
  }, [other, interval]);
  return null;
}

/** What a comparison needs whatever the way: the choices, the computed array, the turns. */
function useComparison(host: ViewHost, stage: TreeNode, pixels: RefObject<HTMLElement | null>): void {
  const compare = host.model(CompareModel);
  const image = host.model(ImageModel);
  const isOn = compare.chosen.value !== undefined;
  const choice = compare.choice.value;
  const way = compare.way.value;
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

  useEffect(
    () =>
      effect(() => {
        const others = compare.others.value.map(({ file }, i) => file !== undefined && fromOf(compare, i));
        const elsewhere = others.filter((from) => from !== false);
        image.coveredFrom.value = elsewhere.length > 0 ? Math.min(...elsewhere) : undefined;
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
      compare.step(1);
    }, 1000 / rate);
    return () => clearInterval(timer);
  }, [compare, isBlinking, rate]);

  useCommands(pixels, KEYS, compare);
}
