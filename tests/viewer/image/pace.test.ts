/** When the GPU counts as fast or slow: by whole drawings, never by what is done sooner. */

import { Pace } from "@asdf-wasm/www/viewer/views/image/draw/pace.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

let isDone = false;

/** What fences need of a context. */
const gl = {
  UNSIGNALED: 0,
  SIGNALED: 1,
  fenceSync: () => ({}),
  deleteSync: () => {},
  flush: () => {},
  getSyncParameter: () => Number(isDone),
} as unknown as WebGL2RenderingContext;

/** A new one, a time after it noted something, in milliseconds. */
function after(time: number, drawing?: "whole" | "part"): Pace {
  const pace = new Pace(gl);
  pace.note(drawing);
  vi.advanceTimersByTime(time);
  return pace;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  isDone = false;
});
afterEach(() => vi.useRealTimers());

test("a GPU that is still at work is neither fast nor slow at first, and slow later", () => {
  const pace = after(20, "whole");
  expect([pace.isBusy(), pace.isSlow]).toEqual([true, undefined]);
  vi.advanceTimersByTime(40);
  expect([pace.isBusy(), pace.isSlow]).toEqual([true, true]);
  isDone = true;
  expect([pace.isBusy(), pace.isSlow, pace.needed]).toEqual([false, true, 60]);
});

test("a whole drawing that is done by the next frame shows that it is fast", () => {
  isDone = true;
  const pace = after(16, "whole");
  expect([pace.isBusy(), pace.isSlow, pace.needed]).toEqual([false, false, 16]);
  pace.forget();
  expect(pace.isSlow).toBeUndefined();
});

test("uploads, drawings of some rows, and those of another plane do not show it", () => {
  isDone = true;
  const [other, upload, part] = [after(0, "whole"), after(0), after(5, "part")];
  other.forget();
  expect([upload, part, other].map((pace) => [pace.isBusy(), pace.isSlow, pace.needed])).toEqual([
    [false, undefined, 50],
    [false, undefined, 5],
    [false, undefined, 50],
  ]);
});

test("nothing is at work before anything is asked, nor in a lost context", () => {
  expect(new Pace(gl).isBusy()).toBe(false);
  const pace = after(100, "whole");
  pace.lose();
  expect([pace.isBusy(), pace.isSlow]).toEqual([false, undefined]);
});
