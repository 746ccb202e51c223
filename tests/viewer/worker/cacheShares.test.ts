/** How the files of a page share its cache. */
import {
  FOR_TEXTURES,
  keepOnPage,
  shareFirst,
  shareWithout,
} from "@asdf-wasm/www/viewer/client/cacheShares.ts";
import { expect, test, vi } from "vitest";

const MIB = 2 ** 20;

class Sharer {
  share = (bytes: number): void => {
    this.megabytes = bytes / MIB;
  };
  megabytes = Number.NaN;
}

test("the files of a page and its textures share 512 MiB, of which files that were read last get more", () => {
  const files = Array.from({ length: 18 }, () => new Sharer());
  const most = 512 - FOR_TEXTURES / MIB;
  const shares = () => files.slice(0, 4).map(({ megabytes }) => megabytes);
  const [one, two, three] = files as [Sharer, Sharer, Sharer];
  shareFirst(one);
  expect(one.megabytes).toBe(most);
  shareFirst(two);
  shareFirst(three);
  expect(shares()).toEqual([most / 4, most / 4, most / 2, Number.NaN]);
  shareFirst(one);
  expect(shares()).toEqual([most / 2, most / 4, most / 4, Number.NaN]);
  for (const file of files) {
    shareFirst(file);
  }
  expect(files.reduce((sum, { megabytes }) => sum + megabytes, 0)).toBe(most);
  for (const file of files.slice(1)) {
    shareWithout(file);
  }
  expect(one.megabytes).toBe(most);
  shareWithout(one);
});

test("what the page itself keeps is given back when a file is closed, and counted in the same 512 MiB", () => {
  const one = new Sharer();
  const [giveBack, stop] = [vi.fn(), new AbortController()];
  keepOnPage(giveBack, stop.signal);
  shareFirst(one);
  expect(one.megabytes + FOR_TEXTURES / MIB).toBe(512);
  expect(giveBack).not.toHaveBeenCalled();
  shareWithout(one);
  expect(giveBack).toHaveBeenCalledOnce();
  stop.abort();
  shareWithout(one);
  expect(giveBack).toHaveBeenCalledOnce();
});
