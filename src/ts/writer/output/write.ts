/** Writing a file: its tree, then its blocks, one after the other (ASDF 1.0.0, "Low-level file layout"). */

import { AsdfError } from "../../api/error.ts";
import { withTag } from "../../api/values.ts";
import type { ExplodedFile, WriteOptions, Written } from "../../api/writing.ts";
import { allocate } from "../../bytes/bytes.ts";
import { Spool } from "../../bytes/spool.ts";
import { proceed } from "../../bytes/work.ts";
import { guard } from "../../wasm/failure.ts";
import { writer } from "../../wasm/writer.ts";
import { type Block, PIECE } from "../blocks/blocks.ts";
import { type Content, contentOf, type Writing } from "../blocks/content.ts";
import { type Settings, settingsOf } from "../input/settings.ts";
import { childrenOf, kindOf } from "../input/values.ts";
import { Plan } from "./plan.ts";
import { treeText } from "./tree.ts";

type Part = Uint8Array<ArrayBuffer> | Blob;

/** Where this package is to be found, for `asdf_library`. */
const HOMEPAGE = "https://github.com/asdf-wasm/asdf-wasm";

/** Writes a file, once the module is loaded. */
export async function writeFile<As extends keyof Written = "blob">(
  tree: unknown,
  options: WriteOptions<As> = {},
): Promise<Written[As]> {
  const settings = settingsOf(options);
  const { text, blocks } = await draftOf(tree, options.history, settings);
  const parts = partsOf(text, blocks, settings, writingOf(blocks, settings));
  const forms: { [Form in keyof Written]: () => Written[Form] | Promise<Written[Form]> } = {
    blob: () => gathered(parts),
    bytes: () => joined(parts),
    stream: () => streamed(parts),
  };
  const form = forms[options.as ?? ("blob" as As)];
  if (form === undefined) {
    throw new AsdfError("bad-header", `as is \`${options.as}\`; it can be \`blob\`, \`bytes\` or \`stream\``);
  }
  return form();
}

/** Writes a file in exploded form: its tree, and each block in a file of its own. */
export async function writeFiles(
  tree: unknown,
  options: WriteOptions,
  name: string,
): Promise<ExplodedFile[]> {
  const settings = settingsOf(options);
  const nameOf = (index: number) => `${name}${String(index).padStart(4, "0")}.asdf`;
  const { text, blocks } = await draftOf(tree, options.history, settings, nameOf);
  const bare = await draftOf({}, undefined, settings);
  const writing = writingOf(blocks, settings);
  const files = [{ name: `${name}.asdf`, blob: await gathered(partsOf(text, [], settings, writing)) }];
  for (const [index, block] of blocks.entries()) {
    const blob = await gathered(partsOf(bare.text, [block], settings, writing));
    files.push({ name: nameOf(index), blob });
  }
  return files;
}

/** The text of a tree, and the blocks that it refers to by their numbers or the names of their files. */
async function draftOf(
  tree: unknown,
  history: string | undefined,
  settings: Settings,
  nameOf?: (index: number) => string,
): Promise<{ text: string; blocks: Block[] }> {
  proceed({ signal: settings.signal, check: () => {} });
  const root = { key: null, value: tree, above: undefined } as Parameters<typeof kindOf>[2];
  if (typeof tree !== "object" || tree === null || kindOf(tree, null, root) !== "map") {
    throw new AsdfError("bad-tree", "the root of a tree is a map: an object, or a Map", { path: "" });
  }
  const entries = entriesOf(tree, history, settings);
  const plan = await Plan.of(tree, entries, settings);
  const blocks = plan.blocks.settle(nameOf);
  return { text: treeText(tree, entries, plan, settings), blocks };
}

/** What the root holds, with the library that wrote it, unless it names one, and what was done. */
function entriesOf(tree: object, history: string | undefined, settings: Settings): [unknown, unknown][] {
  const entries = [...childrenOf(tree)];
  if (!entries.some(([key]) => key === "asdf_library")) {
    const version = guard(() => writer().version());
    const library = { author: "The asdf-wasm developers", homepage: HOMEPAGE, name: "asdf-wasm", version };
    entries.unshift(["asdf_library", withTag(library, settings.tag("software"))]);
  }
  if (history !== undefined) {
    const entry = withTag({ description: history, time: new Date() }, settings.tag("history_entry"));
    const at = entries.findIndex(([key]) => key === "history");
    const [, before] = entries[at] ?? [];
    const added: [unknown, unknown] = ["history", withEntry(before, entry)];
    entries.splice(at < 0 ? 1 : at, at < 0 ? 0 : 1, added);
  }
  return entries;
}

/** The history with one more entry. Before version 1.2.0 of the standard it was a list. */
function withEntry(history: unknown, entry: object): unknown {
  if (Array.isArray(history)) {
    return [...history, entry];
  }
  const map =
    typeof history === "object" && history !== null
      ? Object.fromEntries(childrenOf(history) as Iterable<[string, unknown]>)
      : {};
  const entries: unknown = map["entries"];
  return { ...map, entries: [...(Array.isArray(entries) ? entries : []), entry] };
}

/** The file from its beginning to its end. */
async function* partsOf(
  tree: string,
  blocks: readonly Block[],
  settings: Settings,
  writing: Writing,
): AsyncGenerator<Part> {
  const { padding } = settings;
  const gap = (position: number) => (padding - (position % padding)) % padding;
  const text = new TextEncoder().encode(settings.preamble + tree);
  const blank = new Uint8Array(blocks.length > 0 ? gap(text.length) : 0).fill(0x20);
  yield text;
  yield blank;
  let position = text.length + blank.length;
  const offsets: number[] = [];
  for (const block of blocks) {
    offsets.push(position);
    if (block.length === undefined) {
      yield guard(() => writer().streamedHeader()) as Uint8Array<ArrayBuffer>;
      yield* block.pieces(settings.signal);
      return;
    }
    const content = await contentOf(block, block.length, writing);
    const header = headerOf(content, content.used);
    const zeros = new Uint8Array(gap(position + header.length + content.used));
    yield headerOf(content, content.used + zeros.length);
    yield* content.parts;
    yield zeros;
    position += header.length + content.used + zeros.length;
  }
  if (settings.blockIndex) {
    yield new TextEncoder().encode(guard(() => writer().blockIndex(Float64Array.from(offsets))));
  }
}

function headerOf({ label, used, data, checksum }: Content, allocated: number): Uint8Array<ArrayBuffer> {
  const header = guard(() => writer().blockHeader(label, allocated, used, data, checksum));
  return header as Uint8Array<ArrayBuffer>;
}

function writingOf(blocks: readonly Block[], { signal, checksum, onProgress }: Settings): Writing {
  const total = blocks.reduce((sum, { length = Number.NaN }) => sum + length, 0);
  let loaded = 0;
  const done = (bytes: number) => {
    loaded += bytes;
    onProgress?.({ loaded, phase: "write", ...(total >= loaded && { total }) });
  };
  return { signal, checksum, done, check: () => {} };
}

async function gathered(parts: AsyncIterable<Part>): Promise<Blob> {
  const spool = new Spool();
  for await (const part of parts) {
    spool.push(part);
  }
  return spool.blob();
}

/** In one piece of memory, to which what lies in memory is copied only once. */
async function joined(parts: AsyncIterable<Part>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of parts) {
    const piece = part instanceof Blob ? new Uint8Array(await part.arrayBuffer()) : part;
    pieces.push(piece);
    size += piece.length;
  }
  const bytes = allocate(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function streamed(parts: AsyncGenerator<Part>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const pieces = piecesOf(parts);
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) {
        controller.close();
      } else {
        controller.enqueue(value);
      }
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

/** What is handed over may be transferred: it is never the caller's own memory. */
async function* piecesOf(parts: AsyncIterable<Part>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const part of parts) {
    const size = part instanceof Blob ? part.size : part.byteLength;
    for (let at = 0; at < size; at += PIECE) {
      const piece = part.slice(at, at + PIECE);
      yield piece instanceof Blob ? new Uint8Array(await piece.arrayBuffer()) : piece;
    }
  }
}
