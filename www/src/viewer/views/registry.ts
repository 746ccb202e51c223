/**
 * The views: which nodes each suits, and where its component is loaded from when first shown. The first view that
 * suits a node is the default; the others are offered as tabs.
 */

import { isFlags, isTable } from "@asdf-wasm/science/tree/kinds";
import type { ComponentType } from "preact";
import type { TreeNode } from "../protocol/facts.ts";
import type { View, ViewProps } from "../state/view.ts";
import { Loaded } from "../ui/loaded.ts";

/** What most files show. */
export const imageModule = new Loaded(() => import("./image/ImageView.tsx"));
const IMAGE = {
  load: () => imageModule.load(),
  component: () => imageModule.now?.ImageView,
  begin: (...shown) => imageModule.now?.beginImage(...shown),
} satisfies Partial<View>;
const TABLE = loading(async () => (await import("./table/TableView.tsx")).TableView);

export const VIEWS: readonly View[] = [
  {
    name: "flags",
    label: "Flags",
    suits: (facts) => isFlags(facts) && suitsImage(facts),
    ...IMAGE,
    overlay: "flags",
  },
  {
    name: "image",
    label: "Image",
    suits: suitsImage,
    ...IMAGE,
  },
  {
    name: "rgb",
    label: "RGB",
    suits: (facts, hasOthers) => suitsImage(facts) && !isFlags(facts) && (hasOthers || hasColors(facts)),
    ...IMAGE,
    unmapped: true,
    overlay: "rgb",
  },
  {
    name: "together",
    label: "Together on the sky",
    suits: (facts, hasOthers) => suitsImage(facts) && !isFlags(facts) && hasOthers,
    ...loading(async () => (await import("./together/TogetherView.tsx")).TogetherView),
  },
  {
    name: "line",
    label: "Line",
    suits: (facts) => hasNumbers(facts, 1),
    takesStandIn: true,
    ...loading(async () => (await import("./line/LineView.tsx")).LineView),
  },
  {
    name: "histogram",
    label: "Histogram",
    suits: (facts) => hasNumbers(facts, 1),
    takesStandIn: true,
    ...loading(async () => (await import("./histogram/HistogramView.tsx")).HistogramView),
  },
  {
    name: "table",
    label: "Table",
    suits: isTabular,
    ...TABLE,
  },
  {
    name: "text",
    label: "Text",
    suits: ({ array }) =>
      array === undefined || (array.shape.length === 0 && array.elements !== "records" && !array.unreadable),
    ...loading(async () => (await import("./text/TextView.tsx")).TextView),
  },
  {
    name: "values",
    label: "Values",
    suits: ({ array }) => array !== undefined && (array.elements !== "records" || array.unreadable),
    takesStandIn: true,
    ...loading(async () => (await import("./grid/GridView.tsx")).GridView),
  },
  {
    // Of what is more than a table: as the last choice.
    name: "columns",
    label: "Table",
    suits: (facts) => facts.columns === "part" && !isTabular(facts),
    ...TABLE,
  },
];

/** A view whose module has its component. */
function loading(load: () => Promise<ComponentType<ViewProps>>): Pick<View, "load" | "component"> {
  const loaded = new Loaded(load);
  return { load: () => loaded.load(), component: () => loaded.now };
}

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
