/**
 * The views: what each is for, and where it is loaded from when it is first shown. Of those that suit a node the first
 * is chosen by itself, the others are offered.
 */
import type { ComponentType } from "preact";
import type { TreeNode } from "../engine/protocol.ts";
import { isTable } from "../engine/tags.ts";
import type { Session } from "../session.ts";
import { isFlags } from "./flags/isFlags.ts";

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
}

export const VIEWS: readonly View[] = [
  {
    name: "flags",
    label: "Flags",
    suits: (facts) => isFlags(facts) && suitsImage(facts),
    load: () => import("./flags/FlagsView.tsx").then(({ FlagsView }) => FlagsView),
  },
  {
    name: "image",
    label: "Image",
    suits: suitsImage,
    load: () => import("./image/ImageView.tsx").then(({ ImageView }) => ImageView),
  },
  {
    name: "rgb",
    label: "RGB",
    suits: suitsImage,
    load: () => import("./rgb/RgbView.tsx").then(({ RgbView }) => RgbView),
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

/** Whether it is an array of numbers, of so many axes at least. */
function hasNumbers({ array }: TreeNode, axes: number): boolean {
  return array?.elements === "numbers" && array.shape.length >= axes && !array.shape.includes(0);
}

/** Those that suit a node, the best first. */
export function viewsFor(facts: TreeNode): readonly View[] {
  return VIEWS.filter((view) => view.suits(facts));
}
