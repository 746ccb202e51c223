/** `asdf-wasm/viewer`, and the type of `<asdf-viewer>` in the JSX of Preact. */
import type { ClassAttributes, HTMLAttributes } from "preact";
import type { AsdfViewerAttributes, AsdfViewerElement, AsdfViewerEvents } from "./index.js";

export * from "./index.js";

type Listeners = {
  [Name in keyof AsdfViewerEvents as `on${Name}`]?: (event: AsdfViewerEvents[Name]) => void;
};

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "asdf-viewer": ClassAttributes<AsdfViewerElement> &
        HTMLAttributes<AsdfViewerElement> &
        AsdfViewerAttributes &
        Listeners;
    }
  }
}
