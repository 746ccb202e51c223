/** The calls that compare images: arrays to choose from, the plane of another one, and arrays computed from two. */
import { isSameShape } from "@asdf-wasm/science/elements/shapes";
import { cut } from "@asdf-wasm/science/format/format";
import { datatypeName } from "@asdf-wasm/science/tree/values";
import type { ArrayNode } from "../../protocol/facts.ts";
import type { CompareCalls } from "../../protocol/images/compare.ts";
import type { Answers } from "../held.ts";
import { readPlane } from "../image/image.ts";

const SIGNS = { difference: "−", ratio: "÷" } as const;

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

  plane: (file, ...call) => readPlane(file, "other", ...call),

  limits: ({ feeds }, interval) => feeds.other?.limits(interval, false),

  async compute(file, { computation, one, other }) {
    const { nodes, arrays } = file;
    const isOwn = typeof other === "number";
    // Bands are told apart by their maps: all of them may be called `data`.
    const bands = new Map(nodes.arraysOfBands(one).map((band) => [band.id, band.key]));
    const nameOf = (id: number) => bands.get(id) ?? nodes.arrayNode(id).key;
    const key = `${nameOf(one)} ${SIGNS[computation]} ${isOwn ? nameOf(other) : cut(other.name)}`;
    const from = isOwn ? `${computation} ${one} ${other}` : undefined;
    const known = from === undefined ? undefined : arrays.computedFrom(from);
    if (known) {
      return known;
    }
    const { computed } = await import("../compare/computed.ts");
    const [, second] = await file.anyArrayAt(other);
    const array = computed(computation, arrays.arrayAt(one)[1], second);
    const unit = nodes.unit(one);
    const unitOfOther = isOwn ? nodes.unit(other) : other.unit;
    const badges = {
      shape: array.shape,
      datatype: datatypeName(array.dtype),
      elements: "numbers" as const,
      ...(unit === unitOfOther && computation === "difference" && { unit: unit && cut(unit) }),
      hasAlike: false,
      unreadable: false,
    };
    return arrays.add({ key, kind: "array", text: "", children: 0, of: one, array: badges }, array, from);
  },
};

function isImage(shape: readonly number[]): boolean {
  return shape.filter((length) => length > 1).length >= 2;
}
