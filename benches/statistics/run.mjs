/**
 * `node benches/statistics/run.mjs`: the statistics of a box in an image of 4088 × 4088, as the viewer's worker finds them, beside
 * numpy. `--rounds 9` measures nine times instead of seven. STATISTICS_PYTHON names a Python with numpy:
 *
 *     python3 -m venv venv && venv/bin/pip install -r benches/statistics/requirements.txt
 *     STATISTICS_PYTHON=venv/bin/python node benches/statistics/run.mjs
 *
 * The box is another one each time, as while it is dragged. Processor time is printed too: it tells more on a machine that does other
 * things.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { rolldown } from "rolldown";
import { median } from "../node/turns.mjs";

const SIDE = 4088;
const BOXES = [1000, SIDE];
const here = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const { values: options } = parseArgs({ options: { rounds: { type: "string", default: "7" } } });
const rounds = Number(options.rounds);

/** A sky with noise and some stars: the same each time. */
function image() {
  const values = new Float32Array(SIDE * SIDE);
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  for (let i = 0; i < values.length; i += 1) {
    const noise = random() + random() + random() + random() + random() + random() - 3;
    values[i] = 1 + 0.1 * noise + (random() < 0.005 ? 20 * random() : 0);
  }
  return values;
}

/**
 * Modules of the science, which the page's worker loads on demand.
 *
 * @param {string} folder
 */
async function built(folder) {
  const input = {
    statistics: "@asdf-wasm/science/measure/regionStatistics",
    membership: "@asdf-wasm/science/measure/membership",
  };
  const bundle = await rolldown({ input, platform: "node", logLevel: "silent" });
  await bundle.write({ dir: folder, entryFileNames: "[name].mjs" });
  const load = (/** @type {string} */ name) => import(pathToFileURL(join(folder, `${name}.mjs`)).href);
  /** @type {typeof import("@asdf-wasm/science/measure/regionStatistics")} */
  const { statisticsOf } = await load("statistics");
  /** @type {typeof import("@asdf-wasm/science/measure/membership")} */
  const { boundsOf, membershipOf } = await load("membership");
  return { statisticsOf, boundsOf, membershipOf };
}

/** @param {string} raw */
async function startPython(raw) {
  const python = process.env["STATISTICS_PYTHON"] ?? "python3";
  const child = spawn(python, [here("measure.py")], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => String((await lines.next()).value);
  const versions = await line();
  child.stdin.write(`${raw} ${SIDE}\n`);
  const measure = async (
    /** @type {string} */ what,
    /** @type {number} */ from,
    /** @type {number} */ side,
  ) => {
    child.stdin.write(`${what} ${from} ${side}\n`);
    return /** @type {number[]} */ (JSON.parse(await line()));
  };
  return { versions, measure, close: () => child.stdin.end() };
}

const folder = mkdtempSync(join(tmpdir(), "statistics-"));
try {
  const values = image();
  const raw = join(folder, "image.raw");
  writeFileSync(raw, values);
  const { statisticsOf, boundsOf, membershipOf } = await built(folder);
  const python = await startPython(raw);
  const tile = { x: 0, y: 0, width: SIDE, height: SIDE, values };

  /** @param {number} from @param {number} side */
  const ours = async (from, side) => {
    const middle = from + (side - 1) / 2;
    /** @type {import("@asdf-wasm/science/regions/region").RegionShape} */
    const shape = { kind: "box", x: middle, y: middle, width: side, height: side, angle: 0 };
    const bounds = { ...boundsOf(shape), x: from, y: from, width: side, height: side };
    const [start, used] = [performance.now(), process.cpuUsage()];
    const found = await statisticsOf(
      async function* () {
        yield tile;
      },
      bounds,
      membershipOf(shape),
    );
    const { user, system } = process.cpuUsage(used);
    const times = [performance.now() - start, (user + system) / 1000];
    return [...times, found.mean, found.median, found.std, found.clipped.median, found.clipped.std];
  };

  console.log(
    `Node ${process.versions.node}, ${python.versions}; medians of ${rounds}, wall time (processor time)\n`,
  );
  console.log(
    "| box | asdf-wasm | numpy, without clipping | numpy, with clipping |\n| --- | ---: | ---: | ---: |",
  );
  for (const side of BOXES) {
    /** @type {number[][][]} */
    const all = [[], [], []];
    for (let round = -2; round < rounds; round += 1) {
      const from = side === SIDE ? 0 : 1500 + 7 * round;
      const found = [
        await ours(from, side),
        await python.measure("plain", from, side),
        await python.measure("clipped", from, side),
      ];
      const [[, , ...mine] = [], , [, , ...theirs] = []] = found;
      if (theirs.length !== 5 || theirs.some((value, i) => Math.abs(value / (mine[i] ?? 0) - 1) > 1e-6)) {
        throw new Error(`${mine.join()} is not ${theirs.join()}`);
      }
      if (round >= 0) {
        for (const [i, one] of found.entries()) {
          all[i]?.push(one);
        }
      }
    }
    const cells = all.map((times) =>
      [0, 1].map((kind) => median(times.map((time) => time[kind] ?? Number.NaN)).toFixed(1)),
    );
    console.log(
      `| ${side} × ${side} | ${cells.map(([wall, used]) => `${wall} ms (${used} ms)`).join(" | ")} |`,
    );
  }
  python.close();
} finally {
  rmSync(folder, { recursive: true });
}
