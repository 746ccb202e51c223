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
import { RegionsModel } from "../../../state/regions.ts";
import { fileName } from "../../../state/source.ts";
import type { ViewHost } from "../../../state/view.ts";
import { WorldModel } from "../../../state/world.ts";
import { RegionTool, type Report } from "./regionTool.ts";
import { skyKnown, skyMapOf } from "./sky.ts";

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

/** Adds the regions of a file to those on the stage. */
async function openRegions(host: ViewHost, { path: whole, file }: FolderFile): Promise<Report> {
  const path = fileName(whole);
  if (file.size > MOST_BYTES) {
    return { text: `${path} is too large to be a file of regions`, problems: [], more: 0 };
  }
  try {
    const found = await host.request(new AbortController().signal, (worker) => worker.regions.read(file));
    const { regions, problems } = await placed(host, found);
    host.model(RegionsModel).add(regions);
    return { text: `${many(regions.length, "region")} from ${path}`, problems, more: found.more };
  } catch (cause) {
    return { text: `${path} holds no regions`, problems: [noticeOf(cause).message], more: 0 };
  }
}

/** The regions on the stage as a file, in pixels or on the sky. */
export async function regText(
  host: ViewHost,
  system: FigureSystem,
): Promise<{ text: string; missing: number }> {
  const regions = host.model(RegionsModel).all.peek();
  const map = skyMapOf(host);
  const figures = system === "pixel" || !map ? inPixels(regions) : await onSky(regions, system, map);
  const known = figures.filter((figure) => figure !== undefined);
  return { text: writeReg(known), missing: figures.length - known.length };
}

export function jsonText(host: ViewHost): string {
  return writeJson(host.model(RegionsModel).all.peek());
}

/** The regions of a file as regions of the array on the stage. */
async function placed(
  host: ViewHost,
  { regions, figures, problems }: FoundRegions,
): Promise<Pick<FoundRegions, "regions" | "problems">> {
  if (figures.length === 0) {
    return { regions, problems };
  }
  const found = await onStage(host, figures);
  return { regions: [...regions, ...found.regions], problems: [...found.problems, ...problems] };
}

async function onStage(
  host: ViewHost,
  read: readonly Figure[],
): Promise<Pick<FoundRegions, "regions" | "problems">> {
  const physical = read.some(({ isPhysical }) => isPhysical) ? await physicalOf(host) : SAME;
  const figures = read.flatMap((figure) =>
    figure.isPhysical ? (physical ? inImage(figure, physical) : []) : figure,
  );
  const unplaced = read.length - figures.length;
  if (
    figures.some(({ system, sizes }) => system !== "pixel" || sizes.some(({ unit }) => unit === "degree"))
  ) {
    await skyKnown(host);
  }
  const map = skyMapOf(host);
  const found = await toRegions(figures, map);
  const regions = found.filter((region) => region !== undefined);
  const lost = found.length - regions.length;
  const why = map ? "have no place on this image" : "are on the sky, and this image has no world coordinates";
  return {
    regions,
    problems: [
      ...(lost > 0 ? [`${many(lost, "region")} ${why}`] : []),
      ...(unplaced > 0
        ? [`${many(unplaced, "region")} in physical coordinates, which the header turns or leaves unclear`]
        : []),
    ],
  };
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
