/** The calls for files of regions: they may hold any text, which is not for the thread of the page. */
import type { FileProblem, FoundRegions, RegionFileCalls } from "../../protocol/over/figures.ts";
import { answer } from "../opened.ts";

/** The most problems that are told one by one. */
const MOST = 100;

export const regionFileCalls: RegionFileCalls = {
  regionsOf: (file) =>
    answer(async () => {
      const text = await file.text();
      if (text.trimStart().startsWith("{")) {
        const { readJson } = await import("../../regions/files/json.ts");
        const { regions, problems } = readJson(text);
        return { regions, figures: [], ...told(problems, "Region") };
      }
      const { readReg } = await import("../../regions/files/readReg.ts");
      const { figures, problems } = readReg(text);
      return { regions: [], figures, ...told(problems, "Line") };
    }),
};

function told(problems: readonly FileProblem[], place: string): Pick<FoundRegions, "problems" | "more"> {
  const first = problems.slice(0, MOST);
  return {
    problems: first.map(({ line, message }) => `${place} ${line}: ${message}`),
    more: problems.length - first.length,
  };
}
