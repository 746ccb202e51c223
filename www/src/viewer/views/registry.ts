/**
 * The views: which nodes each suits, and where its component is loaded from when first shown. The first view that
 * suits a node is the default; the others are offered as tabs.
 */

import { isFlags, isTable } from "@asdf-wasm/science/tree/kinds";
import type { TreeNode } from "../protocol/facts.ts";
import type { View } from "../state/view.ts";

const loadImage = () => import("./image/ImageView.tsx").then(({ ImageView }) => ImageView);
const loadTable = () => import("./table/TableView.tsx").then(({ TableView }) => TableView);

export const VIEWS: readonly View[] = [
  {
    name: "flags",
    label: "Flags",
    suits: (facts) => isFlags(facts) && suitsImage(facts),
    standIn: "found",
    load: loadImage,
    overlay: "flags",
  },
  {
    name: "image",
    label: "Image",
    suits: suitsImage,
    standIn: "found",
    load: loadImage,
  },
  {
    name: "rgb",
    label: "RGB",
    suits: (facts, hasOthers) => suitsImage(facts) && !isFlags(facts) && (hasOthers || hasColors(facts)),
    load: loadImage,
    unmapped: true,
    overlay: "rgb",
  },
  {
    name: "together",
    label: "Together on the sky",
    suits: (facts, hasOthers) => suitsImage(facts) && !isFlags(facts) && hasOthers,
    load: () => import("./together/TogetherView.tsx").then(({ TogetherView }) => TogetherView),
  },
  {
    name: "line",
    label: "Line",
    suits: (facts) => hasNumbers(facts, 1),
    standIn: "given",
    load: () => import("./line/LineView.tsx").then(({ LineView }) => LineView),
  },
  {
    name: "histogram",
    label: "Histogram",
    suits: (facts) => hasNumbers(facts, 1),
    standIn: "given",
    load: () => import("./histogram/HistogramView.tsx").then(({ HistogramView }) => HistogramView),
  },
  {
    name: "table",
    label: "Table",
    suits: isTabular,
    load: loadTable,
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
    standIn: "given",
    load: () => import("./grid/GridView.tsx").then(({ GridView }) => GridView),
  },
  {
    // Of what is more than a table: as the last choice.
    name: "columns",
    label: "Table",
    suits: (facts) => facts.columns === "part" && !isTabular(facts),
    load: loadTable,
  },
];

function isTabular({ array, tag, columns }: TreeNode): boolean {
  return array ? array.elements === "records" && !array.unreadable : isTable(tag) || columns === "whole";
}

function suitsImage(facts: TreeNode): boolean {
  return hasNumbers(facts, 2);
}

/** Whether it has several planes, or siblings of the same shape. */
function hasColors({ array }: TreeNode): boolean {
  return array?.hasAlike === true || (array?.shape.filter((length) => length > 1).length ?? 0) > 2;
}

/** Whether it is an array of numbers with at least this many axes. */
function hasNumbers({ array }: TreeNode, axes: number): boolean {
  return array?.elements === "numbers" && array.shape.length >= axes && !array.shape.includes(0);
}
