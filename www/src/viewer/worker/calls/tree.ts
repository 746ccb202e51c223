/** The tree and its search, as the page asks for them. */
import type { TreeCalls } from "../../protocol/workerApi.ts";
import type { Answers } from "../held.ts";
import { Search } from "../tree/search.ts";

/** What a search that was ended finds. */
const nothing = () => ({ nodes: new Int32Array(), kinds: new Uint8Array(), done: true });

export const treeAnswers: Answers<TreeCalls> = {
  children: ({ nodes }, id) => nodes.children(id),

  detail: ({ nodes }, id) => nodes.detail(id),

  text: ({ nodes }, id) => nodes.text(id),

  value: ({ nodes }, id) => nodes.valueText(id),

  async yaml({ nodes }, id) {
    const { yamlText } = await import("@asdf-wasm/science/tree/yamlText");
    return yamlText(nodes.value(id));
  },

  trail: ({ nodes }, id) => nodes.trail(id),

  trailAlong: ({ nodes }, path) => nodes.trailAlong(path),

  search(file, text) {
    file.search = new Search(file.nodes, text);
    return file.search.step();
  },

  searchOn: ({ search }) => search?.step() ?? nothing(),

  hits: ({ search }, ids) => ids.flatMap((id) => search?.hit(id) ?? []),
};
