/** `asdf-wasm/viewer`, and the type of `<asdf-viewer>` in the JSX of React. React 18 sets attributes only: add listeners by a `ref`. */
import type { ClassAttributes, HTMLAttributes } from "react";
import type { AsdfViewerAttributes, AsdfViewerElement, AsdfViewerEvents } from "./index.js";

export * from "./index.js";

type Listeners = {
  [Name in keyof AsdfViewerEvents as `on${Name}`]?: (event: AsdfViewerEvents[Name]) => void;
};

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "asdf-viewer": ClassAttributes<AsdfViewerElement> &
        HTMLAttributes<AsdfViewerElement> &
        AsdfViewerAttributes &
        Listeners;
    }
  }
}
