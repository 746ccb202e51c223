/** Edits of the tree and of its text, and saving what they make of the file. */
import type { EditCalls, Edited, EditState } from "../../protocol/edits.ts";
import type { Answers, HeldFile } from "../held.ts";
import { OpenFile, type Version } from "../opened.ts";
import { byPath, Editing, inTree } from "../tree/editing.ts";
import { Nodes } from "../tree/nodes.ts";
import { describe } from "./opening.ts";

export function editAnswers(held: HeldFile): Answers<EditCalls> {
  const answers: Answers<EditCalls> = {
    editable: ({ editing }, id) => editing.editable(id),

    becomes: ({ editing }, { id, text }) => editing.becomes(id, text),

    change({ editing, nodes, version }, change) {
      const made = byPath(change, nodes);
      const edited = editing.change(change);
      version.after = undefined;
      return { ...afterEdit(held, edited), made };
    },

    repeat: (file, change) =>
      change.kind === "yaml"
        ? answers.applyYaml(file, change)
        : answers.change(file, inTree(change, file.nodes)),

    undo({ editing, version: { before } }) {
      const edited = editing.undo();
      return edited ? afterEdit(held, edited) : before && goTo(held, before);
    },

    redo({ editing, version: { after } }) {
      const edited = editing.redo();
      return edited ? afterEdit(held, edited) : after && goTo(held, after);
    },

    yaml: async ({ file }) => (await import("@asdf-wasm/science/tree/yaml")).yamlOf(file),

    checkYaml: async (_, text) => (await import("@asdf-wasm/science/tree/yaml")).problemIn(text),

    async applyYaml({ version: before }, { text, path }) {
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
    },

    noteSaved({ version }) {
      for (const way of ["before", "after"] as const) {
        for (let other = version[way]; other; other = other[way]) {
          other.editing.outdate();
        }
      }
      version.editing.save();
      return stateOf(version);
    },
  };
  return answers;
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
