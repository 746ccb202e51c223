/** Copies the page's address with what is shown, and says how that went. */
import { addressOf } from "./link.ts";
import type { Tabs } from "./tabs.ts";

export async function copyLink(tabs: Tabs): Promise<void> {
  tabs.say(await outcome(tabs));
}

async function outcome(tabs: Tabs): Promise<string> {
  const found = addressOf(tabs);
  if (found === undefined) {
    const isLocal = tabs.shown.value.url === undefined;
    return `No link can lead here: ${isLocal ? "this file is on this device only" : "the address of this file is too long"}`;
  }
  try {
    await navigator.clipboard.writeText(found.address);
    return found.without.length === 0
      ? "Copied the link to what is shown"
      : `Copied the link without ${found.without.join(", and without ")}`;
  } catch {
    return "The browser does not allow this page to copy: the link is the address of the page";
  }
}
