/**
 * The page around the viewer: it registers the element, opens what the address names (`?url=…`), and keeps the address, a link to what is
 * shown, and the window's title up to date; Back and Forward go through what was looked at. Keys pressed while nothing has the focus go to
 * the viewer. Installed, the page opens files from the desktop. The element itself does not depend on the page.
 */
import { keepOffline } from "./offline/keepOffline.ts";
import { PageAddress } from "./pageAddress.ts";
import "./viewer/index.ts";

declare global {
  interface Window {
    /** The files that an installed page is started with, from the desktop; not in all browsers. */
    readonly launchQueue?: {
      setConsumer(consumer: (launch: { readonly files: readonly FileSystemFileHandle[] }) => void): void;
    };
  }
}

const viewer = document.querySelector("asdf-viewer");
const address = new PageAddress({
  read: () => location.search + location.hash,
  push: (link) => history.pushState(null, "", link || location.pathname),
  replace: (link) => history.replaceState(null, "", link || location.pathname),
  now: () => performance.now(),
  later: (action, milliseconds) => void setTimeout(action, milliseconds),
});
const arrive = () => address.arrive(async (link) => viewer?.follow(link));

viewer?.addEventListener("asdf-change", ({ detail }) => {
  document.title = detail.name ? `${detail.name} – ASDF viewer` : "ASDF viewer";
  address.note(detail.link);
});
addEventListener("popstate", () => void arrive());
document.addEventListener("keydown", (event) => {
  if (
    event.target === document.body &&
    viewer?.dispatchEvent(new KeyboardEvent("keydown", event)) === false
  ) {
    event.preventDefault();
  }
});
void arrive();
window.launchQueue?.setConsumer(async ({ files }) => {
  for (const handle of files) {
    // The viewer shows what went wrong.
    await viewer?.add(await handle.getFile()).catch(() => {});
  }
});
keepOffline();
