/** The kind of a node as a small icon: lines on a grid of 16, in the text's colour. */

import type { NodeKind } from "@asdf-wasm/science/tree/values";
import type { ArrayBadges, TreeNode } from "../protocol/facts.ts";

type Form = Exclude<NodeKind, "array"> | "plane" | "cube" | "line" | "table" | "unreadable";

const DRAWINGS: Record<Form, string> = {
  plane: "M2.5 2.5h11v11h-11zM2.5 6.2h11M2.5 9.8h11M6.2 2.5v11M9.8 2.5v11",
  cube: "M8 1.8l5.5 3v6.4L8 14.2l-5.5-3V4.8zM2.5 4.8L8 7.9l5.5-3.1M8 7.9v6.3",
  line: "M1.5 11.5L5 5.5l3 5.5 3-8 3.5 6.5",
  table: "M2.5 3h11v10h-11zM2.5 6.3h11M7 3v10",
  unreadable: "M8 2l6.5 11.5h-13zM8 6.5v3M8 11.4v.2",
  map: "M6 2.5c-1.6 0-1.6 1.5-1.6 3S4 8 2.5 8c1.5 0 1.9 1 1.9 2.5s0 3 1.6 3M10 2.5c1.6 0 1.6 1.5 1.6 3S12 8 13.5 8c-1.5 0-1.9 1-1.9 2.5s0 3-1.6 3",
  sequence: "M6 2.5H3.5v11H6M10 2.5h2.5v11H10",
  string: "M2.5 4.5h11M2.5 8h11M2.5 11.5h6.5",
  number: "M6.2 2.5l-1.4 11M11.2 2.5l-1.4 11M2.8 6h10.8M2.4 10h10.8",
  boolean: "M5.5 4.5h5a3.5 3.5 0 010 7h-5a3.5 3.5 0 010-7zM12 8a1.5 1.5 0 11-3 0 1.5 1.5 0 013 0z",
  null: "M13 8A5 5 0 113 8a5 5 0 0110 0zM4.5 11.5l7-7",
  time: "M13.5 8a5.5 5.5 0 11-11 0 5.5 5.5 0 0111 0zM8 4.8V8l2.2 1.6",
  bytes: "M3.5 4.5h3.2v7H3.5zM10 5.2l1.8-.7v7",
  tagged: "M2.5 2.5h5l6 6-5 5-6-6zM5.3 5.2v.2",
  reference: "M3 13V9.5A3.5 3.5 0 016.5 6H13M10 3l3 3-3 3",
  cycle: "M13 8a5 5 0 11-1.7-3.7M13.2 1.8v2.7h-2.7",
};

export function Icon({ node }: { node: TreeNode }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={DRAWINGS[node.array ? formOf(node.array) : node.kind === "array" ? "line" : node.kind]} />
    </svg>
  );
}

function formOf({ shape, elements, unreadable }: ArrayBadges): Form {
  if (unreadable) {
    return "unreadable";
  }
  if (elements === "records") {
    return "table";
  }
  return shape.length > 2 ? "cube" : shape.length === 2 ? "plane" : "line";
}
