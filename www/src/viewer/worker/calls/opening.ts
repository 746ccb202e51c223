/** Opening a file, and what the page asks of it as a whole. */
import type { AsdfFile } from "asdf-wasm";
import type { FileFacts, Opened } from "../../protocol/facts.ts";
import { noticeOf } from "../../protocol/notices.ts";
import type { FileCalls, WorkerApi } from "../../protocol/workerApi.ts";
import { allBlocks } from "../files/blocks.ts";
import { given, openAny } from "../files/given.ts";
import { type Answers, answered, type HeldFile } from "../held.ts";
import { OpenFile, type Version } from "../opened.ts";
import { reportFirstRows } from "../tree/beginning.ts";
import { Editing } from "../tree/editing.ts";
import { Nodes } from "../tree/nodes.ts";
import { provenanceOf } from "../tree/provenance.ts";

export function opening(held: HeldFile): WorkerApi["open"] {
  return ({ source, path }, onProgress, host) =>
    answered([], async () => {
      const options = { onProgress, signal: held.closing };
      const { bytes, made, name, main, mains, refused = [], ...found } = await given(source, host, options);
      if (bytes instanceof Blob) {
        reportFirstRows(bytes, onProgress).catch(() => {});
      }
      const anyFile = made ?? (await openAny(bytes, name, { ...found, ...options, checksums: "warn" }));
      if (bytes instanceof Blob) {
        // Cheap for a local file, and the tree can then show how arrays are compressed.
        await anyFile.file.readBlockHeaders();
      }
      const nodes = new Nodes(anyFile.file);
      const isRemote = !(bytes instanceof Blob);
      const editing = new Editing(nodes, true);
      held.show(new OpenFile({ ...anyFile, nodes, editing, found, isRemote, source: bytes }));
      const opened = describe(held.file, path);
      const warnings = [...refused, ...opened.warnings];
      return { ...opened, warnings, file: factsOf(held.file, name), main, mains };
    });
}

export const fileAnswers = (held: HeldFile): Answers<FileCalls> => ({
  limitCache: (_, bytes) => held.limitCache(bytes),

  async detail({ file, version, warnings }) {
    const { comments, tree, hdus } = file;
    const notices = warnings.all.map((warning) => noticeOf(warning, "warning"));
    const head = { ...formatOf(version), comments, hdus: hdus.length };
    const { observationOf } = await import("../observation/observation.ts");
    const observation = observationOf(file);
    return { ...head, warnings: notices, provenance: provenanceOf(tree), observation };
  },

  blocks: ({ file }) => allBlocks(file),

  verify: ({ verifier }, index) => verifier.verify(index),

  stopVerifying: ({ verifier }) => verifier.stop(),

  news: ({ warnings }) => warnings.news(),

  async save({ file, version }, options, signal, onProgress) {
    refuseTables(version);
    const { saved } = await import("../files/saving.ts");
    return saved(file, options, signal, onProgress);
  },

  async cut({ file, nodes, version }, { node, spans, ...options }, signal, onProgress) {
    refuseTables(version);
    const { cut } = await import("../files/saving.ts");
    if (!nodes.place(node)) {
      throw new Error("this array is in another file: open that, and save what is shown of it");
    }
    return cut(file, nodes.path(node), spans, options, signal, onProgress);
  },

  async zip({ file, version }, options, signal, onProgress) {
    refuseTables(version);
    const { zipped } = await import("../files/saving.ts");
    return zipped(file, options, signal, onProgress);
  },
});

function factsOf({ file, version }: OpenFile, name: string): FileFacts {
  const size = version.tables?.[0]?.size ?? file.size;
  return { name, size, ...formatOf(version) };
}

/** The tree of a table in another format has no rows, which a file of it would lack. */
function refuseTables({ tables }: Version): void {
  if (tables) {
    throw new Error(
      "this file is a table of another format: save its rows from the table, as ASDF, FITS or CSV",
    );
  }
}

/** The format that the file has. A table has another format than its tree. */
function formatOf({
  file,
  tables,
}: Version): Pick<AsdfFile, "formatVersion" | "standardVersion"> & { dialect: string } {
  const { dialect, formatVersion, standardVersion } = file;
  const [table] = tables ?? [];
  return table
    ? { dialect: table.format, formatVersion: "", standardVersion: undefined }
    : { dialect, formatVersion, standardVersion };
}

/** What the page first shows of a file: the node at `path`, if the file has it. */
export function describe(
  { nodes, warnings }: OpenFile,
  path: string | undefined,
): Pick<Opened, "warnings" | "roots" | "unfolded" | "shown"> {
  const asked = path === undefined ? undefined : nodes.trailAlong(path);
  // An array of which the tree knows nothing is shown later.
  const isInTree = asked?.[0] !== undefined && nodes.isOnFirstLevel(asked[0]);
  const trail = isInTree ? asked : nodes.first();
  return {
    warnings: warnings.news(),
    roots: nodes.rootList(trail),
    unfolded: trail.slice(0, -1).map((id) => [id, nodes.list(id, trail)] as const),
    shown: trail.at(-1),
  };
}
