/**
 * The image view's questions: a plane, whose rows are handed to the page as they come, limits to draw it by, and excerpts
 * of a plane that is too large to be read whole, as they are looked at.
 */
import type { NdArray } from "asdf-wasm";
import { transfer } from "comlink";
import { drawnPart, isComplex } from "../../elements/complex.ts";
import { buffersOf, own } from "../../elements/pixels.ts";
import type { PlaneHead } from "../../protocol/plane.ts";
import type { WorkerApi } from "../../protocol/workerApi.ts";
import { datatypeName } from "../tree/values.ts";
import { elementsOf, Feed } from "./feed.ts";
import { narrow, SMALL, stepFor, stepOverview } from "./planes.ts";
import { allOf, isTurned, readSection, sizeOf } from "./sections.ts";

/** The elements of a tile along the axis that lies together in the file, and across it: reads are few and long. */
const [ALONG, ACROSS] = [2048, 128];

/** How many bytes of bzip2 take so much longer to decode than workers take to start that these pay. */
const LONG = 16 * 2 ** 20;

/** The plane asked for last. */
let feed: Feed | undefined;

export const planeLimits: WorkerApi["limits"] = async (...asked) => feed?.limits(...asked);
export const planeQuantiles: WorkerApi["quantiles"] = async (...asked) => feed?.sample?.quantiles(...asked);
export const planeHistogram: WorkerApi["histogram"] = async (...asked) => feed?.sample?.histogram(...asked);

/** `costly`: every byte that is read is to be fetched. */
export async function readPlane(
  path: string,
  array: NdArray,
  costly: boolean,
  signal: AbortSignal,
  ...[, node, section, complexPart, interval, onProgress, onPart]: Parameters<WorkerApi["plane"]>
): Promise<void> {
  const [height, width] = sizeOf(array, section);
  const whole = { width, height };
  const step = await stepOf(array, whole, costly, signal);
  const head: PlaneHead = {
    ...{ node, path, datatype: datatypeName(array.dtype) },
    ...{ complex: isComplex(array.dtype), part: drawnPart(array, complexPart) },
    ...{ width: Math.ceil(width / step), height: Math.ceil(height / step), step, whole },
    tile: isTurned(section) ? { width: ACROSS, height: ALONG } : { width: ALONG, height: ACROSS },
    section: section,
  };
  const fed = new Feed(head, interval, costly ? "far" : "near", (part) =>
    onPart(transfer(part, buffersOf(part.values, part.display, part.mask))),
  );
  feed = fed;
  try {
    const workers = step === 1 && !costly && isSlow(array);
    const options = { signal, onProgress, onRows: fed.add, workers };
    await fed.finish(await readSection(path, array, section, allOf(array, section, step), options));
  } catch (cause) {
    if (signal.aborted) {
      fed.stop();
    } else {
      await fed.end();
    }
    throw cause;
  }
}

/** Whether it takes so long to decode that starting other threads for it is worth while. */
function isSlow({ compression, nbytes }: NdArray): boolean {
  return compression === "bzp2" && nbytes >= LONG && navigator.hardwareConcurrency > 1;
}

/** Reads part of a section: the elements and what is drawn of them. */
export async function readExcerpt(
  path: string,
  array: NdArray,
  signal: AbortSignal,
  ...[, , section, complexPart, excerpt, frame]: Parameters<WorkerApi["excerpt"]>
): ReturnType<WorkerApi["excerpt"]> {
  const elements = elementsOf(await readSection(path, array, section, excerpt, { signal }));
  const values = own(elements.values);
  const mask = elements.mask && own(elements.mask);
  const display = narrow(values, drawnPart(array, complexPart), mask, frame);
  return transfer(
    { values, mask, complex: isComplex(array.dtype), display },
    buffersOf(values, mask, display),
  );
}

/** What is read at first: all, as much as can be held, or an overview of what can be read closer up. */
async function stepOf(
  array: NdArray,
  { width, height }: PlaneHead["whole"],
  costly: boolean,
  signal: AbortSignal,
): Promise<number> {
  if (width * height <= SMALL) {
    return 1;
  }
  if (array.compression === undefined) {
    // Reading any element tells how its block is compressed.
    await array.read(
      array.shape.map(() => 0),
      { signal },
    );
  }
  const step = stepFor(width, height);
  return array.compression === null && (costly || step > 1) ? stepOverview(width, height) : step;
}
