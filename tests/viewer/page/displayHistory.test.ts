/** Undo and redo of display changes, and how they go together with edits of the tree. */

import { DisplayHistory } from "@asdf-wasm/www/viewer/state/editing/displayHistory.ts";
import type { Words } from "@asdf-wasm/www/viewer/state/linked.ts";
import { signal } from "@preact/signals";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function displayed() {
  const display = signal<{ node: number; words: Words } | undefined>({ node: 1, words: {} });
  const follow = (words: Words, node: number): void => {
    display.value = { node, words };
  };
  const editing = {
    count: 0,
    undo: vi.fn(async () => {
      editing.count -= 1;
    }),
    redo: vi.fn(async () => {
      editing.count += 1;
    }),
  };
  const busy = signal(false);
  const shown = {
    get display() {
      return display.value;
    },
    models: { follow },
  };
  const history = new DisplayHistory(shown, editing, busy);
  const change = (words: Words): void => {
    display.value = { node: 1, words };
  };
  const rest = () => vi.advanceTimersByTime(1000);
  return { history, display, editing, busy, change, rest, words: () => display.value?.words };
}

test("changes that follow each other closely are one step", () => {
  const { history, change, rest, words } = displayed();
  for (const bias of ["0.51", "0.52", "0.6"]) {
    change({ bias });
  }
  rest();
  change({ bias: "0.6", stretch: "log" });
  expect(history.undo()).toBe("stretch");
  expect(words()).toEqual({ bias: "0.6" });
  expect(history.undo()).toBe("bias");
  expect(words()).toEqual({});
  expect(history.redo()).toBe("bias");
  expect(history.redo()).toBe("stretch");
  expect(words()).toEqual({ bias: "0.6", stretch: "log" });
});

test("zoom and position stay, and are no steps", () => {
  const { history, change, rest, words, editing } = displayed();
  change({ stretch: "log" });
  rest();
  change({ stretch: "log", zoom: "2@1,1" });
  rest();
  expect(history.undo()).toBe("stretch");
  expect(words()).toEqual({ zoom: "2@1,1" });
  expect(history.undo()).toBeUndefined();
  expect(editing.undo).toHaveBeenCalledOnce();
});

test("edits of the tree and display changes are undone in the order in which they were made", () => {
  const { history, change, rest, editing } = displayed();
  change({ stretch: "log" });
  rest();
  editing.count = 1;
  change({ stretch: "log", colormap: "viridis" });
  rest();
  expect(history.undo()).toBe("colours");
  expect(history.undo()).toBeUndefined();
  expect(editing.count).toBe(0);
  expect(history.undo()).toBe("stretch");
  expect(history.redo()).toBe("stretch");
  expect(history.redo()).toBeUndefined();
  expect(editing.count).toBe(1);
  expect(history.redo()).toBe("colours");
});

test("a new change forgets what was undone", () => {
  const { history, change, rest, words, editing } = displayed();
  change({ stretch: "log" });
  rest();
  history.undo();
  change({ stretch: "sqrt" });
  rest();
  expect(history.redo()).toBeUndefined();
  expect(editing.redo).toHaveBeenCalledOnce();
  expect(words()).toEqual({ stretch: "sqrt" });
});

test("another node starts anew, and what changes while it is read is no step", () => {
  const { history, display, busy, change, rest, editing } = displayed();
  change({ stretch: "log" });
  rest();
  busy.value = true;
  display.value = { node: 2, words: { stretch: "log" } };
  display.value = { node: 2, words: { stretch: "log", limits: "0,1" } };
  busy.value = false;
  rest();
  expect(history.undo()).toBeUndefined();
  expect(editing.undo).toHaveBeenCalledOnce();
});

test("where a link leads is no step", () => {
  const { history, change, rest, words, editing } = displayed();
  change({ stretch: "log" });
  rest();
  change({ stretch: "sqrt", colormap: "viridis" });
  history.rest();
  editing.count = 1;
  expect(history.undoesDisplay).toBe(false);
  editing.count = 0;
  expect(history.undo()).toBe("stretch");
  expect(words()).toEqual({});
});

test("a change before an edit that follows at once is undone after it", () => {
  const { history, change, editing } = displayed();
  change({ stretch: "log" });
  editing.count = 1;
  expect(history.undo()).toBeUndefined();
  expect(editing.undo).toHaveBeenCalledOnce();
  expect(history.undo()).toBe("stretch");
});
