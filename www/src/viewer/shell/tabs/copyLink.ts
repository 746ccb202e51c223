/** Copies the page's address with what is shown, and says how that went. */
import { addressOf } from "./link.ts";
import type { Tabs } from "./model.ts";

export async function copyLink(tabs: Tabs): Promise<void> {
  tabs.say(await outcome(addressOf(tabs)));
}

async function outcome(found: ReturnType<typeof addressOf>): Promise<string> {
  if (found === undefined) {
    return "No link can lead here: this file is on this device only";
  }
  try {
    await navigator.clipboard.writeText(found.address);
    if (!found.hasPlace) {
      return "Copied the link to the file: the path of what is shown is too long for a link";
    }
    return found.isWhole
      ? "Copied the link to what is shown"
      : "Copied the link without the signature or token of the file’s address: others need access of their own";
  } catch {
    return "The browser does not allow this page to copy: the link is the address of the page";
  }
}
