/**
 * The view of the sky in links, by words that begin with `sky.`: those of an image, such as `sky.stretch=log`; where it looks,
 * `sky.at=270.9,-0.2,1.5` with the zoom; and by their numbers the images that are hidden, and their order.
 */

import type { Background } from "@asdf-wasm/science/mosaic/mosaic";
import { inDigits, numberIn, type Words } from "../../state/linked.ts";
import type { Overlaps } from "./sky/skyCanvas.ts";

/** A place on the sky, and how closely it is looked at. */
export interface SkySight {
  readonly sky: readonly [longitude: number, latitude: number];
  readonly zoom: number;
}

export interface SkyLink {
  readonly sight: SkySight | undefined;
  /** Numbers of images. */
  readonly off: string;
  readonly order: string;
  readonly overlaps: Overlaps;
  readonly background: Background;
  readonly ownLimits: boolean;
  readonly leavesOut: boolean;
  readonly exposure: string | undefined;
}

/** Words beside those of an image. */
export const NAMES = [
  "at",
  "off",
  "order",
  "overlaps",
  "background",
  "limits-of",
  "flags",
  "exposure",
] as const;
const OVERLAPS = ["mean", "nearest"] as const satisfies readonly Overlaps[];
const BACKGROUNDS = ["meta", "match"] as const satisfies readonly Background[];
const PREFIX = "sky.";

export function inSky(names: readonly string[]): readonly string[] {
  return names.map((name) => PREFIX + name);
}

export function prefixed(words: Words): Words {
  return Object.fromEntries(Object.entries(words).map(([name, word]) => [PREFIX + name, word]));
}

export function unprefixed(words: Words): Words {
  const own = Object.entries(words).filter(([name]) => name.startsWith(PREFIX));
  return Object.fromEntries(own.map(([name, word]) => [name.slice(PREFIX.length), word]));
}

/** The words that differ from the default. */
export function wordsOf({
  sight,
  off,
  order,
  overlaps,
  background,
  ownLimits,
  leavesOut,
  exposure = "",
}: SkyLink): Words {
  const all: Record<(typeof NAMES)[number], string> = {
    at: sight ? [...sight.sky.map((degrees) => degrees.toFixed(8)), inDigits(sight.zoom, 6)].join() : "",
    off,
    order,
    overlaps: overlaps === "order" ? "" : overlaps,
    background: background === "none" ? "" : background,
    "limits-of": ownLimits ? "each" : "",
    flags: leavesOut ? "out" : "",
    exposure,
  };
  return Object.fromEntries(Object.entries(all).filter(([, word]) => word !== ""));
}

export function linkIn(words: Words): SkyLink {
  const [longitude, latitude, zoom] = (words["at"] ?? "").split(",").map(numberIn);
  const isPlace = longitude !== undefined && latitude !== undefined && zoom !== undefined && zoom > 0;
  return {
    sight: isPlace ? { sky: [longitude, latitude], zoom } : undefined,
    off: words["off"] ?? "",
    order: words["order"] ?? "",
    overlaps: OVERLAPS.find((name) => name === words["overlaps"]) ?? "order",
    background: BACKGROUNDS.find((name) => name === words["background"]) ?? "none",
    ownLimits: words["limits-of"] === "each",
    leavesOut: words["flags"] === "out",
    exposure: words["exposure"],
  };
}

export function numbersIn(word = ""): readonly number[] {
  return word.split(",").flatMap((text) => numberIn(text) ?? []);
}
