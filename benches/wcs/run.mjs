/**
 * `node benches/wcs/run.mjs`: a million points of the Roman detector to the sky and back, beside Python gwcs, which converts
 * them as arrays. Build the package first. WCS_PYTHON names a Python with the packages of `requirements.txt`:
 *
 *     python3 -m venv venv && venv/bin/pip install -r benches/wcs/requirements.txt
 *     WCS_PYTHON=venv/bin/python node benches/wcs/run.mjs
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { open } from "../../pkg/node.js";
import { wcsCode } from "../../pkg/wcs/loading.js";
import { inTurns } from "../node/turns.mjs";

const COUNT = 1000;
const PATH = "roman/meta/wcs";
const here = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const name = here("../../tests/data/libasdf/roman_l2_wcs.asdf");

/** gwcs in a process of its own, measuring when asked. */
async function startPython() {
  const python = process.env["WCS_PYTHON"] ?? "python3";
  const child = spawn(python, [here("measure.py")], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => String((await lines.next()).value);
  const versions = await line();
  child.stdin.write(`${name} ${PATH} ${COUNT}\n`);
  const measure = async (/** @type {"forward" | "backward"} */ direction) => {
    child.stdin.write(`${direction}\n`);
    return Number(await line());
  };
  return { versions, measure, close: () => child.stdin.end() };
}

/** @param {() => unknown} work */
async function timed(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

const file = await open(name);
const { compileWcs } = await wcsCode.load();
const wcs = await compileWcs(file.get(PATH) ?? null, PATH);
const pixels = Float64Array.from({ length: 2 * COUNT * COUNT }, (_, index) => {
  const point = Math.floor(index / 2);
  return (index % 2 === 0 ? point % COUNT : Math.floor(point / COUNT)) * (4088 / COUNT);
});
const sky = wcs.toWorld(pixels, true);
const python = await startPython();
const [forward = 0, gwcsForward = 0, backward = 0, gwcsBackward = 0] = await inTurns(
  [
    () => timed(() => wcs.toWorld(pixels, true)),
    () => python.measure("forward"),
    () => timed(() => wcs.toPixels(sky, true)),
    () => python.measure("backward"),
  ],
  7,
);
python.close();
file.close();
console.log(
  `| a million points, Roman L2 | asdf-wasm | ${python.versions} | ratio |\n| --- | ---: | ---: | ---: |`,
);
for (const [what, ours, theirs] of /** @type {const} */ ([
  ["pixels to the sky", forward, gwcsForward],
  ["the sky to pixels", backward, gwcsBackward],
])) {
  console.log(
    `| ${what} | ${ours.toFixed(0)} ms | ${theirs.toFixed(0)} ms | ${(ours / theirs).toFixed(2)} |`,
  );
}
