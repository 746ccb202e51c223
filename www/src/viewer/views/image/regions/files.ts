/** Opening and saving the regions of the array on the stage as files. Loaded when a file is opened or saved. */

import { many } from "@asdf-wasm/science/format/format";
import type { Figure, FigureSystem } from "@asdf-wasm/science/regions/files/figure";
import { writeJson } from "@asdf-wasm/science/regions/files/json";
import { inPixels, onSky, toRegions } from "@asdf-wasm/science/regions/files/onSky";
import { inImage, type Physical, physicalIn, SAME } from "@asdf-wasm/science/regions/files/physical";
import { writeReg } from "@asdf-wasm/science/regions/files/writeReg";
import type { FolderFile } from "../../../protocol/facts.ts";
import { noticeOf } from "../../../protocol/notices.ts";
import type { FoundRegions } from "../../../protocol/over/figures.ts";
import type { SkyRegion } from "../../../regions/skyRegions.ts";
import { RegionsModel } from "../../../state/regions.ts";
import { skyMapOf } from "../../../state/sky/skyMap.ts";
import { fileName } from "../../../state/source.ts";
import type { ViewHost } from "../../../state/view.ts";
import { WorldModel } from "../../../state/world.ts";
import { RegionTool, type Report } from "./regionTool.ts";
import { skyKnown } from "./sky.ts";

/** Larger files are none of regions. */
const MOST_BYTES = 20_000_000;

/** Adds the regions of some files, and says in short what came of it; the panel says it in full. */
export async function openAll(host: ViewHost, files: readonly FolderFile[]): Promise<string> {
  const reports: Report[] = [];
  for (const file of files) {
    reports.push(await openRegions(host, file));
  }
  const report = {
    text: reports.map(({ text }) => text).join(", "),
    problems: reports.flatMap(({ problems }) => problems),
    more: reports.reduce((sum, { more }) => sum + more, 0),
  };
  host.model(RegionTool).report.value = report;
  return report.text;
}

/** Adds the regions of a file to those on the stage: those on the sky as regions of the sky, which other files have as well. */
async function openRegions(host: ViewHost, { path: whole, file }: FolderFile): Promise<Report> {
  const path = fileName(whole);
  if (file.size > MOST_BYTES) {
    return { text: `${path} is too large to be a file of regions`, problems: [], more: 0 };
  }
  try {
    const found = await host.request(new AbortController().signal, (worker) => worker.regions.read(file));
    const { count, kind, problems } = await addFound(host, found);
    return { text: `${many(count, "region")} from ${path}${kind}`, problems, more: found.more };
  } catch (cause) {
    return { text: `${path} holds no regions`, problems: [noticeOf(cause).message], more: 0 };
  }
}

/** Adds what was found; says how many these are, and how many of them are on the sky. */
export async function addFound(
  host: ViewHost,
  found: Pick<FoundRegions, "regions" | "figures" | "problems">,
): Promise<{ readonly count: number; readonly kind: string; readonly problems: readonly string[] }> {
  const { regions, sky, problems } = await placed(host, found);
  const model = host.model(RegionsModel);
  model.add(regions);
  model.addSky(sky);
  const kind =
    sky.length === 0 ? "" : regions.length === 0 ? ", on the sky" : `, ${sky.length} of them on the sky`;
  return { count: regions.length + sky.length, kind, problems };
}

/** The regions on the stage as a file, in pixels or on the sky. */
export async function regText(
  host: ViewHost,
  system: FigureSystem,
  write: typeof writeReg = writeReg,
): Promise<{ text: string; missing: number }> {
  const { all, image, sky } = host.model(RegionsModel);
  const map = skyMapOf(image.peek());
  const isIn = ({ figure }: SkyRegion) => figure.system === system;
  const exact = host.skyRegions.all.peek().filter(isIn);
  const others = all.peek().filter(({ id }) => !exact.some((region) => region.id === id));
  const figures = system === "pixel" || !map ? inPixels(others) : await onSky(others, system, map);
  const known = [...figures.filter((figure) => figure !== undefined), ...exact.map(({ figure }) => figure)];
  const unplaced = sky.unplaced.peek().filter((region) => !isIn(region)).length;
  return { text: write(known), missing: figures.length + exact.length - known.length + unplaced };
}

export function jsonText(host: ViewHost): string {
  return writeJson(host.model(RegionsModel).all.peek());
}

interface PlacedRegions extends Pick<FoundRegions, "regions" | "problems"> {
  readonly sky: readonly Figure[];
}

/** What of a file is of the array on the stage, and what of the sky. */
async function placed(
  host: ViewHost,
  { regions, figures: read, problems }: Pick<FoundRegions, "regions" | "figures" | "problems">,
): Promise<PlacedRegions> {
  const physical = read.some(({ isPhysical }) => isPhysical) ? await physicalOf(host) : SAME;
  const figures = read.flatMap((figure) =>
    figure.isPhysical ? (physical ? inImage(figure, physical) : []) : figure,
  );
  const unplaced = read.length - figures.length;
  const others = figures.filter((figure) => !isOfAnyImage(figure));
  if (others.some(({ system, sizes }) => system !== "pixel" || sizes.some(({ unit }) => unit === "degree"))) {
    await skyKnown(host);
  }
  const { image, sky } = host.model(RegionsModel);
  const found = await toRegions(others, skyMapOf(image.peek()));
  const placed = (isOnSky: boolean) =>
    found.flatMap((region, i) => (region && (others[i]?.system !== "pixel") === isOnSky ? [region] : []));
  const lost = found.filter((region) => region === undefined).length;
  const why = image.peek()
    ? "have no place on this image"
    : "need world coordinates, which this image does not have";
  return {
    regions: [...regions, ...placed(false)],
    sky: [
      ...figures.filter(isOfAnyImage),
      ...(await sky.onSky(placed(true))).filter((figure) => figure !== undefined),
    ],
    problems: [
      ...(lost > 0 ? [`${many(lost, "region")} ${why}`] : []),
      ...(unplaced > 0
        ? [`${many(unplaced, "region")} in physical coordinates, which the header turns or leaves unclear`]
        : []),
      ...problems,
    ],
  };
}

/** Whether it is on the sky without a word of one image. */
function isOfAnyImage({ system, sizes }: Figure): boolean {
  return system !== "pixel" && system !== "own" && sizes.every(({ unit }) => unit === "degree");
}

/** The physical coordinates of the array on the stage; what is known of no header has those of the image. */
async function physicalOf(host: ViewHost): Promise<Physical | undefined> {
  const { node } = host.model(WorldModel);
  const { axes, index } = host.section.current.peek();
  const hdus = (node !== undefined && (await host.ask((worker) => worker.hdu.list()))) || [];
  const hdu = hdus.find((each) => each.node === node);
  const cards = hdu && (await host.ask((worker) => worker.hdu.cards(hdu.index)));
  const [y = 0, x = 0] = axes;
  return cards ? physicalIn(cards, index.length - x, index.length - y) : SAME;
}
