/** Collection of garbage, to see what is kept. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Collects garbage once all pending callbacks have run, and returns what is left of `held`. */
export async function leftOf<T extends object>(held: WeakRef<T>): Promise<T | undefined> {
  await new Promise(setImmediate);
  collectGarbage();
  return held.deref();
}
