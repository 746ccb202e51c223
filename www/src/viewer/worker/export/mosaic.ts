/** Images of open files as one file: which of them are in it, and why others are not. */

import { refused } from "@asdf-wasm/science/export/writing";
import { many } from "@asdf-wasm/science/format/format";
import { imageOf } from "@asdf-wasm/science/mosaic/fileImage";
import { MosaicError } from "@asdf-wasm/science/mosaic/grid";
import { type MosaicProgress, planned } from "@asdf-wasm/science/mosaic/mosaic";
import { type LeftOut, reasonOf } from "@asdf-wasm/science/mosaic/placing";
import type { SkyImage } from "@asdf-wasm/science/mosaic/skyImage";
import { asAsdf, asFits } from "@asdf-wasm/science/mosaic/written";
import type { MosaicJob } from "../../protocol/exports.ts";
import type { Progress } from "../../protocol/facts.ts";
import { Guests } from "../guests.ts";
import type { OpenFile } from "../opened.ts";
import type { ExportWriting } from "./writing.ts";

/** Without `onProgress`, only a plan: backgrounds are not compared, as images would be read for that. */
export async function mosaicWriting(
  file: OpenFile,
  job: MosaicJob,
  signal: AbortSignal,
  onProgress?: (progress: Progress) => void,
): Promise<ExportWriting> {
  const guests = new Guests(job.images.length);
  const end = () => guests.close();
  const leftOut: LeftOut[] = [...job.leftOut];
  let written = 0;
  const follow = ({ done, total }: MosaicProgress) =>
    onProgress?.({ loaded: (written * done) / total, total: written, phase: "write" });
  try {
    const images = await imagesOf(file, job, guests, leftOut, signal);
    const { kernel, order, scale, format } = job;
    const background = job.background === "match" && !onProgress ? "meta" : job.background;
    const options = { kernel, order, background, scale, signal, onProgress: follow };
    const mosaic = await planned(images, options);
    const writing = await (format === "fits" ? asFits : asAsdf)(mosaic, undefined, follow);
    const [rows, columns] = mosaic.target.shape;
    written = rows * columns * ((mosaic.dtype === "float32" ? 4 : 8) + (mosaic.hasShares ? 4 : 0));
    const known = [...leftOut, ...mosaic.leftOut];
    const size = `${many(mosaic.images.length, "image")} on ${columns} × ${rows} pixels.`;
    return {
      ...writing,
      bytes: written,
      remarks: [size, ...writing.remarks, ...known.map(sentence)],
      found: () => mosaic.leftOut.filter((one) => !known.includes(one)).map(sentence),
      end,
    };
  } catch (cause) {
    end();
    if (cause instanceof MosaicError) {
      return refused([cause.message, ...leftOut.map(sentence)].join(" "));
    }
    throw cause;
  }
}

/** The images, the first on top; those that cannot be opened are added to `leftOut`. */
async function imagesOf(
  { file, arrays }: OpenFile,
  { images, leavesOut }: MosaicJob,
  guests: Guests,
  leftOut: LeftOut[],
  signal: AbortSignal,
): Promise<readonly SkyImage[]> {
  const found: SkyImage[] = [];
  for (const { name, of, index } of images) {
    signal.throwIfAborted();
    try {
      const isOwn = typeof of === "number";
      const path = isOwn ? arrays.arrayAt(of)[0] : of.path;
      const image = await imageOf(isOwn ? file : await guests.fileOf(of), { path, name, signal });
      found.push({ ...image, index, flags: leavesOut ? image.flags : undefined });
    } catch (cause) {
      signal.throwIfAborted();
      leftOut.push({ name, reason: reasonOf(cause) });
    }
  }
  return found;
}

function sentence({ name, reason }: LeftOut): string {
  return `Left out: ${name}: ${reason.replace(/\.$/, "")}.`;
}
