/** Which sessions of the viewer are alive: those of files that were closed must be collected. */
import type { CDPSession, Page } from "playwright-core";

/** The viewer's tabs as Preact has them; `__k` is its name for what it rendered. */
interface Rendered {
  readonly __k?: Rendered | readonly (Rendered | null)[] | null;
  readonly props?: { readonly tabs?: { readonly all: { peek(): readonly { readonly session: object }[] } } };
}

/** Notes the sessions of all tabs, without keeping them. */
export function noteSessions(page: Page): Promise<void> {
  return page.evaluate(() => {
    const root: unknown = document.querySelector("asdf-viewer")?.shadowRoot;
    let node = root as Rendered | null | undefined;
    while (node && !node.props?.tabs) {
      node = [node.__k].flat()[0];
    }
    if (!node?.props?.tabs) {
      throw new Error("the tabs of the viewer are not found");
    }
    const noted: WeakRef<object>[] = Reflect.get(window, "sessions") ?? [];
    const known = new Set(noted.map((session) => session.deref()));
    const open = node.props.tabs.all.peek().map(({ session }) => session);
    noted.push(...open.filter((session) => !known.has(session)).map((session) => new WeakRef(session)));
    Object.assign(window, { sessions: noted });
  });
}

/** How many of the sessions that were noted are alive after a collection of garbage. */
export async function sessionsAlive(page: Page, session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  return page.evaluate(() => {
    const noted: WeakRef<object>[] = Reflect.get(window, "sessions") ?? [];
    return noted.filter((session) => session.deref()).length;
  });
}
