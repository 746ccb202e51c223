/** All calls that the page makes to its worker, of one file. */
import { finalizer } from "comlink";
import type { WorkerApi } from "../../protocol/workerApi.ts";
import { HeldFile } from "../held.ts";
import { besideAnswers } from "./beside.ts";
import { catalogueAnswers } from "./catalogues.ts";
import { compareAnswers } from "./compare.ts";
import { contourAnswers } from "./contours.ts";
import { editAnswers } from "./edits.ts";
import { exportAnswers } from "./export.ts";
import { hduAnswers } from "./hdus.ts";
import { arrayAnswers, compositeAnswers, flagAnswers, imageAnswers } from "./image.ts";
import { measureAnswers } from "./measure.ts";
import { fileAnswers, opening } from "./opening.ts";
import { regionFileAnswers } from "./regions.ts";
import { segmentAnswers } from "./segments.ts";
import { plotAnswers, tableAnswers } from "./tables.ts";
import { schemaAnswers, treeAnswers } from "./tree.ts";
import { worldAnswers } from "./world.ts";

/** The calls of a file that the first of them opens. Nothing is shared with other files. */
export function fileCalls(): WorkerApi & { readonly [finalizer]: () => void } {
  const held = new HeldFile();
  return {
    [finalizer]: () => held.close(),
    open: opening(held),
    array: held.calls(arrayAnswers),
    beside: held.calls(besideAnswers),
    catalogue: held.calls(catalogueAnswers),
    compare: held.calls(compareAnswers),
    composite: held.calls(compositeAnswers),
    contour: held.calls(contourAnswers),
    edit: held.calls(editAnswers(held)),
    export: held.calls(exportAnswers),
    file: held.calls(fileAnswers(held)),
    flags: held.calls(flagAnswers),
    hdu: held.calls(hduAnswers),
    image: held.calls(imageAnswers(held)),
    measure: held.calls(measureAnswers),
    plot: held.calls(plotAnswers),
    regions: held.calls(regionFileAnswers),
    schema: held.calls(schemaAnswers),
    segments: held.calls(segmentAnswers),
    table: held.calls(tableAnswers),
    tree: held.calls(treeAnswers),
    wcs: held.calls(worldAnswers),
  };
}
