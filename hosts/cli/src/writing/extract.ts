/** Arrays and tables in other formats. The formats are those that the viewer exports, written by the same code. */

import { asCsv, asNpy } from "@asdf-wasm/science/export/arrays";
import type { Content } from "@asdf-wasm/science/export/content";
import type { Card } from "@asdf-wasm/science/export/fits/cards";
import { fitsImage, imageType } from "@asdf-wasm/science/export/fitsFile";
import { fitsSource } from "@asdf-wasm/science/export/source";
import { tableAs } from "@asdf-wasm/science/export/tables";
import { celestialKeywords } from "@asdf-wasm/science/export/wcs/celestial";
import { hasAsdf } from "@asdf-wasm/science/format/dialects";
import { tableOf } from "@asdf-wasm/science/tables/columns";
import { isTable } from "@asdf-wasm/science/tree/kinds";
import { entriesOf } from "@asdf-wasm/science/tree/values";
import {
  AsdfError,
  type AsdfFile,
  arrayOf,
  columnMap,
  NdArray,
  type TreeValue,
  tagOf,
  toUnit,
  type Wcs,
} from "asdf-wasm";
import { Problem } from "../exit.ts";
import { Part } from "../reading/part.ts";
import { nearestWcs } from "../reading/skyWindow.ts";
import { checkInTree, type Target } from "../reading/target.ts";
import { type There, there } from "../reading/there.ts";
import { warningText } from "../text/summary.ts";

export interface Extract {
  readonly remarks: readonly string[];
  /** How many bytes it will be, about. */
  readonly bytes?: number | undefined;
  readonly pieces: () => AsyncIterable<Uint8Array>;
}

type Format = "npy" | "csv" | "fits";

/** Runs are ended by the process, not by a signal. */
const { signal } = new AbortController();

/** `isAlone`: an image of FITS without its errors and flags. */
export async function extractOf(
  file: AsdfFile,
  target: Target,
  format: Format,
  isAlone = false,
): Promise<Extract> {
  const { path } = target;
  const node = arrayOf(target.node) ?? target.node;
  const isRecords = node instanceof NdArray && typeof node.dtype === "object" && node.dtype.kind === "struct";
  if (node instanceof NdArray && node.error) {
    throw node.error;
  }
  if (!target.column && (isRecords || isTableLike(node))) {
    if (target.selection.length > 0) {
      throw new Problem(
        `\`${path}\` is a table, of which only the whole is extracted: leave out the brackets`,
      );
    }
    const name = path.split("/").at(-1) ?? "";
    const whole = tableOf(path, node);
    const cut = isRecords ? await there(file, node) : undefined;
    const table = cut ? { ...whole, rows: cut.lengths[0] ?? 0 } : whole;
    const { bytes, remarks, pieces } = await tableAs(format, table, name, signal);
    return { bytes, remarks: [...notesOf(cut), ...remarks], pieces: () => pieces(signal) };
  }
  if (!(node instanceof NdArray)) {
    const inner = [...file.arrays()].find(([of]) => of.startsWith(`${path}/`));
    const hint = inner ? `\`${inner[0]}\` is one` : "`get` prints it";
    throw new Problem(`\`${path}\` is neither an array nor a table: ${hint}`);
  }
  if (format === "fits") {
    checkInTree(target, "choose .csv or .npy, or extract the whole table");
  }
  const cut = target.selection.length === 0 ? await there(file, node) : undefined;
  const part = new Part({ ...target, node }, cut?.lengths);
  const content = contentOf(part);
  if (format === "fits") {
    const found = await asFits(file, part, content, isAlone);
    return { ...found, remarks: [...notesOf(cut), ...found.remarks] };
  }
  const { bytes, problem, remarks, pieces } = format === "npy" ? asNpy(content) : asCsv(content);
  if (problem !== undefined) {
    throw new Problem(`\`${path}\`: ${problem}`);
  }
  return { bytes, remarks: [...notesOf(cut), ...remarks], pieces: () => pieces(signal) };
}

function notesOf(cut: There | undefined): readonly string[] {
  return cut ? [cut.note] : [];
}

function isTableLike(node: TreeValue): boolean {
  return typeof node === "object" && node !== null && !(node instanceof NdArray)
    ? isTable(tagOf(node)) || columnMap(node) !== undefined
    : false;
}

function contentOf(part: Part): Content {
  const { masked } = part.array;
  const kept = part.axes.filter(({ isDropped }) => !isDropped);
  const slabs: Content["slabs"] = async function* (_, bits = false) {
    for await (const slab of part.slabs(bits ? { float16: "bits" } : {})) {
      if (!slab.fields) {
        yield slab;
      }
    }
  };
  return {
    shape: part.shape,
    dtype: part.dtype,
    masked,
    corner: [kept.at(-1)?.start ?? 0, kept.at(-2)?.start ?? 0],
    slabs,
  };
}

async function asFits(file: AsdfFile, part: Part, content: Content, isAlone: boolean): Promise<Extract> {
  const type = imageType(content);
  if (type === undefined) {
    throw new Problem(`\`${part.path}\`: a FITS image holds numbers of at most 64 bits: choose .npy or .csv`);
  }
  const isOfHeader = part.array.hdu !== undefined && !hasAsdf(file);
  const derived = isOfHeader ? undefined : await celestial(file, part, content);
  const replaced = derived && derived.cards.length > 0 ? derived.cards : undefined;
  const source = fitsSource(file, part.array, part.asImage(), { isAlone, replaced });
  const comments = [`${part.path}, exported from ${source ? "FITS" : "ASDF"}.`];
  const notes = {
    unit: source ? undefined : unitOf(file, part.path),
    cards: source?.cards ?? derived?.cards ?? [],
    comments,
    isOriginal: source !== undefined,
    place: source && source.others.length > 0 ? ("before others" as const) : undefined,
  };
  return {
    bytes: part.nbytes,
    remarks: [...(source?.remarks ?? []), ...(derived && (replaced || !source) ? derived.remarks : [])],
    pieces: async function* () {
      yield* fitsImage(content, type, notes, signal);
      for (const other of source?.others ?? []) {
        yield* other(signal);
      }
    },
  };
}

/** The unit of a quantity, whose array is its value. */
function unitOf(file: AsdfFile, path: string): string | undefined {
  const holder = file.get(path.split("/").slice(0, -1).join("/"));
  const unit = entriesOf(holder ?? null).find(([key]) => key === "unit")?.[1];
  return path.endsWith("/value") ? toUnit(unit) : undefined;
}

interface Celestial {
  readonly cards: readonly Card[];
  readonly remarks: readonly string[];
}

/** The WCS of the part as keywords, if they give the same positions. */
async function celestial(file: AsdfFile, part: Part, { shape, corner }: Content): Promise<Celestial> {
  const none = (why: string): Celestial => ({ cards: [], remarks: [`The file gets no WCS: ${why}.`] });
  const path = nearestWcs(file, part.path);
  if (path === undefined) {
    return none("this file has none");
  }
  const axes = part.axes.slice(-2);
  if (axes.length < 2 || axes.some(({ isDropped, step }) => isDropped || step !== 1)) {
    return none("it belongs to whole rows and columns of the last two axes");
  }
  let wcs: Wcs;
  try {
    wcs = await file.wcs(path);
  } catch (thrown) {
    if (thrown instanceof AsdfError) {
      return none(thrown.message);
    }
    throw thrown;
  }
  try {
    const [x, y] = corner;
    const window = { x, y, width: shape.at(-1) ?? 0, height: shape.at(-2) ?? 0 };
    const found = await celestialKeywords(wcs, window, file.get(path));
    return typeof found === "string"
      ? none(found)
      : {
          cards: found.cards,
          remarks: [
            `WCS of \`${path}\` as FITS keywords, exact to a millionth of a pixel.`,
            ...wcs.warnings.map((warning) => `warning: ${warningText(warning)}`),
          ],
        };
  } finally {
    wcs.close();
  }
}
