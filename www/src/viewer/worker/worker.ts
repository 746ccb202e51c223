/**
 * The worker that runs the package: it opens the file, keeps its tree, and answers the page's calls. Calls that
 * take long can be stopped.
 */
import { type AsdfFile, init, open } from "asdf-wasm";
import { expose } from "comlink";
import type { Edited, EditState } from "../protocol/edits.ts";
import type { FileFacts, Notice } from "../protocol/facts.ts";
import { noticeOf } from "../protocol/notices.ts";
import type { WorkerApi } from "../protocol/workerApi.ts";
import { besideCalls } from "./beside/calls.ts";
import { compareCalls, lineNodes } from "./compare/calls.ts";
import { exportCalls } from "./export/calls.ts";
import { allBlocks, verifyBlock } from "./files/blocks.ts";
import { given } from "./files/given.ts";
import { anyArrayAt } from "./guests.ts";
import { hduCalls } from "./hdus/calls.ts";
import { compositeAt, compositePicture, readChannels } from "./image/composite.ts";
import { contourCalls } from "./image/contourCalls.ts";
import { flagPicture, flagsAt, readFlags } from "./image/flags.ts";
import { readHistogram, readLimits } from "./image/histogram.ts";
import { planeHistogram, planeLimits, planeQuantiles, readExcerpt, readPlane } from "./image/image.ts";
import { readWindow } from "./image/sections.ts";
import { Lines } from "./line/lines.ts";
import { measureCalls } from "./measure/calls.ts";
import { answer, arrayAt, type OpenFile, opened, readableAt, show, stop, stoppable } from "./opened.ts";
import { regionFileCalls } from "./regions/calls.ts";
import { catalogueCalls } from "./table/catalogueCalls.ts";
import { forgetTable, tableCalls } from "./table/tableCalls.ts";
import { byPath, Editing, inTree } from "./tree/editing.ts";
import { Nodes } from "./tree/nodes.ts";
import { provenanceOf } from "./tree/provenance.ts";
import { Search } from "./tree/search.ts";
import { alike, flagsAmong } from "./tree/siblings.ts";
import { coordinateAlong, forgetWorld, withCoordinate, world } from "./world.ts";

let search: Search | undefined;
/** What a search that was ended finds. */
const NOTHING = { nodes: new Int32Array(), kinds: new Uint8Array(), done: true };
let lines: Lines | undefined;
let verifying = new AbortController();
let warningsReported = 0;

const api: WorkerApi = {
  ...besideCalls,
  ...compareCalls,

  open: (source, path, onProgress, host) =>
    answer(async () => {
      const { bytes, name, main, mains, refused = [], ...found } = await given(source, host);
      const file = await open(bytes, { ...found, checksums: "warn", onProgress });
      if (bytes instanceof Blob) {
        // Cheap for a local file, and the tree can then show how arrays are compressed.
        await file.readBlockHeaders();
      }
      const nodes = new Nodes(file);
      forgetWorld();
      const isRemote = !(bytes instanceof Blob);
      show({ file, nodes, editing: new Editing(nodes, true), found, isRemote, source: bytes });
      const opened = describe(file, nodes, path);
      const warnings = [...refused, ...opened.warnings];
      return { ...opened, warnings, file: factsOf(file, name), main, mains };
    }),

  children: (id) => answer(async () => opened().nodes.children(id)),

  detail: (id) => answer(async () => opened().nodes.detail(id)),

  text: (id) => answer(async () => opened().nodes.text(id)),

  value: (id) => answer(async () => opened().nodes.valueText(id)),

  yamlOf: (id) =>
    answer(async () => {
      const { yamlText } = await import("./tree/yamlText.ts");
      return yamlText(opened().nodes.value(id));
    }),

  file: () =>
    answer(async () => {
      const { dialect, formatVersion, standardVersion, comments, warnings, tree, hdus } = opened().file;
      const notices = warnings.map((warning) => noticeOf(warning, "warning"));
      const head = { dialect, formatVersion, standardVersion, comments, hdus: hdus.length };
      const { observationOf } = await import("./observation/observation.ts");
      const observation = observationOf(opened().file);
      return { ...head, warnings: notices, provenance: provenanceOf(tree), observation };
    }),

  blocks: () => answer(async () => allBlocks(opened().file)),

  verify: (index) =>
    answer(async () => {
      verifying = new AbortController();
      return verifyBlock(opened().file, index, verifying.signal);
    }),

  stopVerifying: async () => verifying.abort(),

  trail: (id) => answer(async () => opened().nodes.trail(id)),

  trailAlong: (path) => answer(async () => opened().nodes.trailAlong(path)),

  search: (text) =>
    answer(async () => {
      search = new Search(opened().nodes, text);
      return search.step();
    }),

  searchOn: () => answer(async () => search?.step() ?? NOTHING),

  hits: (ids) => answer(async () => ids.flatMap((id) => search?.hit(id) ?? [])),

  plane: (task, node, section, ...args) =>
    stoppable(task, async (signal) => {
      const [path, array] = readableAt(node);
      const located = await withCoordinate(node, section);
      return readPlane(
        path,
        array,
        { costly: opened().isRemote, role: "stage" },
        signal,
        task,
        node,
        located,
        ...args,
      );
    }),

  cost: (node, section) =>
    answer(async () => {
      const { bytesOf } = await import("./image/collapse.ts");
      return { bytes: bytesOf(readableAt(node)[1], section), isRemote: opened().isRemote };
    }),

  excerpt: (...args) => stoppable(args[0], (signal) => readExcerpt(...readableAt(args[1]), signal, ...args)),

  limits: (...args) => answer(() => planeLimits(...args)),

  quantiles: (...args) => answer(() => planeQuantiles(...args)),

  histogram: (...args) => answer(() => planeHistogram(...args)),

  histogramOf: (...args) =>
    stoppable(args[0], (signal) => readHistogram(readableAt(args[1])[1], signal, ...args)),

  limitsOf: (...args) => stoppable(args[0], (signal) => readLimits(readableAt(args[1])[1], signal, ...args)),

  lines: (task, requests) =>
    stoppable(task, (signal) => {
      lines ??= new Lines(lineNodes(opened()), coordinateAlong);
      return lines.read(requests, signal);
    }),

  window: (task, id, section, ...args) =>
    stoppable(task, async (signal) =>
      readWindow(...readableAt(id), signal, await withCoordinate(id, section), ...args),
    ),

  flagsBeside: (id) => answer(async () => flagsAmong(opened().nodes.arraysBeside(id), arrayAt(id)[1].shape)),

  flags: (id, section) => answer(() => readFlags(opened().file, ...arrayAt(id), section)),

  flagPicture: (...args) => answer(() => flagPicture(...args)),

  flagsAt: (x, y) => answer(() => flagsAt(x, y)),

  alike: (id) => answer(async () => alike(opened().nodes, id)),

  composite: (...args) => stoppable(args[0], (signal) => readChannels(anyArrayAt, signal, ...args)),

  compositePicture: (...args) => answer(() => compositePicture(...args)),

  compositeAt: (x, y) => answer(() => compositeAt(x, y)),

  wcsBeside: (id) => answer(async () => world().beside(id)),

  wcs: (at) => answer(() => world().describe(at)),

  axisWorld: (...args) => answer(() => world().alongAxis(...args)),

  toWorld: (...args) => answer(() => world().toWorld(...args)),

  toSky: (...args) => answer(() => world().toSky(...args)),

  toPixels: (...args) => answer(() => world().toPixels(...args)),

  graticule: (...args) => answer(() => world().graticule(...args)),

  ...catalogueCalls,
  ...contourCalls,
  ...hduCalls,
  ...measureCalls,
  ...regionFileCalls,
  ...tableCalls,

  editable: (id) => answer(async () => opened().editing.editable(id)),

  becomes: (id, text) => answer(async () => opened().editing.becomes(id, text)),

  edit: (change) =>
    answer(async () => {
      const { editing, nodes } = opened();
      const made = byPath(change, nodes);
      const edited = editing.change(change);
      opened().after = undefined;
      return { ...afterEdit(edited), made };
    }),

  repeat: (change) =>
    change.kind === "yaml"
      ? api.applyYaml(change.text, change.path)
      : answer(async () => inTree(change, opened().nodes)).then(api.edit),

  undo: () =>
    answer(async () => {
      const { editing, before } = opened();
      const edited = editing.undo() ?? (before && goTo(before));
      return edited && afterEdit(edited);
    }),

  redo: () =>
    answer(async () => {
      const { editing, after } = opened();
      const edited = editing.redo() ?? (after && goTo(after));
      return edited && afterEdit(edited);
    }),

  yaml: () => answer(async () => (await import("./files/yaml.ts")).yamlOf(opened().file)),

  checkYaml: (text) => answer(async () => (await import("./files/yaml.ts")).problemIn(text)),

  applyYaml: (text, path) =>
    answer(async () => {
      const { hasBlocks, withYaml } = await import("./files/yaml.ts");
      const before = opened();
      if (before.file.hdus.length > 0) {
        throw new Error("the arrays of this file are in HDUs: save it as ASDF, then open and edit that");
      }
      if (before.isRemote && hasBlocks(before.file)) {
        throw new Error(
          "the blocks of this file are elsewhere: save a copy of the file, then open and edit that",
        );
      }
      const file = await withYaml(before.file, text, { ...before.found, checksums: "warn" });
      await file.readBlockHeaders();
      const nodes = new Nodes(file);
      const editing = new Editing(nodes, false);
      before.after = { ...before, file, nodes, editing, before, after: undefined, source: undefined };
      return { ...afterEdit(goTo(before.after, path)), made: { kind: "yaml", path, text } };
    }),

  noteSaved: () =>
    answer(async () => {
      const now = opened();
      for (const way of ["before", "after"] as const) {
        for (let other = now[way]; other; other = other[way]) {
          other.editing.outdate();
        }
      }
      now.editing.save();
      return stateOf(now);
    }),

  save: (task, options, onProgress) =>
    stoppable(task, async (signal) => {
      const { saved } = await import("./files/saving.ts");
      return saved(opened().file, options, signal, onProgress);
    }),

  cut: (task, id, spans, options, onProgress) =>
    stoppable(task, async (signal) => {
      const { cut } = await import("./files/saving.ts");
      const { file, nodes } = opened();
      if (!nodes.place(id)) {
        throw new Error("this array is in another file: open that, and save what is shown of it");
      }
      return cut(file, nodes.path(id), spans, options, signal, onProgress);
    }),

  zip: (task, options, onProgress) =>
    stoppable(task, async (signal) => {
      const { zipped } = await import("./files/saving.ts");
      return zipped(opened().file, options, signal, onProgress);
    }),

  news: () => answer(async () => newWarnings(opened().file)),

  ...exportCalls,

  stop,
};

expose(api);
// Starts loading WebAssembly before a file arrives; opening reports a failure.
init().catch(() => {});

/** Drops what was derived from the tree before the change. */
function afterEdit(edited: Edited): Edited {
  forgetTable();
  lines = undefined;
  forgetWorld();
  return { ...edited, state: stateOf(opened()) };
}

function stateOf({ editing, before, after }: OpenFile): EditState {
  const state = editing.state();
  const whole = "editing the YAML";
  return { ...state, undo: state.undo ?? (before && whole), redo: state.redo ?? (after && whole) };
}

/** Goes to the file before or after an edit of the text. */
function goTo(other: OpenFile, path?: string): Edited {
  show(other);
  search = undefined;
  warningsReported = 0;
  const reopened = describe(other.file, other.nodes, path);
  return { nodes: [], lists: [], replaced: [], state: stateOf(other), reopened };
}

function factsOf(file: AsdfFile, name: string): FileFacts {
  return {
    name,
    size: file.size,
    dialect: file.dialect,
    formatVersion: file.formatVersion,
    standardVersion: file.standardVersion,
  };
}

function describe(file: AsdfFile, nodes: Nodes, path: string | undefined) {
  const roots = nodes.roots();
  const asked = path === undefined ? undefined : nodes.trailAlong(path);
  // An array of which the tree knows nothing is shown later.
  const trail = asked && roots.some(({ id }) => id === asked[0]) ? asked : nodes.first();
  return {
    warnings: newWarnings(file),
    roots,
    unfolded: trail.slice(0, -1).map((id) => [id, nodes.childrenHere(id)] as const),
    shown: trail.at(-1),
  };
}

function newWarnings({ warnings }: AsdfFile): Notice[] {
  const fresh = warnings.slice(warningsReported);
  warningsReported = warnings.length;
  return fresh.map((warning) => noticeOf(warning, "warning"));
}
