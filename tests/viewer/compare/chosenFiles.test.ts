/** Files that are chosen for a chart by their names, some of which are alike. */
import { ChosenFiles } from "@asdf-wasm/www/viewer/state/chosenFiles.ts";
import type { Neighbour, WaitingFile } from "@asdf-wasm/www/viewer/state/view.ts";
import { signal } from "@preact/signals";
import { expect, test } from "vitest";

function opened(id: string, name: string): Neighbour {
  const shown = signal({ array: { elements: "numbers", shape: [3] } });
  return { id, name: signal(name), shown } as unknown as Neighbour;
}

test("files of one name are each chosen once, and one of them is removed", () => {
  const neighbours = signal([opened("1", "a.fits"), opened("2", "a.fits"), opened("3", "b.fits")]);
  const files = new ChosenFiles({ neighbours, waiting: signal([]) });
  const ids = () => files.sources.value.map(({ id }) => id);
  files.follow("a.fits,a.fits");
  expect(ids()).toEqual(["1", "2"]);
  expect(files.offered.value.map(({ id }) => id)).toEqual(["3"]);
  files.remove({ id: "1" });
  expect(ids()).toEqual(["2"]);
  expect(files.word()).toBe("a.fits");
  files.follow("a.fits,a.fits,a.fits");
  expect(files.note.value).toBe("Not open: a.fits.");
  files.dispose();
});

test("a file that waits is opened for a name that no open one has", async () => {
  const neighbours = signal([opened("1", "a.fits")]);
  const opening: string[] = [];
  const waiting = signal<readonly WaitingFile[]>([]);
  waiting.value = ["8", "9"].map((id) => ({
    ...{ id, name: "a.fits" },
    open: async () => {
      opening.push(id);
      waiting.value = waiting.value.filter((file) => file.id !== id);
      neighbours.value = [...neighbours.value, opened(id, "a.fits")];
      return id;
    },
  }));
  const files = new ChosenFiles({ neighbours, waiting });
  files.follow("a.fits");
  expect(opening).toEqual([]);
  files.follow("a.fits,a.fits");
  await expect.poll(() => files.sources.value.map(({ id }) => id)).toEqual(["1", "8"]);
  await expect.poll(() => files.note.value).toBe("");
  expect(opening).toEqual(["8"]);
  files.dispose();
});
