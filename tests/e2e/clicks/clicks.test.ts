/**
 * Random clicking and typing on ten files: the page never logs an error, always answers, and closed files leave nothing behind.
 * Only `npm run clicks` does it; it says every action, so that a failure can be done again.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { fixture, treeFile } from "../../support/files.ts";
import { Random } from "../../support/random.ts";
import { noteSessions } from "../support/sessions.ts";
import { SlowServer } from "../support/slow-server.ts";
import { test, withoutPicker } from "../support/viewer.ts";
import { type Files, nextStep } from "./actions.ts";
import { countBlobs, type Traces, tracesOf } from "./traces.ts";

const { CLICKS_MINUTES, CLICKS_SEED = "1", CLICKS_ACTIONS } = process.env;
/** After so many actions all files are closed, and what is left is counted. */
const CHAPTER = 200;
/** After so many of these, nearly all code has run: what the heap grows by before is code that is seen for the first time. */
const SEEN = 5;
/** In which a page answers, in milliseconds, however slow the machine is. */
const DEADLINE = 60_000;

async function tenFiles(): Promise<Files> {
  const tables = await readFile(join(import.meta.dirname, "../values/tables/tables.asdf"));
  return {
    "roman.asdf": await fixture("roman/roman_l2_192.asdf"),
    "mosaic.asdf": await fixture("roman/roman_l3_192.asdf"),
    "wcs.asdf": await fixture("wcs/jwst.asdf"),
    "tables.asdf": tables,
    "cube.fits": await fixture("fits/jwst-s3d.fits"),
    "images.fits": await fixture("fits/images.fits"),
    "broken.asdf": (await fixture("roman/roman_l2_192.asdf")).subarray(0, 100_000),
    "chunks.asdf": await fixture("asdf-jl/chunking.asdf"),
    "master.asdf": treeFile(
      'part: {$ref: "part.asdf#/values"}\nlost: {$ref: "lost.asdf#/a"}\ndata: !core/ndarray-1.1.0 {source: "part.asdf", datatype: int32, shape: [3], byteorder: little}',
    ),
    "part.asdf": treeFile(
      "values: !core/ndarray-1.1.0 {data: [[1, 2.5], [3, null]]}\ntext: |\n  more\n  lines",
    ),
  };
}

const timeout = 240_000 + 90_000 * Number(CLICKS_MINUTES ?? 0);
/** What is under the pointer depends on time as well: a run that must end as the last one did would not be random clicking. */
const isWanted = CLICKS_MINUTES !== undefined || CLICKS_ACTIONS !== undefined;

test.runIf(isWanted)("clicking and typing at random", { timeout }, async ({ open }) => {
  const viewer = await open({ prepare: preparation, acceptDownloads: true });
  const { page } = viewer;
  page.on("dialog", (dialog) => void dialog.accept().catch(() => {}));
  // Chosen files would come from this machine: nothing is chosen.
  page.on("filechooser", (chooser) => void chooser.element().dispose());
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const remote = await SlowServer.start(await fixture("roman/roman_l3_192.asdf"));
  const files = await tenFiles();
  const random = new Random(Number(CLICKS_SEED));
  const story: string[] = [];
  const stock: Traces[] = [];
  const most = Number(CLICKS_ACTIONS ?? Infinity);
  const end = CLICKS_MINUTES === undefined ? Infinity : performance.now() + 60_000 * Number(CLICKS_MINUTES);
  try {
    let done = 0;
    for (; done < most && performance.now() < end; done += 1) {
      const step = await inTime(nextStep(viewer, random, files, remote.url));
      story.push(step.text);
      await inTime(step.act());
      await inTime(viewer.frames(1));
      await inTime(noteSessions(page));
      expect(viewer.complaints.filter(isOwn)).toEqual([]);
      if (done % CHAPTER === CHAPTER - 1) {
        stock.push(await inTime(tracesOf(page, session)));
        console.log(done + 1, JSON.stringify(stock.at(-1)));
      }
    }
    // What was closed last may not have been collected yet.
    await expect.poll(async () => (await tracesOf(page, session)).nodes).toBeLessThan(1000);
    await expect.poll(async () => (await tracesOf(page, session)).sessions).toBeLessThan(4);
    stock.push(await inTime(tracesOf(page, session)));
    expect(viewer.complaints.splice(0).filter(isOwn)).toEqual([]);
    checkTraces(stock);
    console.log(`${done} actions, nothing found`, JSON.stringify([stock[0], stock[SEEN - 1], stock.at(-1)]));
  } catch (error) {
    const all = story.map((text, index) => `${index + 1}. ${text}`).join("\n");
    throw new Error(`seed ${CLICKS_SEED}:\n${all}\n${String(error)}`, { cause: error });
  } finally {
    remote.stop();
  }
});

/** Runs in the page before the page does. */
const preparation = new Function(`(${withoutPicker})(); (${countBlobs})();`) as () => void;

/** Whether a complaint is one of the page: the browser logs each address that gives nothing, and words are typed as addresses. */
const isOwn = (complaint: string) => !complaint.startsWith("Failed to load resource");

/** Files that are closed leave nothing behind but a worker that waits for the next one. */
function checkTraces(stock: readonly Traces[]): void {
  for (const { workers, blobs } of stock) {
    expect(workers).toBeLessThanOrEqual(1);
    expect(blobs).toBe(0);
  }
  const [first, last] = [stock[SEEN - 1] ?? stock[0], stock.at(-1)];
  expect(last?.listeners).toBeLessThan(400);
  expect(last?.heap).toBeLessThan((first?.heap ?? 0) + 12 * 2 ** 20);
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the page does not answer")), DEADLINE);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
