/**
 * What a page keeps after a collection of garbage: its memory, nodes, listeners, sessions of files, workers and addresses of
 * Blobs.
 */
import type { CDPSession, Page } from "playwright-core";
import { sessionsAlive } from "../support/sessions.ts";

export interface Traces {
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
  readonly workers: number;
  readonly blobs: number;
  /** Of all files that were open. */
  readonly sessions: number;
}

/** Prepares a page that knows the addresses of Blobs in use, and since when. */
export function countBlobs(): void {
  const { createObjectURL, revokeObjectURL } = URL;
  const used = new Map<string, number>();
  URL.createObjectURL = (blob) => {
    const address = createObjectURL.call(URL, blob);
    used.set(address, performance.now());
    return address;
  };
  URL.revokeObjectURL = (address) => {
    used.delete(address);
    revokeObjectURL.call(URL, address);
  };
  Object.assign(window, { blobsInUse: used });
}

/** Closes all files, waits until that is done, and takes stock. */
export async function tracesOf(page: Page, session: CDPSession): Promise<Traces> {
  await page.evaluate(async () => {
    document.querySelector("asdf-viewer")?.close();
    for (let frame = 0; frame < 3; frame += 1) {
      await new Promise(requestAnimationFrame);
    }
  });
  const sessions = await sessionsAlive(page, session);
  const { metrics } = await session.send("Performance.getMetrics");
  const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  // That of a download is kept for a minute, in which the browser reads it.
  const blobs = await page.evaluate(() => {
    const used = Reflect.get(window, "blobsInUse") as Map<string, number>;
    return [...used.values()].filter((since) => performance.now() - since > 90_000).length;
  });
  return {
    heap: metric("JSHeapUsedSize"),
    nodes: metric("Nodes"),
    listeners: metric("JSEventListeners"),
    workers: page.workers().length,
    blobs,
    sessions,
  };
}
