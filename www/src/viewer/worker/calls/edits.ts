/** Edits of the tree and of its text, and saving what they make of the file. */
import type { Edited, EditState } from "../../protocol/edits.ts";
import type { WorkerApi } from "../../protocol/workerApi.ts";
import type { HeldFile } from "../held.ts";
import { OpenFile, type Version } from "../opened.ts";
import { byPath, Editing, inTree } from "../tree/editing.ts";
import { Nodes } from "../tree/nodes.ts";
import { describe } from "./opening.ts";

type EditCalls = Pick<
  WorkerApi,
  | ("edit" | "repeat" | "undo" | "redo" | "yaml" | "checkYaml" | "applyYaml" | "noteSaved")
  | ("save" | "cut" | "zip")
>;

export function editCalls(held: HeldFile): EditCalls {
  const calls: EditCalls = {
    edit: (change) =>
      held.answer(({ editing, nodes, version }) => {
        const made = byPath(change, nodes);
        const edited = editing.change(change);
        version.after = undefined;
        return { ...afterEdit(held, edited), made };
      }),

    repeat: (change) =>
      change.kind === "yaml"
        ? calls.applyYaml(change.text, change.path)
        : held.answer(({ nodes }) => inTree(change, nodes)).then(calls.edit),

    undo: () =>
      held.answer(({ editing, version: { before } }) => {
        const edited = editing.undo();
        return edited ? afterEdit(held, edited) : before && goTo(held, before);
      }),

    redo: () =>
      held.answer(({ editing, version: { after } }) => {
        const edited = editing.redo();
        return edited ? afterEdit(held, edited) : after && goTo(held, after);
      }),

    yaml: () => held.answer(async ({ file }) => (await import("@asdf-wasm/science/tree/yaml")).yamlOf(file)),

    checkYaml: (text) =>
      held.answer(async () => (await import("@asdf-wasm/science/tree/yaml")).problemIn(text)),

    applyYaml: (text, path) =>
      held.answer(async ({ version: before }) => {
        const { hasBlocks, withYaml } = await import("@asdf-wasm/science/tree/yaml");
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
        return { ...goTo(held, before.after, path), made: { kind: "yaml" as const, path, text } };
      }),

    noteSaved: () =>
      held.answer(({ version }) => {
        for (const way of ["before", "after"] as const) {
          for (let other = version[way]; other; other = other[way]) {
            other.editing.outdate();
          }
        }
        version.editing.save();
        return stateOf(version);
      }),

    save: (task, options, onProgress) =>
      held.stoppable(task, async ({ file }, signal) => {
        const { saved } = await import("../files/saving.ts");
        return saved(file, options, signal, onProgress);
      }),

    cut: (task, id, spans, options, onProgress) =>
      held.stoppable(task, async ({ file, nodes }, signal) => {
        const { cut } = await import("../files/saving.ts");
        if (!nodes.place(id)) {
          throw new Error("this array is in another file: open that, and save what is shown of it");
        }
        return cut(file, nodes.path(id), spans, options, signal, onProgress);
      }),

    zip: (task, options, onProgress) =>
      held.stoppable(task, async ({ file }, signal) => {
        const { zipped } = await import("../files/saving.ts");
        return zipped(file, options, signal, onProgress);
      }),
  };
  return calls;
}

/** Holds the file as it is after an edit of its tree. */
function afterEdit(held: HeldFile, edited: Edited): Edited {
  held.show(held.file.edited());
  return { ...edited, state: stateOf(held.file.version) };
}

/** Goes to the file before or after an edit of the text. */
function goTo(held: HeldFile, version: Version, path?: string): Edited {
  held.show(new OpenFile(version));
  const reopened = describe(held.file, path);
  return { nodes: [], lists: [], replaced: [], state: stateOf(version), reopened };
}

function stateOf({ editing, before, after }: Version): EditState {
  const state = editing.state();
  const whole = "editing the YAML";
  return { ...state, undo: state.undo ?? (before && whole), redo: state.redo ?? (after && whole) };
}
