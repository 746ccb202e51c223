/** The calls that compare images: arrays to choose from, the plane of another one, and arrays computed from two. */
import { isSameShape } from "@asdf-wasm/science/elements/shapes";
import type { ArrayNode } from "../../protocol/facts.ts";
import type { CompareCalls } from "../../protocol/images/compare.ts";
import type { Answers } from "../held.ts";
import { readPlane } from "../image/image.ts";

export const compareAnswers: Answers<CompareCalls> = {
  list({ nodes }, id) {
    const own = nodes.arrayNode(id);
    const images = [...nodes.arraysOfBands(id).slice(1), ...nodes.arraysBeside(id)].filter(
      ({ array }) => array.elements === "numbers" && !array.unreadable && isImage(array.shape),
    );
    const isAlike = ({ array }: ArrayNode) => isSameShape(array.shape, own.array.shape);
    const sorted = [own, ...images.filter(isAlike), ...images.filter((image) => !isAlike(image))];
    return sorted.map((node) => ({ node, path: nodes.path(node.id) }));
  },

  plane: (file, request, ...call) => readPlane(file, request.node, request, ...call),

  limits: ({ feeds }, { node, interval }) => feeds[node]?.limits(interval, false),

  forget({ feeds }, node) {
    delete feeds[node];
  },

  async compute(file, request) {
    const { compute } = await import("../compare/compute.ts");
    return compute(file, request);
  },
};

function isImage(shape: readonly number[]): boolean {
  return shape.filter((length) => length > 1).length >= 2;
}
