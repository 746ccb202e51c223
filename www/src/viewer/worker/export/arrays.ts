/** Arrays of an open file, and parts of them, as files of other formats; FITS with what the file says of them. */

import { collapsedUnit, collapseWords } from "@asdf-wasm/science/compute/reductions";
import { isComplex } from "@asdf-wasm/science/elements/complex";
import { lengthOf } from "@asdf-wasm/science/elements/shapes";
import { asCsv, asNpy } from "@asdf-wasm/science/export/arrays";
import { isFloat } from "@asdf-wasm/science/export/bytes";
import type { Content } from "@asdf-wasm/science/export/content";
import { usualLength } from "@asdf-wasm/science/export/csv";
import { BLOCK, type Card } from "@asdf-wasm/science/export/fits/cards";
import { fitsImage, imageSize, imageType } from "@asdf-wasm/science/export/fitsFile";
import { lineCsv } from "@asdf-wasm/science/export/lines";
import { contentOf, imagePart, TEXT_SLAB } from "@asdf-wasm/science/export/section";
import { fitsSource } from "@asdf-wasm/science/export/source";
import { refused, type Writing } from "@asdf-wasm/science/export/writing";
import { hasAsdf } from "@asdf-wasm/science/format/dialects";
import type { ReadableArray, Section } from "@asdf-wasm/science/sections/section";
import type { NdArray } from "asdf-wasm";
import type { ExportJob } from "../../protocol/exports.ts";
import type { OpenFile } from "../opened.ts";
import { celestial } from "./wcs/celestial.ts";
import type { ExportWriting } from "./writing.ts";

/** Bytes of an index, a coordinate and their commas, about. */
const LINE = 16;

const NOT_OF_IT = "The header, errors and flags of the HDU are of its own image, and are left out.";

type ArrayJob = Extract<ExportJob, { of: "array" }>;

export async function arrayWriting(
  file: OpenFile,
  job: ArrayJob,
  signal: AbortSignal,
): Promise<ExportWriting> {
  const [path, array] = file.arrays.readableAt(job.part.node);
  const { section } = job.part;
  const located = section && (await file.world.withCoordinate(job.part.node, section));
  const part = { ...job.part, section: located };
  const content = contentOf(path, array, part, job.format === "csv" ? TEXT_SLAB : undefined);
  const way = await wayOf(file, { ...job, part }, path, content, signal);
  const how = file.arrays.remarkOf(job.part.node);
  const remarks = how ? [...way.remarks, how] : way.remarks;
  return { ...way, remarks, fetched: fetchedFor(file, array, content, located) };
}

function wayOf(
  file: OpenFile,
  job: ArrayJob,
  path: string,
  content: Content,
  signal: AbortSignal,
): Writing | Promise<Writing> {
  switch (job.format) {
    case "npy":
      return asNpy(content);
    case "csv":
      return job.isLine && content.shape.length === 1 ? asLine(file, content, job) : asCsv(content);
    case "fits":
      return asFits(file, job, path, content, signal);
  }
}

function asLine(file: OpenFile, content: Content, job: ArrayJob): Writing {
  const bytes = lengthOf(content.shape) * (usualLength(content.dtype) + LINE);
  const remarks = ["With indices, and the coordinate along the line where there is one."];
  const { node, section } = job.part;
  const { axes: [axis = 0] = [], index: at = [] } = section ?? {};
  const along = (indices: Float64Array) => file.world.along({ node, axis, at, wcs: job.wcs }, indices);
  const pieces = (signal: AbortSignal) => lineCsv(content, file.arrays.unit(node), along, signal);
  return { bytes, isEstimate: true, remarks, pieces };
}

async function asFits(
  opened: OpenFile,
  job: ArrayJob,
  path: string,
  content: Content,
  signal: AbortSignal,
): Promise<Writing> {
  const { dtype, masked } = content;
  const type = imageType(content);
  if (type === undefined) {
    return refused("a FITS image holds numbers of at most 64 bits: choose .npy or CSV");
  }
  const { file, arrays } = opened;
  const how = arrays.remarkOf(job.part.node);
  const node = arrays.stageNode(job.part.node);
  const [, array] = arrays.arrayAt(node);
  // A collapsed axis, or another image, gives numbers of another kind, for which errors and flags are none.
  const image = job.part.section?.collapse || how !== undefined ? undefined : imagePart(array, job.part);
  const isOfHeader = image !== undefined && array.hdu !== undefined && !hasAsdf(file);
  const sky =
    job.wcs === undefined || isOfHeader
      ? undefined
      : await celestial(opened, { ...job.part, node }, job.wcs, content, signal);
  const replaced = sky && sky.cards.length > 0 ? sky.cards : undefined;
  const source = image && fitsSource(file, array, image, { replaced });
  const cards: readonly Card[] = source?.cards ?? sky?.cards ?? [];
  const remarks = [
    ...(dtype === "float16" ? ["Of type float32, as FITS has no float16."] : []),
    ...(dtype === "bool8" ? ["True and false become 1 and 0."] : []),
    ...(isComplex(type) ? ["Real and imaginary parts are the two planes of a further axis."] : []),
    ...(masked
      ? [isFloat(type) ? "Masked elements become NaN." : "Masked elements get the integer of BLANK."]
      : []),
    ...(source?.remarks ?? []),
    ...(sky && (replaced || !source) ? [sky.remark] : []),
    ...(how !== undefined && array.hdu !== undefined ? [NOT_OF_IT] : []),
  ];
  const { axes, index, collapse } = job.part.section ?? { axes: [], index: [] };
  const collapseText = collapse && `${collapse.by} of ${collapse.start}:${collapse.stop}`;
  const section = job.part.section
    ? `[${index.map((at, axis) => (axes.includes(axis) ? ":" : axis === collapse?.axis ? collapseText : at)).join(", ")}]`
    : "";
  const [x, y] = content.corner;
  const from = x > 0 || y > 0 ? `, from x ${x} and y ${y} on` : "";
  const comments = [
    `${path}${section}${from}, ${how === undefined ? "exported" : "computed"} from ${file.dialect === "fits" ? "FITS" : "ASDF"}.`,
    ...(how ? [how] : []),
    ...(collapse ? [`${collapse.by}${collapseWords(collapse)}.`] : []),
    ...(sky && cards.length === 0 ? [sky.remark] : []),
  ];
  const own = arrays.unit(job.part.node);
  const unit = source ? undefined : collapse ? collapsedUnit(collapse, own) : own;
  const notes = {
    unit,
    cards,
    comments,
    isOriginal: source !== undefined,
    place: source && source.others.length > 0 ? ("before others" as const) : undefined,
  };
  const size = imageSize(content, type);
  return {
    bytes: Math.ceil(size / BLOCK) * BLOCK + headerLength(cards.length + comments.length),
    // The header is known to a block.
    isEstimate: true,
    remarks,
    pieces: async function* (signal) {
      yield* fitsImage(content, type, notes, signal);
      for (const other of source?.others ?? []) {
        yield* other(signal);
      }
    },
  };
}

function headerLength(cards: number): number {
  return Math.ceil((cards + 12) / 36) * BLOCK;
}

/** Bytes that a server is asked for: the elements, or the stored block if it is compressed. Undefined for computed arrays. */
function fetchedFor(
  { file, isRemote }: OpenFile,
  array: ReadableArray & Partial<Pick<NdArray, "source">>,
  { shape }: Content,
  section: Section | undefined,
): number | undefined {
  if (!isRemote || array.source == null) {
    return undefined;
  }
  const { collapse } = section ?? {};
  const depth = collapse ? collapse.stop - collapse.start : 1;
  const wanted = (lengthOf(shape) * depth * array.nbytes) / Math.max(array.size, 1);
  const block = typeof array.source === "number" ? file.blocks[array.source] : undefined;
  return array.compression === null ? wanted : (block?.usedSize ?? wanted);
}
