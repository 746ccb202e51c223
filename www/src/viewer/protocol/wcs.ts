/** World coordinates of an array on the stage: which WCS belong to it, and what one says. */
import type { Graduation, Graticule, GraticuleRequest } from "@asdf-wasm/science/graticule/request";
import type { Section } from "@asdf-wasm/science/sections/section";
import type { AxisWorld, SkyFrame, WcsFacts } from "@asdf-wasm/science/wcs/facts";
import type { Notice } from "./facts.ts";

/** A WCS that may belong to an array. */
export interface WcsChoice {
  readonly path: string;
  /** Whether it is the one to use unless another is chosen. */
  readonly isBest: boolean;
}

/** A WCS over a section of an array. */
export interface WcsAt {
  readonly node: number;
  readonly path: string;
  readonly section: Section;
}

/** Points of a section, and the system of positions on the sky. */
export interface WcsPoints {
  readonly at: WcsAt;
  readonly points: Float64Array;
  readonly frame: SkyFrame;
}

/** The answer for one WCS: what it says, and what of it is left out; or why it cannot be evaluated. */
export interface WcsAnswer {
  readonly facts?: WcsFacts;
  readonly problem?: Notice;
}

export interface WcsCalls {
  /** The WCS that may belong to an array, the likeliest first. Loads and compiles nothing. */
  beside(node: number): Promise<readonly WcsChoice[]>;
  /** What a WCS says of a section; compiles it if that is necessary. */
  describe(at: WcsAt): Promise<WcsAnswer>;
  /** The coordinate that changes along an axis of the array, other than those on the sky, if there is one. */
  along(request: {
    readonly at: WcsAt;
    readonly axis: number;
    readonly indices: Float64Array;
  }): Promise<AxisWorld | undefined>;
  /** All world coordinates at points of a section, point by point; those on the sky in degrees of a system. */
  toWorld(request: WcsPoints): Promise<Float64Array>;
  /** Positions on the sky at points of a section. */
  toSky(request: WcsPoints): Promise<Float64Array>;
  /** Points of a section at positions on the sky. */
  toPixels(request: {
    readonly at: WcsAt;
    readonly positions: Float64Array;
    readonly frame: SkyFrame;
  }): Promise<Float64Array>;
  /** Positions on the sky, in degrees, in another system; undefined if they cannot be converted. */
  convert(request: {
    readonly positions: Float64Array;
    readonly from: string;
    readonly to: string;
  }): Promise<Float64Array | undefined>;
  /** Meridians and parallels of a system over part of a section. */
  graticule(request: {
    readonly at: WcsAt;
    readonly frame: SkyFrame;
    readonly graduation: Graduation;
    readonly request: GraticuleRequest;
  }): Promise<Graticule>;
}
