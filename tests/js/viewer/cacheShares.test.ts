/** How the files of a page share its cache. */
import { shareFirst, shareWithout } from "@asdf-wasm/www/viewer/client/cacheShares.ts";
import { expect, test } from "vitest";

const MIB = 2 ** 20;

class Sharer {
  share = (bytes: number): void => {
    this.megabytes = bytes / MIB;
  };
  megabytes = Number.NaN;
}

test("all files of the page share 512 MiB, those that were read last more than the others", () => {
  const files = Array.from({ length: 18 }, () => new Sharer());
  const shares = () => files.slice(0, 4).map(({ megabytes }) => megabytes);
  const [one, two, three] = files as [Sharer, Sharer, Sharer];
  shareFirst(one);
  expect(one.megabytes).toBe(512);
  shareFirst(two);
  shareFirst(three);
  expect(shares()).toEqual([128, 128, 256, Number.NaN]);
  shareFirst(one);
  expect(shares()).toEqual([256, 128, 128, Number.NaN]);
  for (const file of files) {
    shareFirst(file);
  }
  expect(files.reduce((sum, { megabytes }) => sum + megabytes, 0)).toBe(512);
  for (const file of files.slice(1)) {
    shareWithout(file);
  }
  expect(one.megabytes).toBe(512);
  shareWithout(one);
});
