/** The tree and its search, as the page asks for them. */
import type { WorkerApi } from "../../protocol/workerApi.ts";
import type { HeldFile } from "../held.ts";
import { Search } from "../tree/search.ts";

type TreeCalls = Pick<
  WorkerApi,
  | ("children" | "detail" | "text" | "value" | "yamlOf" | "trail" | "trailAlong")
  | ("search" | "searchOn" | "hits" | "editable" | "becomes")
>;

/** What a search that was ended finds. */
const nothing = () => ({ nodes: new Int32Array(), kinds: new Uint8Array(), done: true });

export function treeCalls(held: HeldFile): TreeCalls {
  return {
    children: (id) => held.answer(({ nodes }) => nodes.children(id)),

    detail: (id) => held.answer(({ nodes }) => nodes.detail(id)),

    text: (id) => held.answer(({ nodes }) => nodes.text(id)),

    value: (id) => held.answer(({ nodes }) => nodes.valueText(id)),

    yamlOf: (id) =>
      held.answer(async ({ nodes }) => {
        const { yamlText } = await import("@asdf-wasm/science/tree/yamlText");
        return yamlText(nodes.value(id));
      }),

    trail: (id) => held.answer(({ nodes }) => nodes.trail(id)),

    trailAlong: (path) => held.answer(({ nodes }) => nodes.trailAlong(path)),

    search: (text) =>
      held.answer((file) => {
        file.search = new Search(file.nodes, text);
        return file.search.step();
      }),

    searchOn: () => held.answer(({ search }) => search?.step() ?? nothing()),

    hits: (ids) => held.answer(({ search }) => ids.flatMap((id) => search?.hit(id) ?? [])),

    editable: (id) => held.answer(({ editing }) => editing.editable(id)),

    becomes: (id, text) => held.answer(({ editing }) => editing.becomes(id, text)),
  };
}
