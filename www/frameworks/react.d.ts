/**
 * `asdf-wasm/viewer` as a component of React 18 and 19, and the type of `<asdf-viewer>` in its JSX. React 18 sets attributes of that
 * only; the component listens and sets properties by a `ref`, also where a server has rendered it.
 */
import type { ClassAttributes, ForwardRefExoticComponent, HTMLAttributes, RefAttributes } from "react";
import type {
  AsdfViewerAttributes,
  AsdfViewerElement,
  AsdfViewerEvents,
  FileFacts,
  Notice,
  Shown,
  TreeEdit,
} from "./index.js";

export * from "./index.js";

type Own = "children" | "dangerouslySetInnerHTML" | "onChange" | keyof AsdfViewerAttributes;

export interface AsdfViewerProps
  extends Omit<HTMLAttributes<AsdfViewerElement>, Own>,
    Omit<AsdfViewerAttributes, "src" | "sample"> {
  /** The URL of the file to show; another value opens another file. */
  src?: string | URL | null | undefined;
  /** A URL that the empty viewer offers as a sample. */
  sample?: string | URL | null | undefined;
  /** A file is open. */
  onOpen?: ((file: FileFacts) => void) | undefined;
  /** A file cannot be opened, or a part of it cannot be read. */
  onFailure?: ((failure: Notice) => void) | undefined;
  /** Another file, or another part of it, is shown. */
  onChange?: ((shown: Shown) => void) | undefined;
  /** A person has edited the tree. */
  onEdit?: ((edit: TreeEdit) => void) | undefined;
}

/** The viewer. Its `ref` is the element, with the methods `open()`, `add()`, `write()` and others. */
export declare const AsdfViewer: ForwardRefExoticComponent<
  AsdfViewerProps & RefAttributes<AsdfViewerElement>
>;

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
