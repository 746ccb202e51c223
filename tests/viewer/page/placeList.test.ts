/** The list of a place while it arrives. */
import { Listing } from "@asdf-wasm/www/viewer/shell/places/listing.ts";
import type { PlaceFile } from "asdf-wasm/buckets";
import { expect, test, vi } from "vitest";

const filesFrom = (first: number, count: number): PlaceFile[] =>
  Array.from({ length: count }, (_, i) => ({
    key: `r${first + i}.asdf`,
    size: first + i,
    modified: undefined,
  }));

test("what arrives while a list is sorted anew is shown with the rest", async () => {
  let goOn = () => {};
  const promise = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const listing = new Listing();
  const reading = listing.begin(
    {
      async *list() {
        yield { files: filesFrom(0, 3000), folders: [] };
        await promise;
        yield { files: filesFrom(3000, 1000), folders: [] };
      },
      address: (key) => new URL(key, "https://server.example"),
      source: () => Promise.reject(new Error("nothing is opened here")),
    },
    "",
    true,
  );
  await vi.waitUntil(() => listing.count.value === 3000);
  const sorting = listing.arrange({ by: "size", isDescending: true });
  goOn();
  await Promise.all([sorting, reading]);
  expect(listing.count.value).toBe(4000);
  expect(listing.shown.value.map(({ size }) => size)).toEqual(
    Array.from({ length: 4000 }, (_, i) => 3999 - i),
  );
});

test("a page of many entries is one of the list", async () => {
  const listing = new Listing();
  await listing.begin(
    {
      async *list() {
        yield { files: filesFrom(0, 190_000), folders: [] };
      },
      address: (key) => new URL(key, "https://server.example"),
      source: () => Promise.reject(new Error("nothing is opened here")),
    },
    "",
    true,
  );
  expect(listing.shown.value.length).toBe(190_000);
});

test("a long list is searched and sorted in portions, between which the page breathes", async () => {
  const listing = new Listing();
  await listing.begin(
    {
      async *list() {
        yield { files: filesFrom(0, 100_000), folders: [] };
      },
      address: (key) => new URL(key, "https://server.example"),
      source: () => Promise.reject(new Error("nothing is opened here")),
    },
    "",
    true,
  );
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  });
  await listing.arrange({ by: "size", isDescending: true, find: "77" });
  clearInterval(counting);
  expect(listing.shown.value[0]?.name).toBe("r99977.asdf");
  expect(turns).toBeGreaterThan(10);
});
