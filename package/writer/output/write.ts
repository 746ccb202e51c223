/** Writes a file: its tree, then its blocks, one after another (ASDF 1.0.0, "Low-level file layout"). */

import { registered } from "../../api/converter.ts";
import { allocate } from "../../api/elements.ts";
import { AsdfError } from "../../api/error.ts";
import { originOf, ownerOf } from "../../api/marks/marks.ts";
import type { TreeValue } from "../../api/tree.ts";
import { withTag } from "../../api/values.ts";
import type { ExplodedFile, WriteOptions, Written } from "../../api/writing.ts";
import { Spool } from "../../bytes/spool.ts";
import { proceed } from "../../bytes/work.ts";
import type { AsdfFile } from "../../file/file.ts";
import { OpenedFile } from "../../file/opened-file.ts";
import { guard } from "../../wasm/failure.ts";
import { writer } from "../../wasm/writer.ts";
import { type Block, CHUNK } from "../blocks/block.ts";
import { type Content, contentsOf, type SizedBlock, type WriteWork } from "../blocks/content.ts";
import { plainTree } from "../input/convert.ts";
import { keepMarks } from "../input/marks.ts";
import { type Settings, settingsOf } from "../input/settings.ts";
import { childrenOf, kindOf } from "../input/values.ts";
import { type Before, refuseSecondDocument } from "./before.ts";
import { checkText } from "./check.ts";
import { WritePlan } from "./plan.ts";
import { treeText } from "./tree.ts";

type Chunk = Uint8Array<ArrayBuffer> | Blob;

/** The homepage in `asdf_library`. */
const HOMEPAGE = "https://github.com/asdf-wasm/asdf-wasm";

/**
 * Writes a file. The module that writes must be loaded. `changed`: the file that is written changed, if the root of the tree
 * does not tell.
 */
export async function writeFile<As extends keyof Written = "blob">(
  given: unknown,
  options: WriteOptions<As> = {},
  changed?: AsdfFile,
): Promise<Written[As]> {
  const before = beforeOf(given, changed);
  const settings = settingsOf(options, before?.file.info.standardVersion);
  const converters = [...(options.converters ?? before?.file.converters ?? registered)];
  const tree = converters.length > 0 ? plainTree(given, converters, settings.standard) : given;
  if (typeof tree === "object" && tree !== null) {
    keepMarks(tree, before?.tree);
  }
  const { text, blocks } = await draftOf(tree, options.history, settings, before);
  const chunks = chunksOf(text, blocks, settings, workOf(blocks, settings));
  const forms: { [Form in keyof Written]: () => Written[Form] | Promise<Written[Form]> } = {
    blob: () => gathered(chunks),
    bytes: () => joined(chunks),
    stream: () => streamed(chunks),
  };
  return forms[options.as ?? ("blob" as As)]();
}

/** Writes a file in exploded form: one file with the tree, and one for each block. */
export async function writeFiles(
  changed: AsdfFile,
  options: WriteOptions,
  name: string,
): Promise<ExplodedFile[]> {
  const settings = settingsOf(options, changed.standardVersion);
  const tree = changed.nodes ?? {};
  const nameOf = (index: number) => `${name}${String(index).padStart(4, "0")}.asdf`;
  const before = beforeOf(tree, changed);
  const { text, blocks, kept } = await draftOf(tree, options.history, settings, before, nameOf);
  const bare = await draftOf({}, undefined, settings, undefined);
  const work = workOf(blocks, settings);
  const files = [{ name: `${name}.asdf`, blob: await gathered(chunksOf(text, kept, settings, work)) }];
  for (const [index, block] of blocks.entries()) {
    const blob = await gathered(chunksOf(bare.text, [block], settings, work));
    files.push({ name: nameOf(index), blob });
  }
  return files;
}

/** The file that is written changed, and its tree as it was read; undefined for a new file. */
function beforeOf(tree: unknown, changed: AsdfFile | undefined): Before | undefined {
  const root = changed?.nodes ?? tree;
  const isObject = typeof root === "object" && root !== null;
  const file = changed?.opened ?? (isObject ? ownerOf(root) : undefined);
  const origin = isObject ? (originOf(root) as TreeValue | undefined) : undefined;
  return file instanceof OpenedFile ? { file, tree: origin ?? changed?.nodes ?? null } : undefined;
}

/**
 * The text of a tree, and the blocks that it refers to, by number or by the name of their file; `kept`: the blocks that no array
 * names, which have no file of their own.
 */
async function draftOf(
  tree: unknown,
  history: string | undefined,
  settings: Settings,
  before: Before | undefined,
  nameOf?: (index: number) => string,
): Promise<{ text: string; blocks: Block[]; kept: readonly Block[] }> {
  proceed({ signal: settings.signal, check: () => {} });
  if (typeof tree !== "object" || tree === null || kindOf(tree, null, undefined) !== "map") {
    throw new AsdfError("bad-tree", "the root of a tree is a map: an object, or a Map", { path: "" });
  }
  if (before) {
    refuseSecondDocument(before, settings);
  }
  const entries = entriesOf(tree, history, settings);
  const plan = await WritePlan.of(tree, entries, settings, before);
  const blocks = plan.blocks.settle(nameOf);
  const text = treeText(tree, entries, plan, settings);
  if (settings.validate !== "off") {
    await checkText(settings.preamble + text, settings, before);
  }
  return { text, blocks, kept: plan.blocks.kept };
}

/** The entries of the root. Adds the library, unless the tree names one, and the history entry. */
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

/** Adds an entry to the history. Before version 1.2.0 of the standard, the history was a list. */
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

/** The chunks of the file in order. */
async function* chunksOf(
  tree: string,
  blocks: readonly Block[],
  settings: Settings,
  work: WriteWork,
): AsyncGenerator<Chunk> {
  const { padding } = settings;
  const gap = (position: number) => (padding - (position % padding)) % padding;
  const text = new TextEncoder().encode(settings.preamble + tree);
  const blank = allocate(blocks.length > 0 ? gap(text.length) : 0).fill(0x20);
  yield text;
  yield blank;
  let position = text.length + blank.length;
  const offsets: number[] = [];
  const sized = blocks.filter((block): block is SizedBlock => block.length !== undefined);
  for await (const content of contentsOf(sized, work)) {
    offsets.push(position);
    const header = headerOf(content, content.used);
    const zeros = allocate(gap(position + header.length + content.used));
    yield headerOf(content, content.used + zeros.length);
    yield* content.chunks;
    yield zeros;
    position += header.length + content.used + zeros.length;
  }
  const [streamed] = blocks.slice(sized.length);
  if (streamed) {
    yield guard(() => writer().streamedHeader()) as Uint8Array<ArrayBuffer>;
    yield* streamed.chunks(settings.signal);
    return;
  }
  if (settings.blockIndex) {
    yield new TextEncoder().encode(guard(() => writer().blockIndex(Float64Array.from(offsets))));
  }
}

function headerOf({ label, used, data, checksum }: Content, allocated: number): Uint8Array<ArrayBuffer> {
  const header = guard(() => writer().blockHeader(label, allocated, used, data, checksum));
  return header as Uint8Array<ArrayBuffer>;
}

function workOf(blocks: readonly Block[], { signal, checksum, workers, onProgress }: Settings): WriteWork {
  const total = blocks.reduce((sum, { length = Number.NaN }) => sum + length, 0);
  let loaded = 0;
  const done = (bytes: number) => {
    loaded += bytes;
    onProgress?.({ loaded, phase: "write", ...(total >= loaded && { total }) });
  };
  return { signal, checksum, workers, done, check: () => {} };
}

async function gathered(chunks: AsyncIterable<Chunk>): Promise<Blob> {
  const spool = new Spool();
  for await (const chunk of chunks) {
    spool.push(chunk);
  }
  return spool.blob();
}

/** All chunks in one array. Bytes in memory are copied only once. */
async function joined(chunks: AsyncIterable<Chunk>): Promise<Uint8Array<ArrayBuffer>> {
  const contents: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const content = chunk instanceof Blob ? new Uint8Array(await chunk.arrayBuffer()) : chunk;
    contents.push(content);
    size += content.length;
  }
  const bytes = allocate(size);
  let at = 0;
  for (const content of contents) {
    bytes.set(content, at);
    at += content.length;
  }
  return bytes;
}

function streamed(chunks: AsyncGenerator<Chunk>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const pulled = smallChunks(chunks);
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await pulled.next();
      if (done) {
        controller.close();
      } else {
        controller.enqueue(value);
      }
    },
    async cancel() {
      await pulled.return(undefined);
    },
  });
}

/** The chunks as a consumer of a stream gets them. It may transfer them, so they are never the caller's memory. */
async function* smallChunks(chunks: AsyncIterable<Chunk>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const chunk of chunks) {
    const size = chunk instanceof Blob ? chunk.size : chunk.byteLength;
    for (let at = 0; at < size; at += CHUNK) {
      const small = chunk.slice(at, at + CHUNK);
      yield small instanceof Blob ? new Uint8Array(await small.arrayBuffer()) : small;
    }
  }
}
