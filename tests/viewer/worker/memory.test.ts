/** What the viewer keeps of files that were closed, and of calls that were answered: nothing. */

import { getEventListeners } from "node:events";
import { Connection } from "@asdf-wasm/www/viewer/client/connection.ts";
import { setWorker } from "@asdf-wasm/www/viewer/client/thread.ts";
import type { ArrayNode } from "@asdf-wasm/www/viewer/protocol/facts.ts";
import { closeWith, letGo } from "@asdf-wasm/www/viewer/protocol/transfer.ts";
import type { Tab } from "@asdf-wasm/www/viewer/shell/tabs/tab.ts";
import { Tabs } from "@asdf-wasm/www/viewer/shell/tabs/tabs.ts";
import type { Session } from "@asdf-wasm/www/viewer/state/session.ts";
import { CatalogueModel } from "@asdf-wasm/www/viewer/views/image/catalogue/catalogueModel.ts";
import { CompareModel } from "@asdf-wasm/www/viewer/views/image/compare/compareModel.ts";
import { transferHandlers } from "comlink";
import { afterEach, expect, test, vi } from "vitest";
import { leftOf } from "../../support/collect.ts";

/** Workers that are kept, as browsers keep them at times, and never answer. */
const workers: SilentWorker[] = [];

class SilentWorker {
  readonly #listeners = new Set<unknown>();

  addEventListener(_type: string, listener: unknown, options?: { readonly signal?: AbortSignal }): void {
    this.#listeners.add(listener);
    const forget = () => this.#listeners.delete(listener);
    options?.signal?.addEventListener("abort", forget, { once: true });
  }

  postMessage(): void {}
  terminate(): void {}
}

afterEach(() => {
  workers.length = 0;
});

test("a worker does not keep a file that was closed while a call to it was pending", async () => {
  setWorker(() => {
    const worker = new SilentWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  });
  const open = () => {
    const file = { failures: 0, answers: 0 };
    const connection = new Connection(() => {
      file.failures += 1;
    });
    void connection.worker.tree.children(0).then(() => {
      file.answers += 1;
    });
    connection.close();
    return new WeakRef(file);
  };
  const file = open();
  expect(workers).toHaveLength(1);
  await vi.waitFor(async () => expect(await leftOf(file)).toBeUndefined());
});

const image = {
  ...{ id: 1, key: "data", path: "data", kind: "array" },
  array: { elements: "numbers", shape: [2, 2] },
} as unknown as ArrayNode;

/** A tab in which a file seems to be open, with an image on its stage. */
function openTab(tabs: Tabs): Tab {
  tabs.addEmpty();
  const tab = tabs.shown.value;
  tab.session.phase.value = "open";
  tab.session.scene.facts.value = image;
  return tab;
}

test("the tab that remains lets go of the file beside it, even if nothing asks what is open", async () => {
  const tabs = new Tabs([]);
  const { session } = openTab(tabs);
  const [compare, catalogue] = [session.model(CompareModel), session.model(CatalogueModel)];
  const other = (): WeakRef<Session> => {
    const tab = openTab(tabs);
    compare.chosen.value = `//${tab.id}`;
    expect(compare.choice.value?.host).toBe(tab.session);
    expect(catalogue.tables.value).toEqual([]);
    tabs.close(tab);
    return new WeakRef(tab.session);
  };
  const closed = other();
  await vi.waitFor(async () => expect(await leftOf(closed)).toBeUndefined());
  expect(compare.chosen.value).toBeUndefined();
});

test("what was sent to a worker is let go of once its connection is closed", async () => {
  const { port1, port2 } = new MessageChannel();
  const closing = new AbortController();
  const [, sent] = transferHandlers.get("proxy")?.serialize(() => {}) ?? [];
  closeWith(closing.signal, sent ?? []);
  port1.postMessage(sent, sent ?? []);
  const [received] = await new Promise<MessagePort[]>((resolve) => {
    port2.onmessage = ({ data }) => resolve(data);
  });
  const closed = new Promise((resolve) => received?.addEventListener("close", resolve));
  received?.start();
  closing.abort();
  await closed;
  port1.close();
});

test("a call that was answered leaves no ports to the page, nor a function that does something", async () => {
  const closing = new AbortController();
  const heard: unknown[] = [];
  const sending = (name: string, value: unknown) => {
    const handler = transferHandlers.get(name);
    const [port, sent = []] = handler?.serialize(value) ?? [];
    closeWith(closing.signal, sent);
    return handler?.deserialize(port);
  };
  const called = sending("function", (value: unknown) => heard.push(value)) as (value: unknown) => unknown;
  const args = [{ node: 1 }, sending("signal", new AbortController().signal), called];
  const open = () => getEventListeners(closing.signal, "abort").length;
  expect(open()).toBe(2);
  await called("row");
  letGo(args);
  await vi.waitFor(() => expect(open()).toBe(0));
  expect(called("late")).toBeUndefined();
  expect(heard).toEqual(["row"]);
});
