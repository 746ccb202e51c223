/** Copies the page's address with what is shown, and says how that went. */
import { addressOf } from "./link.ts";
import type { Tabs } from "./model.ts";

export async function copyLink(tabs: Tabs): Promise<void> {
  tabs.say(await outcome(addressOf(tabs)));
}

async function outcome(address: string | undefined): Promise<string> {
  if (address === undefined) {
    return "No link can lead here: this file is on this device only";
  }
  try {
    await navigator.clipboard.writeText(address);
    return "Copied the link to what is shown";
  } catch {
    return "The browser does not allow this page to copy: the link is the address of the page";
  }
}
