/** Images on the sky: their WCS, a system common to two of them, and how far apart the same pixels of both are. */
import { stepOnSphere } from "@asdf-wasm/science/regions/sphere";
import type { Section } from "@asdf-wasm/science/sections/section";
import type { SkyFrame, WcsFacts } from "@asdf-wasm/science/wcs/facts";
import { RegionsModel } from "./regions.ts";
import type { SkyPlace } from "./sky/skyMap.ts";
import type { ViewHost } from "./view.ts";

/** A section of an array, and whom to ask for it. */
interface ImageOnSky {
  readonly host: Pick<ViewHost, "ask">;
  readonly node: number;
  readonly section: Section;
}

/** The WCS of an image. */
export async function placeOf({ host, node, section }: ImageOnSky): Promise<SkyPlace | undefined> {
  const choices = (await host.ask((worker) => worker.wcs.beside(node))) ?? [];
  const best = choices.find(({ isBest }) => isBest)?.path;
  const at = best === undefined ? undefined : { node, path: best, section };
  const answer = at && (await host.ask((worker) => worker.wcs.describe(at)));
  return at && answer?.facts ? { host, at, facts: answer.facts } : undefined;
}

/** The WCS of an image on a stage: the one that a person may have chosen, or the likeliest. */
export async function placeOnStage(host: ViewHost, node: number): Promise<SkyPlace | undefined> {
  const chosen = host.model(RegionsModel).image.peek();
  return chosen?.at.node === node ? chosen : placeOf({ host, node, section: host.section.current.peek() });
}

/** A system into which positions of both can be converted. */
export function commonFrame(one: WcsFacts, other: WcsFacts): SkyFrame | undefined {
  const isBoth = one.sky?.isOnStage && other.sky?.isOnStage;
  const named = one.sky?.frames.find((frame) => frame !== "own" && other.sky?.frames.includes(frame));
  const [own, its] = [one, other].map(({ frames }) => frames.at(-1)?.reference);
  return isBoth ? (named ?? (own === its ? "own" : undefined)) : undefined;
}

/** In pixels of the first, the most of corners and centre. Undefined if that is not known, as without a WCS. */
export async function apart(
  one: SkyPlace,
  other: SkyPlace,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<number | undefined> {
  const frame = commonFrame(one.facts, other.facts);
  const scale = one.facts.orientation?.scale;
  if (frame === undefined || scale === undefined) {
    return undefined;
  }
  const [right, top] = [width - 1, height - 1];
  const pixels = [0, 0, right, 0, 0, top, right, top, right / 2, top / 2];
  const [sky = new Float64Array(), its = new Float64Array()] = await Promise.all(
    [one, other].map(({ host, at }) =>
      host.ask((worker) => worker.wcs.toSky({ at, points: Float64Array.from(pixels), frame })),
    ),
  );
  const steps = [0, 2, 4, 6, 8].map((i) => {
    const [longitude = Number.NaN, latitude = Number.NaN] = sky.subarray(i);
    const [itsLongitude = Number.NaN, itsLatitude = Number.NaN] = its.subarray(i);
    return Math.hypot(...stepOnSphere(longitude, latitude, itsLongitude, itsLatitude));
  });
  const known = steps.filter(Number.isFinite);
  return known.length > 0 ? (Math.max(...known) * 3600) / scale : undefined;
}
