/** Opening a file, and what the page asks of it as a whole. */
import { type AsdfFile, open } from "asdf-wasm";
import type { FileFacts, Opened } from "../../protocol/facts.ts";
import { noticeOf } from "../../protocol/notices.ts";
import type { FileCalls, WorkerApi } from "../../protocol/workerApi.ts";
import { allBlocks } from "../files/blocks.ts";
import { given } from "../files/given.ts";
import { loadAhead } from "../files/loadAhead.ts";
import { type Answers, answered, type HeldFile } from "../held.ts";
import { OpenFile } from "../opened.ts";
import { Editing } from "../tree/editing.ts";
import { Nodes } from "../tree/nodes.ts";
import { provenanceOf } from "../tree/provenance.ts";

export function opening(held: HeldFile): WorkerApi["open"] {
  return ({ source, path }, onProgress, host) =>
    answered([], async () => {
      const options = { onProgress, signal: held.closing };
      const {
        bytes,
        name,
        main,
        mains,
        refused = [],
        complete,
        lost,
        ...found
      } = await given(source, host, options);
      if (!(bytes instanceof Blob)) {
        loadAhead(name);
      }
      const file = await open(bytes, { ...found, ...options, checksums: "warn" });
      complete?.(file);
      if (bytes instanceof Blob) {
        // Cheap for a local file, and the tree can then show how arrays are compressed.
        await file.readBlockHeaders();
      }
      const nodes = new Nodes(file);
      const isRemote = !(bytes instanceof Blob);
      const editing = new Editing(nodes, true);
      held.show(new OpenFile({ file, nodes, editing, found, isRemote, lost, source: bytes }));
      const opened = describe(held.file, path);
      const warnings = [...refused, ...opened.warnings];
      return { ...opened, warnings, file: factsOf(file, name), main, mains };
    });
}

export const fileAnswers = (held: HeldFile): Answers<FileCalls> => ({
  limitCache: (_, bytes) => held.limitCache(bytes),

  async detail({ file }) {
    const { dialect, formatVersion, standardVersion, comments, warnings, tree, hdus } = file;
    const notices = warnings.map((warning) => noticeOf(warning, "warning"));
    const head = { dialect, formatVersion, standardVersion, comments, hdus: hdus.length };
    const { observationOf } = await import("../observation/observation.ts");
    const observation = observationOf(file);
    return { ...head, warnings: notices, provenance: provenanceOf(tree), observation };
  },

  blocks: ({ file }) => allBlocks(file),

  verify: ({ verifier }, index) => verifier.verify(index),

  stopVerifying: ({ verifier }) => verifier.stop(),

  news: ({ warnings }) => warnings.news(),

  async save({ file }, options, signal, onProgress) {
    const { saved } = await import("../files/saving.ts");
    return saved(file, options, signal, onProgress);
  },

  async cut({ file, nodes }, { node, spans, ...options }, signal, onProgress) {
    const { cut } = await import("../files/saving.ts");
    if (!nodes.place(node)) {
      throw new Error("this array is in another file: open that, and save what is shown of it");
    }
    return cut(file, nodes.path(node), spans, options, signal, onProgress);
  },

  async zip({ file }, options, signal, onProgress) {
    const { zipped } = await import("../files/saving.ts");
    return zipped(file, options, signal, onProgress);
  },
});

function factsOf(file: AsdfFile, name: string): FileFacts {
  return {
    name,
    size: file.size,
    dialect: file.dialect,
    formatVersion: file.formatVersion,
    standardVersion: file.standardVersion,
  };
}

/** What the page first shows of a file: the node at `path`, if the file has it. */
export function describe(
  { nodes, warnings }: OpenFile,
  path: string | undefined,
): Pick<Opened, "warnings" | "roots" | "unfolded" | "shown"> {
  const roots = nodes.roots();
  const asked = path === undefined ? undefined : nodes.trailAlong(path);
  // An array of which the tree knows nothing is shown later.
  const trail = asked && roots.some(({ id }) => id === asked[0]) ? asked : nodes.first();
  return {
    warnings: warnings.news(),
    roots,
    unfolded: trail.slice(0, -1).map((id) => [id, nodes.childrenHere(id)] as const),
    shown: trail.at(-1),
  };
}
