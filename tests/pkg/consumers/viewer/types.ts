import { AsdfError } from "asdf-wasm";
import {
  type AsdfViewerElement,
  type FileFacts,
  mount,
  setWorker,
  type ViewerSource,
} from "asdf-wasm/viewer";

setWorker(() => new Worker("/asdf-wasm/viewer/worker.js", { type: "module" }));

const element: AsdfViewerElement = document.createElement("asdf-viewer");
element.src = new URL("https://example.org/image.asdf");
const src: string | null = element.src;
element.theme = src === null ? "light" : null;
// @ts-expect-error There is no such theme.
element.theme = "sepia";
element.addEventListener("asdf-open", ({ detail }) => {
  const { name, size }: FileFacts = detail;
  console.log(name, size);
});
document.addEventListener("asdf-change", ({ detail }) => console.log(detail.link, detail.path));
window.addEventListener("asdf-error", ({ detail }) => console.log(detail.code, detail.message));

const sources: ViewerSource[] = [new Blob(), "a.asdf", [{ path: "a/b.asdf", file: new Blob() }]];
for (const source of sources) {
  const opening: Promise<FileFacts> = element.open(source);
  opening.catch((error: unknown) => console.log(error instanceof AsdfError && error.code));
}

const viewer = mount(document.body, { sample: "a.asdf", onOpen: (file) => console.log(file.dialect) });
viewer.offer({ recent: true });
viewer.destroy();
