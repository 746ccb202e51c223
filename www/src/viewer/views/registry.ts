/**
 * The views: what each is for, and where it is loaded from when it is first shown. Of those that suit a node the first
 * is chosen by itself, the others are offered.
 */
import type { ComponentType } from "preact";
import { isFlags } from "../protocol/isFlags.ts";
import type { TreeNode } from "../protocol/protocol.ts";
import { isTable } from "../protocol/tags.ts";
import type { Session } from "../state/session.ts";
import { lazily } from "../ui/lazily.tsx";

export interface ViewProps {
  readonly session: Session;
  /** The node that is shown. */
  readonly facts: TreeNode;
}

export interface View {
  readonly name: string;
  readonly label: string;
  readonly suits: (facts: TreeNode) => boolean;
  readonly load: () => Promise<ComponentType<ViewProps>>;
  /** Whether it has colours of its own, and none of a colour map. */
  readonly unmapped?: true;
  /** What stands beside an image over which it draws something. */
  readonly Beside?: ComponentType<ViewProps>;
}

const loadImage = () => import("./image/ImageView.tsx").then(({ ImageView }) => ImageView);

export const VIEWS: readonly View[] = [
  {
    name: "flags",
    label: "Flags",
    suits: (facts) => isFlags(facts) && suitsImage(facts),
    load: loadImage,
    Beside: lazily(() => import("./image/flags/FlagPanel.tsx").then(({ OwnFlags }) => OwnFlags)),
  },
  {
    name: "image",
    label: "Image",
    suits: suitsImage,
    load: loadImage,
  },
  {
    name: "rgb",
    label: "RGB",
    suits: (facts) => suitsImage(facts) && !isFlags(facts) && hasColors(facts),
    load: loadImage,
    unmapped: true,
    Beside: lazily(() => import("./image/rgb/RgbPanel.tsx").then(({ RgbPanel }) => RgbPanel)),
  },
  {
    name: "line",
    label: "Line",
    suits: (facts) => hasNumbers(facts, 1),
    load: () => import("./line/LineView.tsx").then(({ LineView }) => LineView),
  },
  {
    name: "histogram",
    label: "Histogram",
    suits: (facts) => hasNumbers(facts, 1),
    load: () => import("./histogram/HistogramView.tsx").then(({ HistogramView }) => HistogramView),
  },
  {
    name: "table",
    label: "Table",
    suits: ({ array, tag }) => (array ? array.elements === "records" && !array.unreadable : isTable(tag)),
    load: () => import("./table/TableView.tsx").then(({ TableView }) => TableView),
  },
  {
    name: "text",
    label: "Text",
    suits: ({ array }) =>
      array === undefined || (array.shape.length === 0 && array.elements !== "records" && !array.unreadable),
    load: () => import("./text/TextView.tsx").then(({ TextView }) => TextView),
  },
  {
    name: "values",
    label: "Values",
    suits: ({ array }) => array !== undefined && (array.elements !== "records" || array.unreadable),
    load: () => import("./grid/GridView.tsx").then(({ GridView }) => GridView),
  },
];

function suitsImage(facts: TreeNode): boolean {
  return hasNumbers(facts, 2);
}

/** Whether it has several planes, or there are others beside it. */
function hasColors({ array }: TreeNode): boolean {
  return array?.hasAlike === true || (array?.shape.filter((length) => length > 1).length ?? 0) > 2;
}

/** Whether it is an array of numbers, of so many axes at least. */
function hasNumbers({ array }: TreeNode, axes: number): boolean {
  return array?.elements === "numbers" && array.shape.length >= axes && !array.shape.includes(0);
}

/** Those that suit a node, the best first. */
export function viewsFor(facts: TreeNode): readonly View[] {
  return VIEWS.filter((view) => view.suits(facts));
}
