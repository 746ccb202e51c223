/** The value of the other image where the first one is read out. */

import { withUnit } from "@asdf-wasm/science/format/format";
import { useEffect, useMemo } from "preact/hooks";
import type { TreeNode } from "../../../protocol/facts.ts";
import type { ViewHost } from "../../../state/view.ts";
import { pixelAt, toImage, toScreen } from "../camera/camera.ts";
import { ImageModel } from "../model/imageModel.ts";
import { BesideModel } from "../readout/companions.ts";
import { isRead, wordOf } from "../readout/found.ts";
import { otherValue } from "../readout/line.ts";
import { type Choice, CompareModel } from "./compareModel.ts";
import type { OtherImage } from "./other.ts";

interface ItsValueProps {
  readonly host: ViewHost;
  /** The array on the stage. */
  readonly facts: TreeNode;
  readonly choice: Choice;
}

export function ItsValue({ host, facts, choice }: ItsValueProps) {
  const compare = host.model(CompareModel);
  const other = compare.imageOf(choice);
  const at = useItsPixel(host, other);
  const shown = host.section.current.value;
  const section = useMemo(() => compare.sectionOf(choice, facts, shown), [choice, facts, shown]);
  const size = other.plane.value?.whole;
  const beside = choice.host.model(BesideModel);
  const { node } = choice;
  const { x, y } = at ?? {};
  useEffect(
    () =>
      size && x !== undefined && y !== undefined
        ? beside.want({ nodes: [node.id], section, x, y, asked: true }, size)
        : undefined,
    [beside, node, section, size, x, y],
  );
  const found = at && beside.at(node.id, section, at.x, at.y);
  const { key, array } = node;
  return (
    <output class="compare-value number" aria-label="Value of the other image" aria-live="off">
      {at && isRead(found)
        ? withUnit(otherValue(key, undefined, found, at.x, at.y).text, array.unit)
        : wordOf(found)}
    </output>
  );
}

/** The pixel of the other image that is where the first one is read out. */
function useItsPixel(
  host: ViewHost,
  other: OtherImage,
): { readonly x: number; readonly y: number } | undefined {
  const { viewpoint, readout } = host.model(ImageModel);
  const at = readout.value;
  const screen = viewpoint.screen.value;
  const camera = viewpoint.camera.value;
  const size = other.plane.value?.whole;
  if (!at || !size) {
    return undefined;
  }
  const place = toScreen(camera, screen, { x: at.x + 0.5, y: at.y + 0.5 });
  return pixelAt(toImage(other.camera.value ?? camera, screen, place), size);
}
