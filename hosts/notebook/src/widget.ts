/**
 * What anywidget loads in each notebook: the box of a cell, and the words in it when there is no kernel. The viewer itself comes from
 * the kernel (`scripts.ts`).
 */

import type { Model } from "./anywidget.ts";
import { Kernel } from "./kernel.ts";
import { offer, script } from "./scripts.ts";
import type { start } from "./viewer.ts";

/** The module of the viewer, which all cells of the page share. */
async function viewer(): Promise<{ readonly start: typeof start }> {
  const url = URL.createObjectURL(new Blob([await script("viewer.js")], { type: "text/javascript" }));
  return import(/* @vite-ignore */ url);
}

function render({ model, el }: { readonly model: Model; readonly el: HTMLElement }): () => void {
  const box = document.createElement("div");
  const words = document.createElement("div");
  const view = document.createElement("div");
  words.setAttribute("role", "status");
  words.style.cssText = "padding: 8px 12px; font: 13px/1.4 system-ui, sans-serif; opacity: .8";
  box.style.cssText = "display: flex; flex-direction: column; width: 100%; min-height: 0";
  view.style.cssText = "flex: 1; min-height: 0; position: relative";
  words.hidden = true;
  box.append(words, view);
  el.append(box);

  const say = (text: string) => {
    const name = model.get("name");
    words.textContent = text && name ? `${name}: ${text}` : text;
    words.hidden = text === "";
  };
  const size = () => {
    const height = model.get("height");
    box.style.height = typeof height === "number" ? `${height}px` : height;
  };
  model.on("change:height", size);
  size();

  const kernel = new Kernel(model, say);
  const withdraw = offer(kernel);
  let isOver = false;
  let stop = () => {};
  const begin = async () => {
    modules.viewer ??= viewer();
    try {
      const { start } = await modules.viewer;
      const started = isOver ? stop : await start({ model, kernel, box: view });
      if (isOver) {
        started();
      }
      stop = started;
    } catch (cause) {
      modules.viewer = undefined;
      say(cause instanceof Error ? cause.message : String(cause));
    }
  };
  void begin();
  return () => {
    isOver = true;
    withdraw();
    stop();
    kernel.close();
    model.off("change:height", size);
    box.remove();
  };
}

const modules: { viewer?: ReturnType<typeof viewer> | undefined } = {};

export default { render };
