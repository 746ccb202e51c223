/**
 * The package while servers, workers and memory fail: rounds of chaos, each from its seed. `npm run chaos` plays more of them,
 * and plays one again.
 */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { FaultyServer } from "./faulty-server.ts";
import { type Sample, samples } from "./oracle.ts";
import { Round } from "./round.ts";

const { CHAOS_MINUTES, CHAOS_SEED = "1", CHAOS_ROUND } = process.env;
/** How many rounds `npm test` plays. */
const FEW = 20;

let server: FaultyServer;
let files: readonly Sample[];
const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown) => unhandled.push(reason);

beforeAll(async () => {
  server = await FaultyServer.start();
  files = await samples();
  for (const { name, versions } of files) {
    server.files.set(name, versions);
  }
  process.on("unhandledRejection", onUnhandled);
  // Waits between retries are a random part of a time.
  vi.spyOn(Math, "random").mockReturnValue(0);
});

afterAll(() => {
  server.stop();
  process.off("unhandledRejection", onUnhandled);
  vi.restoreAllMocks();
});

/** The seeds of the rounds to play. */
function* seeds(): Generator<number> {
  if (CHAOS_ROUND !== undefined) {
    yield Number(CHAOS_ROUND);
    return;
  }
  const end = CHAOS_MINUTES === undefined ? undefined : performance.now() + 60_000 * Number(CHAOS_MINUTES);
  for (let number = 0; end === undefined ? number < FEW : performance.now() < end; number += 1) {
    yield 1_000_000 * Number(CHAOS_SEED) + number;
  }
}

const timeout = 240_000 + 60_000 * Number(CHAOS_MINUTES ?? 0);

test("every action gives right data or an error, in time, and the next one works", { timeout }, async () => {
  const total = { rounds: 0, actions: 0, errors: 0 };
  const before = process.memoryUsage();
  for (const seed of seeds()) {
    const round = new Round(seed, server, files);
    try {
      const { actions, errors } = await round.run();
      expect(unhandled).toEqual([]);
      total.rounds += 1;
      total.actions += actions;
      total.errors += errors;
    } catch (error) {
      const story = [...round.story, ...server.log].join("\n");
      throw new Error(`round ${seed} (npm run chaos -- --round ${seed}):\n${story}\n${String(error)}`, {
        cause: error,
      });
    }
  }
  const faults = [...server.counts.values()].reduce((sum, count) => sum + count, 0);
  if (CHAOS_MINUTES ?? CHAOS_ROUND) {
    const after = process.memoryUsage();
    const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
    console.log(total, { faults, kinds: server.counts.size });
    for (const name of ["rss", "heapUsed", "arrayBuffers"] as const) {
      console.log(`${name}: ${mib(before[name])} before, ${mib(after[name])} after`);
    }
  }
  expect(faults).toBeGreaterThan(total.rounds / 4);
});
