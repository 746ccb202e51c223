/** What the templates of Vue and Svelte accept of `<asdf-viewer>`. */
import "asdf-wasm/viewer/svelte";
import "asdf-wasm/viewer/vue";
import type { SvelteHTMLElements } from "svelte/elements";
import type { GlobalComponents } from "vue";

type Vue = InstanceType<GlobalComponents["asdf-viewer"]>["$props"];
type Svelte = SvelteHTMLElements["asdf-viewer"];

export const vue: Vue = {
  src: "a.asdf",
  recent: true,
  theme: "dark",
  class: "wide",
  "onAsdf-open": ({ detail }) => console.log(detail.name),
};
export const svelte: Svelte = {
  src: "a.asdf",
  recent: true,
  theme: "dark",
  class: "wide",
  "onasdf-open": ({ detail }) => console.log(detail.name),
};
// @ts-expect-error There is no such theme.
export const wrongVue: Vue = { theme: "sepia" };
// @ts-expect-error There is no such theme.
export const wrongSvelte: Svelte = { theme: "sepia" };
