/** Values of a page that change: read again until they are as they should be. */
import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";

/** What is read, once it satisfies the condition. */
export async function when<T>(read: () => Promise<T>, isReady: (value: T) => boolean): Promise<T> {
  const reads: Promise<T>[] = [];
  const again = (): Promise<T> => {
    reads[0] = read();
    return reads[0];
  };
  await expect.poll(again).toSatisfy(isReady);
  const [last = read()] = reads;
  return last;
}

/** What is read, once it is not what it was before. */
export function changed<T>(read: () => Promise<T>, before: T): Promise<T> {
  return when(read, (value) => !isDeepStrictEqual(value, before));
}
