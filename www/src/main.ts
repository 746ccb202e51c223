/**
 * The page around the viewer: it registers the element, hands it what the
 * address names (`?url=…`), and keeps the address and the window's title in
 * step, so that the address is a link to what is seen. Keys that are pressed
 * while nothing has the focus are the viewer's: there is nothing else. The
 * element itself asks nothing of the page.
 */
import "./viewer/index.ts";

const viewer = document.querySelector("asdf-viewer");

viewer?.addEventListener("asdf-change", ({ detail }) => {
  document.title = detail.name ? `${detail.name} – ASDF viewer` : "ASDF viewer";
  history.replaceState(null, "", detail.link || location.pathname);
});
document.addEventListener("keydown", (event) => {
  if (
    event.target === document.body &&
    viewer?.dispatchEvent(new KeyboardEvent("keydown", event)) === false
  ) {
    event.preventDefault();
  }
});
void viewer?.follow(location.search);
