/**
 * The worker that runs the package: it opens the file, keeps its tree, reads
 * and narrows planes, and transfers them to the page. One array is read at a
 * time; asking for another stops the one before.
 */
import { type AsdfFile, open, slice } from "asdf-wasm";
import { expose, transfer } from "comlink";
import { allBlocks, verifyBlock } from "./blocks.ts";
import { readCells } from "./cells.ts";
import { Feed } from "./feed.ts";
import { Folder } from "./folder.ts";
import { Nodes } from "./nodes.ts";
import { noticeOf } from "./notices.ts";
import { buffersOf } from "./pixels.ts";
import { stepFor } from "./planes.ts";
import type { Engine, FileFacts, FileSet, Notice, PlaneHead } from "./protocol.ts";
import { provenanceOf } from "./provenance.ts";
import { Search } from "./search.ts";
import { datatypeName } from "./values.ts";

let current: { readonly file: AsdfFile; readonly nodes: Nodes } | undefined;
/** The plane asked for last. */
let feed: Feed | undefined;
let search: Search | undefined;
let reading = new AbortController();
let verifying = new AbortController();
let warningsTold = 0;

const engine: Engine = {
  open: (source, onProgress) =>
    answer(async () => {
      const { bytes, main, mains, ...found } = await sourceOf(source);
      const file = await open(bytes, { ...found, checksums: "warn", onProgress });
      if (bytes instanceof Blob) {
        // Here it costs next to nothing, and the tree can say how arrays are compressed.
        await file.readBlockHeaders();
      }
      const nodes = new Nodes(file);
      current = { file, nodes };
      return { ...describe(file, nodes), file: factsOf(file, main, bytes), main, mains };
    }),

  children: (id) => answer(async () => opened().nodes.children(id)),

  detail: (id) => answer(async () => opened().nodes.detail(id)),

  text: (id) => answer(async () => opened().nodes.text(id)),

  value: (id) => answer(async () => opened().nodes.valueText(id)),

  file: () =>
    answer(async () => {
      const { dialect, formatVersion, standardVersion, comments, warnings, tree } = opened().file;
      const told = warnings.map((warning) => noticeOf(warning, "warning"));
      const head = { dialect, formatVersion, standardVersion, comments };
      return { ...head, warnings: told, provenance: provenanceOf(tree) };
    }),

  blocks: () => answer(async () => allBlocks(opened().file)),

  verify: (index) =>
    answer(async () => {
      verifying = new AbortController();
      return verifyBlock(opened().file, index, verifying.signal);
    }),

  stopVerifying: async () => verifying.abort(),

  trail: (id) => answer(async () => opened().nodes.trail(id)),

  search: (text) =>
    answer(async () => {
      search = new Search(opened().nodes, text);
      return search.step();
    }),

  searchOn: () => answer(async () => search?.step() ?? { nodes: new Int32Array(), done: true }),

  plane: (...asked) => answer(() => showPlane(opened(), ...asked)),

  limits: (interval) => answer(async () => feed?.limits(interval)),

  cells: (id) =>
    answer(async () => {
      const { nodes } = opened();
      return readCells(nodes.path(id), nodes.array(id), startReading());
    }),

  news: () => answer(async () => newWarnings(opened().file)),

  stop: async () => reading.abort(),
};

expose(engine);

/** Failures cross to the page as notices: an Error would lose its code and place on the way. */
async function answer<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw noticeOf(cause);
  }
}

function opened(): { readonly file: AsdfFile; readonly nodes: Nodes } {
  if (!current) {
    throw new Error("no file is open");
  }
  return current;
}

function startReading(): AbortSignal {
  reading.abort();
  reading = new AbortController();
  return reading.signal;
}

/** What to open, where it is in its set, and how to find the files that it refers to. */
async function sourceOf(source: FileSet | string) {
  if (typeof source === "string") {
    return { bytes: source, main: source, mains: [source] };
  }
  const folder = new Folder(source);
  const mains = source.mains ?? (await folder.mains());
  const main = source.main ?? mains[0] ?? "";
  return { bytes: folder.get(main), main, mains, resolve: folder.resolver(main) };
}

function factsOf(file: AsdfFile, main: string, bytes: Blob | string): FileFacts {
  return {
    name: nameOf(main, bytes),
    size: bytes instanceof Blob ? bytes.size : undefined,
    dialect: file.dialect,
    formatVersion: file.formatVersion,
    standardVersion: file.standardVersion,
  };
}

function describe(file: AsdfFile, nodes: Nodes) {
  const roots = nodes.roots();
  const trail = nodes.science();
  return {
    warnings: newWarnings(file),
    roots,
    unfolded: trail.slice(0, -1).map((id) => [id, nodes.childrenHere(id)] as const),
    science: trail.at(-1),
  };
}

function newWarnings({ warnings }: AsdfFile): Notice[] {
  const fresh = warnings.slice(warningsTold);
  warningsTold = warnings.length;
  return fresh.map((warning) => noticeOf(warning, "warning"));
}

function nameOf(main: string, bytes: Blob | string): string {
  if (bytes instanceof Blob) {
    return bytes instanceof File ? bytes.name : (main.split("/").at(-1) ?? main);
  }
  const { pathname, host } = new URL(bytes);
  const name = pathname.split("/").at(-1) || host;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

async function showPlane(
  { nodes }: { readonly nodes: Nodes },
  ...[id, leading, interval, onProgress, onPart]: Parameters<Engine["plane"]>
): Promise<void> {
  const signal = startReading();
  const array = nodes.array(id);
  const [rows = 0, columns = 0] = array.shape.slice(-2);
  const step = stepFor(columns, rows);
  const axis = step === 1 ? null : slice(null, null, step);
  const datatype = datatypeName(array.dtype);
  const head: PlaneHead = {
    ...{ node: id, path: nodes.path(id), datatype, complex: datatype.startsWith("complex") },
    ...{ width: Math.ceil(columns / step), height: Math.ceil(rows / step), step },
    ...{ leading, leadingShape: array.shape.slice(0, -2) },
  };
  const fed = new Feed(head, interval, (part) =>
    onPart(transfer(part, buffersOf(part.values, part.display, part.mask))),
  );
  feed = fed;
  try {
    const part = await array.read([...leading, axis, axis], { signal, onProgress, onRows: fed.add });
    if (part.fields) {
      throw new TypeError(`${head.path} holds no numbers to draw`);
    }
    await fed.finish(part);
  } catch (cause) {
    if (signal.aborted) {
      fed.stop();
    } else {
      await fed.end();
    }
    throw cause;
  }
}
