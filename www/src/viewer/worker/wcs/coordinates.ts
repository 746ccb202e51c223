/** The WCS of the open file: found, compiled once each, and evaluated over sections of arrays. */
import type { AsdfFile } from "asdf-wasm";
import type { Graduation, Graticule, GraticuleRequest } from "../../protocol/graticule.ts";
import { noticeOf } from "../../protocol/notices.ts";
import type { SkyFrame, WcsAnswer, WcsAt, WcsChoice } from "../../protocol/wcs.ts";
import { graticuleOf } from "../graticule/graticule.ts";
import type { Nodes } from "../tree/nodes.ts";
import { textOf } from "../tree/values.ts";
import { wcsFor } from "./belonging.ts";
import { StageWcs } from "./stage.ts";
import { type Wcs, wcsOf, wcsPaths } from "./wcs.ts";

export class Coordinates {
  readonly #file: AsdfFile;
  readonly #nodes: Nodes;
  readonly #compiled = new Map<string, Promise<Wcs>>();
  /** The one evaluated last. */
  #stage: { readonly key: string; readonly wcs: StageWcs } | undefined;

  constructor(file: AsdfFile, nodes: Nodes) {
    this.#file = file;
    this.#nodes = nodes;
  }

  /** Those that may belong to an array. */
  beside(id: number): WcsChoice[] {
    const array = this.#nodes.array(id);
    return array.ndim === 0 ? [] : wcsFor(this.#file, array, this.#nodes.path(id), wcsPaths(this.#file));
  }

  async describe(at: WcsAt): Promise<WcsAnswer> {
    try {
      const stage = await this.#over(at);
      const { frames } = await this.#wcs(at.path);
      const { axes, sky, boundingBox, invertible } = stage;
      return {
        facts: { path: at.path, name: this.#name(at.path), frames, axes, sky, boundingBox, invertible },
      };
    } catch (cause) {
      return { problem: noticeOf(cause, "warning") };
    }
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
    if (this.#stage?.key !== key) {
      const { shape } = this.#nodes.array(node);
      this.#stage = { key, wcs: new StageWcs(wcs, section, shape) };
    }
    return this.#stage.wcs;
  }

  #wcs(path: string): Promise<Wcs> {
    const known = this.#compiled.get(path);
    if (known) {
      return known;
    }
    const compiling = wcsOf(this.#file, path);
    this.#compiled.set(path, compiling);
    // A failure may be that of a request: the next call tries again.
    compiling.catch(() => this.#compiled.delete(path));
    return compiling;
  }

  #name(path: string): string {
    const name = this.#file.get(`${path}/name`);
    return name === undefined ? "" : textOf(name);
  }
}
