/**
 * The page around the viewer: it registers the element, hands it the file that
 * the address names (`?url=…`), and keeps the window's title in step. The
 * element itself asks nothing of the page.
 */
import "./viewer/index.ts";

const viewer = document.querySelector("asdf-viewer");
const wanted = new URLSearchParams(location.search).get("url");

viewer?.addEventListener("asdf-open", ({ detail }) => {
  document.title = `${detail.name} – ASDF viewer`;
});
if (viewer && wanted) {
  viewer.src = wanted;
}
