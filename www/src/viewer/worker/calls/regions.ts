/** The calls for files of regions: they may hold any text, which is not for the thread of the page. */

import type { RegionFile } from "@asdf-wasm/science/regions/files/figure";
import { MOST_POINTS } from "@asdf-wasm/science/regions/linkText";
import type { FoundRegions, RegionFileCalls } from "../../protocol/over/figures.ts";
import type { Answers } from "../held.ts";

/** The most problems that are told one by one. */
const MOST = 100;

export const regionFileAnswers: Answers<RegionFileCalls> = {
  async read(_, file) {
    const text = await file.text();
    if (text.trimStart().startsWith("{")) {
      const { readJson } = await import("@asdf-wasm/science/regions/files/json");
      const { regions, ...rest } = readJson(text);
      return { regions, figures: [], ...told(rest, "Region") };
    }
    const { isCrtf, readCrtf } = await import("@asdf-wasm/science/regions/files/crtf");
    const { readReg } = await import("@asdf-wasm/science/regions/files/readReg");
    const { figures, ...rest } = isCrtf(text) ? readCrtf(text) : readReg(text);
    return { regions: [], figures, ...told(rest, "Line") };
  },
};

function told(
  { problems, leftOut }: Pick<RegionFile, "problems" | "leftOut">,
  place: string,
): Pick<FoundRegions, "problems" | "more"> {
  const first = problems.slice(0, MOST);
  const limit = `${leftOut} more are left out: at most ${MOST_POINTS} points of regions are taken from a file`;
  return {
    problems: [
      ...(leftOut > 0 ? [limit] : []),
      ...first.map(({ line, message }) => `${place} ${line}: ${message}`),
    ],
    more: problems.length - first.length,
  };
}
