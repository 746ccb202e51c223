/** Coordinates of arrays of a file: of its WCS, and of arrays beside them. */

import { isMoment } from "@asdf-wasm/science/compute/reductions";
import type { Section } from "@asdf-wasm/science/sections/section";
import type { AsdfFile } from "asdf-wasm";
import type { LineRequest } from "../protocol/lines.ts";
import type { Arrays } from "./arrays.ts";
import type { Nodes } from "./tree/nodes.ts";
import { coordinateAmong } from "./tree/siblings.ts";
import { Coordinates } from "./wcs/coordinates.ts";

export class World {
  readonly coordinates: Coordinates;
  readonly #nodes: Nodes;
  readonly #arrays: Arrays;

  constructor(file: AsdfFile, nodes: Nodes, arrays: Arrays) {
    this.coordinates = new Coordinates(file, nodes);
    this.#nodes = nodes;
    this.#arrays = arrays;
  }

  /** The world coordinate along a line, for one WCS. */
  async along(
    { node, axis, at, wcs }: Pick<LineRequest, "node" | "axis" | "at" | "wcs">,
    indices: Float64Array,
  ) {
    const section = { axes: [axis], index: at };
    const place = { node: this.#arrays.stageNode(node), path: wcs ?? "", section };
    return wcs === undefined ? undefined : this.coordinates.alongAxis(place, axis, indices);
  }

  /** The coordinate along an axis in an array of one axis beside another array. */
  async beside(node: number, axis: number, signal?: AbortSignal) {
    const nodes = this.#nodes;
    const { shape } = nodes.array(node);
    const sibling = coordinateAmong(nodes.arraysBeside(node), shape[axis] ?? 0);
    const read = sibling && (await nodes.array(sibling.id).read([], { ...(signal && { signal }) }));
    return sibling && read && !read.fields
      ? {
          name: sibling.key,
          unit: sibling.array.unit ?? "",
          values: Float64Array.from<unknown>(read.data, Number),
        }
      : undefined;
  }

  /** The section with the coordinate along its collapsed axis, if that is needed and there is one: of the WCS, or in an array beside. */
  async withCoordinate(shown: number, section: Section): Promise<Section> {
    const { collapse } = section;
    const node = this.#arrays.stageNode(shown);
    if (!collapse || !isMoment(collapse.by) || collapse.along) {
      return section;
    }
    const { axis } = collapse;
    const path = this.coordinates.beside(node).find(({ isBest }) => isBest)?.path;
    const indices = Float64Array.from({ length: this.#nodes.array(node).shape[axis] ?? 0 }, (_, i) => i);
    // Without coordinates, moments are over the numbers of the planes, and said to be.
    const inWorld =
      path === undefined
        ? undefined
        : await this.coordinates.alongAxis({ node, path, section }, axis, indices).catch(() => undefined);
    return { ...section, collapse: { ...collapse, along: inWorld ?? (await this.beside(node, axis)) } };
  }
}
