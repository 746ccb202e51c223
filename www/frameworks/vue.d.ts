/** `asdf-wasm/viewer`, and the type of `<asdf-viewer>` in the templates of Vue. */
import type { HTMLAttributes, PublicProps } from "vue";
import type { AsdfViewerAttributes, AsdfViewerElement, AsdfViewerEvents } from "./index.js";

export * from "./index.js";

type Listeners = {
  [Name in keyof AsdfViewerEvents as `on${Capitalize<Name>}`]?: (event: AsdfViewerEvents[Name]) => void;
};

declare module "vue" {
  interface GlobalComponents {
    "asdf-viewer": new () => AsdfViewerElement & {
      $props: HTMLAttributes & PublicProps & AsdfViewerAttributes & Listeners;
    };
  }
}
