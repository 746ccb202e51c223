/** All calls that the page makes to its worker, of one file. */
import type { WorkerApi } from "../../protocol/workerApi.ts";
import { HeldFile } from "../held.ts";
import { besideCalls } from "./beside.ts";
import { catalogueCalls } from "./catalogues.ts";
import { compareCalls } from "./compare.ts";
import { contourCalls } from "./contours.ts";
import { editCalls } from "./edits.ts";
import { exportCalls } from "./export.ts";
import { hduCalls } from "./hdus.ts";
import { imageCalls } from "./image.ts";
import { measureCalls } from "./measure.ts";
import { openingCalls } from "./opening.ts";
import { regionFileCalls } from "./regions.ts";
import { tableCalls } from "./tables.ts";
import { treeCalls } from "./tree.ts";
import { worldCalls } from "./world.ts";

/** The calls of a file that the first of them opens. Nothing is shared with those of other files. */
export function fileCalls(): WorkerApi {
  const held = new HeldFile();
  return {
    ...openingCalls(held),
    ...treeCalls(held),
    ...editCalls(held),
    ...imageCalls(held),
    ...worldCalls(held),
    ...besideCalls(held),
    ...catalogueCalls(held),
    ...compareCalls(held),
    ...contourCalls(held),
    ...exportCalls(held),
    ...hduCalls(held),
    ...measureCalls(held),
    ...regionFileCalls,
    ...tableCalls(held),
  };
}
