/**
 * One image on the plane: where its WCS puts it, the whole of it drawn small, and the parts that are looked at in more detail. Every part has
 * a mesh of its own.
 */

import type { ComplexPart } from "@asdf-wasm/science/elements/values";
import type { Levels } from "@asdf-wasm/science/mosaic/skyImage";
import type { Section } from "@asdf-wasm/science/sections/section";
import { exposureInName } from "@asdf-wasm/science/tree/exposures";
import type { SkyFrame, WcsFacts } from "@asdf-wasm/science/wcs/facts";
import { type ReadonlySignal, signal } from "@preact/signals";
import type { TreeNode } from "../../../protocol/facts.ts";
import type { Companions } from "../../../protocol/images/beside.ts";
import { problemOf } from "../../../protocol/notices.ts";
import type { PlaneLimits } from "../../../protocol/plane.ts";
import { type SkyPlace, skyOf } from "../../../state/sky/skyMap.ts";
import { commonFrame, placeOf } from "../../../state/skyPlace.ts";
import type { Neighbour, ViewHost } from "../../../state/view.ts";
import type { Rect } from "../../image/camera/camera.ts";
import { CELLS, type Mesh, meshOf, type ToSky } from "./mesh.ts";
import { signed } from "./positions.ts";

/** The greatest side of a whole image, and that of a part, in texels. */
export const SIDE = 512;

/** An image of an open file. */
export interface LayerSource {
  /** Unique among the files, and of this image. */
  readonly key: string;
  readonly name: ReadonlySignal<string>;
  readonly host: ViewHost;
  readonly node: TreeNode;
  readonly section: Section;
  readonly part: ComplexPart;
  /** Shows its tab. */
  readonly show: () => void;
  /** As what another worker opens it; undefined for the file whose view this is. */
  readonly neighbour: Pick<Neighbour, "id" | "source"> | undefined;
}

/** Some pixels of an image: `step` × `step` in a texel. */
export interface Part {
  readonly rect: Rect;
  readonly step: number;
  readonly columns: number;
  readonly rows: number;
  readonly values: Float32Array<ArrayBuffer>;
  /** Whether texels are single pixels, and not means. */
  readonly isDecimated: boolean;
  /** The flags that any of the pixels of a texel has. */
  readonly bits?: Uint32Array<ArrayBuffer> | undefined;
  mesh: Mesh;
}

/** Where an image is. */
export interface LayerPlace extends SkyPlace {
  readonly frame: SkyFrame;
  /** The pixels inside the bounding box. */
  readonly rect: Rect;
  readonly mesh: Mesh;
  /** Arcseconds in a pixel. */
  readonly scale: number;
}

export class Layer {
  readonly source: LayerSource;
  readonly isShown = signal(true);
  /** Why it is left out. */
  readonly problem = signal("");
  readonly detector = signal("");
  /** The exposure of Roman that it is part of. */
  readonly exposure = signal<string | undefined>(undefined);
  /** The path of its array. */
  path = "";
  readonly place = signal<LayerPlace | undefined>(undefined);
  /** Whether it is too far from the centre of the plane to be drawn. */
  readonly isFar = signal(false);
  /** All of it. */
  readonly whole = signal<Part | undefined>(undefined);
  /** Limits of its own. */
  readonly limits = signal<PlaneLimits | undefined>(undefined);
  /** Its unit, factors to other units, and the level of the sky in it. */
  readonly levels = signal<Levels>({});
  /** Some of its pixels. */
  sample: Float32Array<ArrayBuffer> = new Float32Array();
  /** Flags of its pixels, if their meaning is known. */
  flags: Companions["flags"];
  /** How many pixels have each of the 32 bits. */
  counts: readonly number[] = [];
  /** How many bytes the image has, and whether a server has them. */
  cost = { bytes: 0, isRemote: false };
  /** Parts in detail by their places, least recently used first. */
  readonly parts = new Map<string, Part>();

  constructor(source: LayerSource) {
    this.source = source;
    this.exposure.value = exposureInName(source.name.peek());
  }

  /** Finds its place, among others that are in the system of `first`. */
  async locate(first: WcsFacts | undefined): Promise<void> {
    const { host, node, section } = this.source;
    try {
      const place = await placeOf({ host, node: node.id, section });
      const frame = place && commonFrame(first ?? place.facts, place.facts);
      this.problem.value = place ? refusal(place.facts, frame) : NO_WCS;
      if (place && frame !== undefined && this.problem.peek() === "") {
        const rect = insideOf(place.facts, node, section);
        const mesh = await meshOf(rect, CELLS.least, toSkyOf(place, frame));
        await this.#describe();
        this.place.value = { ...place, frame, rect, mesh, scale: place.facts.orientation?.scale ?? 1 };
      }
    } catch (cause) {
      this.problem.value = problemOf(cause);
    }
  }

  /** Longitudes and latitudes of its pixels, beyond the bounding box as well. */
  get toSky(): ToSky {
    const place = this.place.peek();
    return place ? toSkyOf(place, place.frame) : async (points) => points.map(() => Number.NaN);
  }

  /** Drops what was read. */
  forget(): void {
    this.whole.value = undefined;
    this.parts.clear();
  }

  async #describe(): Promise<void> {
    const { host, node, section } = this.source;
    const trail = await host.ask((worker) => worker.tree.trailAlong("roman/meta/instrument/detector"));
    const id = trail?.at(-1);
    this.detector.value =
      (id === undefined ? undefined : await host.ask((worker) => worker.tree.value(id))) ?? "";
    this.path = (await host.ask((worker) => worker.tree.detail(node.id)))?.path ?? "";
    const { flags } = (await host.ask((worker) => worker.beside.companions(node.id))) ?? {};
    this.flags = flags?.telescope === undefined ? undefined : flags;
    const levels = await host.ask((worker) => worker.image.levels(node.id));
    this.levels.value = levels ?? {};
    this.exposure.value ??= levels?.exposure;
    this.cost = (await host.ask((worker) => worker.image.cost({ node: node.id, section }))) ?? this.cost;
  }
}

const NO_WCS = "It has no world coordinates.";

function refusal({ sky, frames }: WcsFacts, frame: SkyFrame | undefined): string {
  if (!sky?.isOnStage) {
    return "Its world coordinates are no positions on the sky.";
  }
  const system = frames.at(-1)?.reference ?? "";
  return frame === undefined ? `Its system, ${system}, differs from the first image.` : "";
}

/** The pixels whose middles are inside the bounding box. */
function insideOf({ boundingBox }: WcsFacts, { array }: TreeNode, { axes }: Section): Rect {
  const [height = 1, width = 1] = axes.map((axis) => array?.shape[axis] ?? 1);
  const [[left, right], [low, high]] = [width, height].map((length, direction) => {
    const [least, greatest] = boundingBox[direction] ?? [0, length];
    const from = Math.min(Math.max(Math.ceil(least), 0), length - 1);
    return [from, Math.max(Math.min(Math.floor(greatest) + 1, length), from + 1)] as const;
  }) as [readonly [number, number], readonly [number, number]];
  return { x: left, y: low, width: right - left, height: high - low };
}

/** How far a point is from the middle of an image, as a part of its size: at most √½, at a corner. */
export function fromMiddle({ x, y, width, height }: Rect, atX: number, atY: number): number {
  return Math.hypot((atX - x) / width - 0.5, (atY - y) / height - 0.5);
}

/** Longitudes and latitudes of its pixels, as the plane has them. */
function toSkyOf(place: SkyPlace, frame: SkyFrame): ToSky {
  return async (points) => {
    const sky = await skyOf(place, points, frame);
    return sky ? signed({ ...place, frame }, sky) : points.map(() => Number.NaN);
  };
}
