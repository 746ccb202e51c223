/**
 * The page around the viewer: it registers the element, opens what the address names (`?url=…`), and keeps the address,
 * a link to what is shown, and the window's title up to date. Keys pressed while nothing has the focus go to the viewer.
 * The element itself does not depend on the page.
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
// The viewer shows a failure.
viewer?.follow(location.search).catch(() => {});
