/** The calls that compare images: arrays to choose from, the plane of another one, and arrays computed from two. */
import { isSameShape } from "../../elements/shapes.ts";
import type { ArrayNode } from "../../protocol/facts.ts";
import type { CompareCalls } from "../../protocol/images/compare.ts";
import { arrayElsewhere } from "../guests.ts";
import { otherLimits, readPlane } from "../image/image.ts";
import type { LineNodes } from "../line/lines.ts";
import { answer, arrayAt, computedIn, type OpenFile, opened, readableAt, stoppable } from "../opened.ts";
import { datatypeName } from "../tree/values.ts";

const SIGNS = { difference: "−", ratio: "÷" } as const;

export const compareCalls: CompareCalls = {
  comparable: (id) =>
    answer(async () => {
      const { nodes } = opened();
      const own = nodes.arrayNode(id);
      const images = nodes
        .arraysBeside(id)
        .filter(({ array }) => array.elements === "numbers" && !array.unreadable && isImage(array.shape));
      const isAlike = ({ array }: ArrayNode) => isSameShape(array.shape, own.array.shape);
      const sorted = [own, ...images.filter(isAlike), ...images.filter((image) => !isAlike(image))];
      return sorted.map((node) => ({ node, path: nodes.path(node.id) }));
    }),

  otherPlane: (...args) =>
    stoppable(args[0], (signal) => {
      const [path, array] = readableAt(args[1]);
      return readPlane(path, array, { costly: opened().isRemote, role: "other" }, signal, ...args);
    }),

  otherLimits: (interval) => answer(() => otherLimits(interval)),

  compute: (computation, one, other) =>
    answer(async () => {
      const { nodes } = opened();
      const all = computedIn(opened());
      const isOwn = typeof other === "number";
      const key = `${nodes.name(one)} ${SIGNS[computation]} ${isOwn ? nodes.name(other) : other.name}`;
      const known = [...all.values()].find(({ node }) => isOwn && node.key === key && node.of === one);
      if (known) {
        return known.node;
      }
      const { computed } = await import("./computed.ts");
      const second = isOwn ? arrayAt(other)[1] : await arrayElsewhere(other);
      const array = computed(computation, arrayAt(one)[1], second);
      const { unit } = nodes.arrayNode(one).array;
      const unitOfOther = isOwn ? nodes.arrayNode(other).array.unit : other.unit;
      const node: ArrayNode = {
        // Nodes of the tree count from 0.
        ...{ id: -1 - all.size, key, kind: "array", text: "", children: 0, of: one },
        array: {
          ...{ shape: array.shape, datatype: datatypeName(array.dtype), elements: "numbers" },
          ...(unit === unitOfOther && computation === "difference" && { unit }),
          ...{ hasAlike: false, unreadable: false },
        },
      };
      all.set(node.id, { node, array });
      return node;
    }),
};

/** What lines need to know of arrays, also of those that are computed. */
export function lineNodes(file: OpenFile): LineNodes {
  const { nodes } = file;
  const computed = computedIn(file);
  return {
    array: (id) => readableAt(id)[1],
    path: (id) => readableAt(id)[0],
    name: (id) => computed.get(id)?.node.key ?? nodes.name(id),
    arraysBeside: (id) => (computed.has(id) ? [] : nodes.arraysBeside(id)),
    arrayNode: (id) => computed.get(id)?.node ?? nodes.arrayNode(id),
  };
}

function isImage(shape: readonly number[]): boolean {
  return shape.filter((length) => length > 1).length >= 2;
}
