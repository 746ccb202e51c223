/** `asdf-wasm/viewer`, and the type of `<asdf-viewer>` in the markup of Svelte. */
import type { HTMLAttributes } from "svelte/elements";
import type { AsdfViewerAttributes, AsdfViewerElement, AsdfViewerEvents } from "./index.js";

export * from "./index.js";

type Listeners = {
  [Name in keyof AsdfViewerEvents as `on${Name}` | `on:${Name}`]?: (event: AsdfViewerEvents[Name]) => void;
};

declare module "svelte/elements" {
  interface SvelteHTMLElements {
    "asdf-viewer": HTMLAttributes<AsdfViewerElement> & AsdfViewerAttributes & Listeners;
  }
}
