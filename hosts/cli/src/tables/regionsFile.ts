/** Regions in a file, and the rows inside of them. */
import { readFile } from "node:fs/promises";
import { rowsWithin } from "@asdf-wasm/science/catalogue/members";
import { many } from "@asdf-wasm/science/format/format";
import { isCrtf, readCrtf } from "@asdf-wasm/science/regions/files/crtf";
import { readJson } from "@asdf-wasm/science/regions/files/json";
import { inPixels } from "@asdf-wasm/science/regions/files/onSky";
import { readReg } from "@asdf-wasm/science/regions/files/readReg";
import type { TableSource } from "@asdf-wasm/science/tables/columns";
import type { Context } from "../context.ts";
import { Problem } from "../exit.ts";
import { pathOf } from "../reading/open.ts";
import { type PlaceOptions, placesIn } from "./places.ts";
import { asMisuse } from "./rows.ts";

/** The rows inside of the regions of a file; what of it cannot be read is told. */
export async function rowsInFile(
  context: Context,
  table: TableSource,
  source: string,
  options: PlaceOptions,
): Promise<TableSource> {
  const { figures, problems, leftOut } = regionsIn(await readFile(pathOf(source), "utf8"));
  context.note(...problems.map(({ line, message }) => `warning: ${source}, ${line}: ${message}`));
  if (leftOut > 0 || figures.length === 0) {
    throw new Problem(
      figures.length === 0
        ? `${source} holds no regions`
        : `${source} has ${many(leftOut, "region")} more than are read`,
    );
  }
  return asMisuse(() => rowsWithin(table, figures, placesIn(options), new AbortController().signal));
}

function regionsIn(text: string) {
  if (text.trimStart().startsWith("{")) {
    const { regions, ...rest } = readJson(text);
    return { figures: inPixels(regions), ...rest };
  }
  return isCrtf(text) ? readCrtf(text) : readReg(text);
}
