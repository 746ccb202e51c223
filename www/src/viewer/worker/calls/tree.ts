/** The tree, its search, and what schemas say of it, as the page asks for them. */
import type { SchemaCalls } from "../../protocol/schemas.ts";
import type { TreeCalls } from "../../protocol/workerApi.ts";
import type { Answers } from "../held.ts";
import { Search } from "../tree/search.ts";

/** What a search that was ended finds. */
const nothing = () => ({ nodes: new Int32Array(), kinds: new Uint8Array(), done: true });

export const treeAnswers: Answers<TreeCalls> = {
  children: ({ nodes }, id) => nodes.children(id),

  nodes: ({ nodes }, ids) => ids.map((id) => nodes.node(id)),

  keyed: ({ nodes }, { ids, text }) => nodes.keyed(ids, text),

  detail: ({ nodes }, id) => nodes.detail(id),

  text: ({ nodes }, id) => nodes.text(id),

  value: ({ nodes }, id) => nodes.valueText(id),

  async yaml({ nodes }, id) {
    const { yamlText } = await import("@asdf-wasm/science/tree/yamlText");
    return yamlText(nodes.value(id));
  },

  trail: ({ nodes }, id) => nodes.trail(id),

  trailAlong: ({ nodes }, path) => nodes.trailAlong(path),

  search(file, { text, own }) {
    file.search = new Search(file.nodes, text, () => file.schemas.describer(own));
    return file.search.step();
  },

  async searchOn({ search }) {
    await search?.prepare();
    return search?.step() ?? nothing();
  },

  hits: ({ search }, ids) => ids.flatMap((id) => search?.hit(id) ?? []),
};

export const schemaAnswers: Answers<SchemaCalls> = {
  async meanings({ schemas }, { nodes, own }) {
    const describe = await schemas.describer(own);
    return nodes.map(describe);
  },

  async check(file, own, signal, onProgress) {
    const { check } = await import("../schemas/checking.ts");
    return check(file, own, { signal, onProgress });
  },

  async checkText(file, { text, own }) {
    const { checkText } = await import("../schemas/checking.ts");
    return checkText(file, text, own);
  },

  survey: ({ schemas }, own) => schemas.facts(own),
};
