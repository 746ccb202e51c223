/** The WCS of the open file: found, compiled once each, and evaluated over sections of arrays. */

import { cut } from "@asdf-wasm/science/format/format";
import { graticuleOf } from "@asdf-wasm/science/graticule/graticule";
import type { Graduation, Graticule, GraticuleRequest } from "@asdf-wasm/science/graticule/request";
import { textOf } from "@asdf-wasm/science/tree/values";
import type { AxisWorld, SkyFrame } from "@asdf-wasm/science/wcs/facts";
import { shownFrame } from "@asdf-wasm/science/wcs/shown";
import { StageWcs } from "@asdf-wasm/science/wcs/stage";
import { type AsdfFile, tagOf, type Wcs } from "asdf-wasm";
import { noticeOf } from "../../protocol/notices.ts";
import type { WcsAnswer, WcsAt, WcsChoice } from "../../protocol/wcs.ts";
import type { Nodes } from "../tree/nodes.ts";

/** The number of sections kept. */
const KEPT = 8;

export class Coordinates {
  readonly #file: AsdfFile;
  readonly #nodes: Nodes;
  readonly #compiled = new Map<string, Promise<Wcs>>();
  readonly #stages = new Map<string, StageWcs>();

  constructor(file: AsdfFile, nodes: Nodes) {
    this.#file = file;
    this.#nodes = nodes;
  }

  /** Those that may belong to an array. */
  beside(id: number): WcsChoice[] {
    return this.#file.wcsChoices(this.#nodes.array(id), this.#nodes.path(id));
  }

  async describe(at: WcsAt): Promise<WcsAnswer> {
    try {
      const stage = await this.#over(at);
      const { frames, invertible, warnings } = await this.#wcs(at.path);
      const { axes, sky, boundingBox, orientation } = stage;
      const name = cut(this.#name(at.path));
      const [first, ...others] = warnings;
      const message = [first, ...others].map((warning) => warning?.message).join("; ");
      return {
        facts: {
          ...{
            path: at.path,
            name,
            frames: frames.map(shownFrame),
            axes,
            sky,
            orientation,
            boundingBox,
            invertible,
          },
          alongAxes: await this.#alongAxes(at),
        },
        ...(first && { problem: { ...first, message, severity: "warning" as const } }),
      };
    } catch (cause) {
      return { problem: noticeOf(cause, "warning") };
    }
  }

  /** The coordinate that changes along an axis: a spectral one or a time before others. In the middle of the stage. */
  async alongAxis(at: WcsAt, axis: number, indices: Float64Array): Promise<AxisWorld | undefined> {
    const along = await this.#along(at, axis);
    const found = along?.stage.varying(along.middle);
    const described = found === undefined ? undefined : along?.stage.axes[found];
    if (!along || found === undefined || !described) {
      return undefined;
    }
    const points = Float64Array.from({ length: 2 * indices.length }, (_, i) =>
      i % 2 === 0 ? (indices[i / 2] ?? 0) : 0,
    );
    const { stage } = along;
    const world = stage.toWorld(points, "own");
    const values = Float64Array.from(indices, (_, i) => world[i * stage.axes.length + found] ?? Number.NaN);
    return { ...described, values };
  }

  /** The coordinate that each axis of a cube is; none where two axes share it. */
  async #alongAxes(at: WcsAt): Promise<(number | undefined)[]> {
    const { shape } = this.#nodes.array(at.node);
    if (shape.length < 3) {
      return [];
    }
    const found = await Promise.all(
      shape.map(async (_, axis) => {
        const along = await this.#along(at, axis);
        return along?.stage.varying(along.middle) ?? along?.stage.varyingOnSky(along.middle);
      }),
    );
    return found.map((world) => (found.filter((other) => other === world).length > 1 ? undefined : world));
  }

  /** The WCS along an axis alone, in the middle of those on the stage, and the middle of the axis. */
  async #along(at: WcsAt, axis: number): Promise<{ stage: StageWcs; middle: number } | undefined> {
    const { shape } = this.#nodes.array(at.node);
    const length = shape[axis] ?? 0;
    if (length < 2) {
      return undefined;
    }
    const { axes, index } = at.section;
    const isLine = axes.length === 1 && axes[0] === axis;
    const middle = index.map((at, other) =>
      axes.includes(other) && !isLine ? Math.floor((shape[other] ?? 1) / 2) : at,
    );
    const stage = await this.#over({ ...at, section: { axes: [axis], index: middle } });
    return { stage, middle: Math.min(Math.floor(length / 2), length - 2) };
  }

  async toWorld(at: WcsAt, points: Float64Array, frame: SkyFrame): Promise<Float64Array> {
    return (await this.#over(at)).toWorld(points, frame);
  }

  async toSky(at: WcsAt, points: Float64Array, frame: SkyFrame): Promise<Float64Array> {
    return (await this.#over(at)).toSky(points, frame);
  }

  async toPixels(at: WcsAt, positions: Float64Array, frame: SkyFrame): Promise<Float64Array> {
    return (await this.#over(at)).toPixels(positions, frame);
  }

  async graticule(
    at: WcsAt,
    frame: SkyFrame,
    graduation: Graduation,
    request: GraticuleRequest,
  ): Promise<Graticule> {
    const stage = await this.#over(at);
    return graticuleOf({ toSky: (points) => stage.toSky(points, frame) }, graduation, request);
  }

  async #over({ node, path, section }: WcsAt): Promise<StageWcs> {
    const key = JSON.stringify([node, path, section]);
    const wcs = await this.#wcs(path);
    const known =
      this.#stages.get(key) ??
      new StageWcs(wcs, section, this.#nodes.array(node).shape, this.#isOfKeywords(path));
    // The newest is last.
    this.#stages.delete(key);
    this.#stages.set(key, known);
    for (const oldest of [...this.#stages.keys()].slice(0, -KEPT)) {
      this.#stages.delete(oldest);
    }
    return known;
  }

  #wcs(path: string): Promise<Wcs> {
    const known = this.#compiled.get(path);
    if (known) {
      return known;
    }
    const compiling = this.#file.wcs(path);
    this.#compiled.set(path, compiling);
    // The failure may be a request's: the next call tries again.
    compiling.catch(() => this.#compiled.delete(path));
    return compiling;
  }

  /** Whether a WCS comes from the keywords of a header. */
  #isOfKeywords(path: string): boolean {
    const node = this.#file.get(path);
    return node === undefined || tagOf(node) === undefined;
  }

  #name(path: string): string {
    const name = this.#file.get(`${path}/name`);
    return name === undefined ? "" : textOf(name);
  }
}
