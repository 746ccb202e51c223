/** Jobs of one lane run one after another, the lanes beside each other. */
import { expect, test } from "vitest";
import { inLanes, type Lane } from "../../scripts/command/lanes.mjs";

test("two lanes", async () => {
  const events: string[] = [];
  const finish: Record<string, () => void> = {};
  const jobs = (["cargo", "node", "cargo"] satisfies Lane[]).map((lane, index) => ({
    lane,
    name: `${lane} ${index}`,
  }));
  const results = inLanes(jobs, async ({ name }) => {
    events.push(`${name} starts`);
    await new Promise<void>((done) => {
      finish[name] = done;
    });
    events.push(`${name} ends`);
    return name.length;
  });
  expect(events).toEqual(["cargo 0 starts", "node 1 starts"]);
  finish["cargo 0"]?.();
  await expect.poll(() => events).toContain("cargo 2 starts");
  finish["node 1"]?.();
  finish["cargo 2"]?.();
  expect(await results).toEqual([7, 6, 7]);
  expect(events.filter((event) => event.startsWith("cargo"))).toEqual([
    "cargo 0 starts",
    "cargo 0 ends",
    "cargo 2 starts",
    "cargo 2 ends",
  ]);
});
