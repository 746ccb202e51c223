/** A server that renders pages imports the viewer, although it cannot show it. */
import { mount } from "asdf-wasm/viewer";
import { AsdfViewerElement } from "asdf-wasm/viewer/vue";

console.log(JSON.stringify({ mount: typeof mount, element: typeof AsdfViewerElement }));
