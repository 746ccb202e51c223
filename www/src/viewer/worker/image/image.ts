/**
 * The image view's calls: a plane, whose rows are passed on as they arrive, its limits, and excerpts of a plane
 * that is too large to be read whole.
 */

import { drawnPart, isComplex } from "@asdf-wasm/science/elements/complex";
import { buffersOf, own } from "@asdf-wasm/science/elements/pixels";
import { countThere, isTruncated } from "@asdf-wasm/science/elements/there";
import type { Elements } from "@asdf-wasm/science/elements/values";
import { compressionOf, elementsOf, readSection } from "@asdf-wasm/science/sections/reading";
import type { ReadableArray, Section } from "@asdf-wasm/science/sections/section";
import { allOf, isTurned, sizeOf } from "@asdf-wasm/science/sections/section";
import { datatypeName } from "@asdf-wasm/science/tree/values";
import { AsdfError, type ReadOptions } from "asdf-wasm";
import { transfer } from "comlink";
import type { Progress } from "../../protocol/facts.ts";
import type { ExcerptRequest, Pixels, PlaneHead, PlanePart, PlaneRequest } from "../../protocol/plane.ts";
import type { Arrays } from "../arrays.ts";
import { Feed, newId } from "./feed.ts";
import type { filteredPart } from "./filtering.ts";
import type { KeptPlanes } from "./keptPlanes.ts";
import { narrow, SMALL, stepFor, stepOverview } from "./planes.ts";

/** The size of a tile along the contiguous axis and across it, so that reads are few and long. */
const [ALONG, ACROSS] = [2048, 128];

/** Bytes of bzip2 data from which on decoding in workers pays for starting them. */
const LONG = 16 * 2 ** 20;

/** The feeds of the current plane, of the one that may be the next, and of those that images are compared with, by their nodes. */
export type Feeds = Partial<Record<"stage" | "next" | number, Feed>>;

/** What reading a plane needs of the open file. `isRemote`: every byte is fetched from a server. */
interface ImageFile {
  readonly arrays: Pick<Arrays, "readableAt">;
  readonly feeds: Feeds;
  readonly planes: KeptPlanes;
  readonly isRemote: boolean;
}

/** Memory that is refused is asked for again once that of kept planes was given back. */
export async function readPlane(...call: Parameters<typeof readOnce>): Promise<void> {
  const [{ planes }, , , signal] = call;
  try {
    await readOnce(...call);
  } catch (cause) {
    if (signal.aborted || !isRefused(cause) || !planes.clear()) {
      throw cause;
    }
    await readOnce(...call);
  }
}

/** Reads what may be shown next, if it is on this machine and there is room for it beside what is shown. */
export async function preparePlane(
  file: ImageFile,
  request: PlaneRequest,
  signal: AbortSignal,
): Promise<void> {
  const { nbytes } = file.arrays.readableAt(request.node)[1];
  if (!file.isRemote && file.planes.fits(2 * nbytes)) {
    const nothing = () => {};
    await readOnce(file, "next", request, signal, nothing, nothing).finally(() => {
      delete file.feeds.next;
    });
  }
}

function isRefused(cause: unknown): boolean {
  return cause instanceof RangeError || (cause instanceof AsdfError && cause.code === "limit-exceeded");
}

async function readOnce(
  { arrays, feeds, planes, isRemote: costly }: ImageFile,
  role: keyof Feeds,
  { node, section, part: complexPart, interval, filter }: PlaneRequest,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
  onPart: (part: PlanePart) => void,
): Promise<void> {
  const [path, array] = arrays.readableAt(node);
  const [height, width] = sizeOf(array, section);
  const whole = { width, height };
  // A plane that is part of its array is kept by the package, like any part that it read.
  const isWhole = typeof role === "string" && !filter && !section.collapse && width * height === array.size;
  const part = drawnPart(array, complexPart);
  const key = isWhole ? JSON.stringify([node, section, part]) : undefined;
  const known = key && planes.find(key, array);
  if (known) {
    feeds[role] = known;
    return role === "next" ? undefined : known.again(path, interval, signal, onPart);
  }
  const step = section.collapse ? stepFor(width, height) : await stepOf(array, whole, costly, signal);
  const head: PlaneHead = {
    node,
    path,
    id: key && step === 1 ? newId() : undefined,
    datatype: section.collapse ? "float64" : datatypeName(array.dtype),
    filter,
    complex: isComplex(array.dtype),
    part,
    width: Math.ceil(width / step),
    height: Math.ceil(height / step),
    step,
    whole,
    tile: isTurned(section) ? { width: ACROSS, height: ALONG } : { width: ALONG, height: ACROSS },
    section: section,
  };
  const fed = new Feed(head, interval, costly ? "far" : "near", onPart);
  feeds[role] = fed;
  try {
    const workers = step === 1 && !costly && isSlow(array);
    const options = { signal, onProgress, workers, ...(!filter && { onRows: fed.add }) };
    const all = allOf(array, section, step);
    const read = await readSection(path, array, section, all, options);
    const drawn = filter && (await filteredOf(elementsOf(read), head.part, all, filter, signal, onProgress));
    await fed.finish(read, drawn, key !== undefined && step === 1 && planes.fits(array.nbytes));
    key && planes.put(key, array, fed);
  } catch (cause) {
    if (signal.aborted) {
      fed.stop();
    } else {
      if (isTruncated(cause) && !fed.hasBegun && !section.collapse && !filter && !isTurned(section)) {
        await readLeading(path, array, section, step, { signal, onRows: fed.add });
      }
      await fed.end();
    }
    throw cause;
  }
}

/** Reads the rows that a file has which ends inside the array. */
async function readLeading(
  path: string,
  array: ReadableArray,
  section: Section,
  step: number,
  options: Required<Pick<ReadOptions, "signal" | "onRows">>,
): Promise<void> {
  const whole = allOf(array, section, step);
  const read = (y: number, rows: number, more: ReadOptions) =>
    readSection(path, array, section, { ...whole, y: y * step, height: (rows - 1) * step + 1 }, more);
  const { signal } = options;
  const rows = await countThere(Math.ceil(whole.height / step), (start, stop) =>
    read(start, stop - start, { signal }),
  );
  if (rows > 0) {
    await read(0, rows, options);
  }
}

const filteredOf: typeof filteredPart = async (...args) =>
  (await import("./filtering.ts")).filteredPart(...args);

/** Whether decoding takes so long that starting workers pays. */
function isSlow({ compression, nbytes }: ReadableArray): boolean {
  return compression === "bzp2" && nbytes >= LONG && navigator.hardwareConcurrency > 1;
}

/** Reads part of a section: its elements, and the values to draw. */
export async function readExcerpt(
  path: string,
  array: ReadableArray,
  { section, part: complexPart, excerpt, frame, filter }: ExcerptRequest,
  signal: AbortSignal,
): Promise<Elements & Pick<Pixels, "display">> {
  if (filter) {
    const { readFiltered } = await import("./filtering.ts");
    return readFiltered(path, array, section, drawnPart(array, complexPart), excerpt, frame, filter, signal);
  }
  const elements = elementsOf(await readSection(path, array, section, excerpt, { signal }));
  const values = own(elements.values);
  const mask = elements.mask && own(elements.mask);
  const display = narrow(values, drawnPart(array, complexPart), mask, frame);
  return transfer(
    { values, mask, complex: isComplex(array.dtype), display },
    buffersOf(values, mask, display),
  );
}

/** The step of the first reading: all elements, as many as fit, or an overview if detail can be read later. */
async function stepOf(
  array: ReadableArray,
  { width, height }: PlaneHead["whole"],
  costly: boolean,
  signal: AbortSignal,
): Promise<number> {
  if (width * height <= SMALL) {
    return 1;
  }
  const compression = await compressionOf(array, signal);
  const step = stepFor(width, height);
  return compression === null && (costly || step > 1) ? stepOverview(width, height) : step;
}
