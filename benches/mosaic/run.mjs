/**
 * `node benches/mosaic/run.mjs [SIDE]`: an image resampled to a plane turned by 20°, beside astropy's reproject, in turns: processor time, so
 * that other work on the machine counts less. Build the package first. MOSAIC_PYTHON names a Python with the packages of `requirements.txt`.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { reproject, TangentPlane } from "../../pkg/analysis/mosaic.js";
import { open, write } from "../../pkg/node.js";

const side = Number(process.argv[2] ?? 4088);
const python = process.env["MOSAIC_PYTHON"] ?? "python3";
const measure = fileURLToPath(new URL("measure.py", import.meta.url));
const child = spawn(python, [measure, String(side)], { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
const line = async () => String((await lines.next()).value);
const version = await line();

const half = (side + 1) / 2;
const step = 0.11 / 3600;
const header = {
  ...{ CTYPE1: "RA---TAN", CTYPE2: "DEC--TAN", CUNIT1: "deg", CUNIT2: "deg", CRVAL1: 10, CRVAL2: 20 },
  ...{ CRPIX1: half, CRPIX2: half, CD1_1: -step, CD1_2: 0, CD2_1: 0, CD2_2: step },
};
const file = await open(await write({ wcs: header }));
const wcs = await file.wcs("wcs");
const data = Float32Array.from({ length: side * side }, (_, i) => i % 97);
const image = { array: { data, shape: [side, side], stride: [side, 1] }, wcs };
const target = new TangentPlane({ center: [10, 20], scale: 0.108, shape: [side, side], rotation: 20 });
console.log(`| ${side} × ${side} pixels | asdf-wasm | ${version} | ratio |\n| --- | ---: | ---: | ---: |`);
for (const kernel of /** @type {const} */ (["bilinear", "exact"])) {
  const before = process.cpuUsage();
  const { values } = await reproject(image, target, { kernel });
  const { user, system } = process.cpuUsage(before);
  const ours = (user + system) / 1e6;
  const middle = values[(side >> 1) * (side + 1)] ?? Number.NaN;
  child.stdin.write(`${kernel}\n`);
  const [theirs = Number.NaN, truth = Number.NaN] = (await line()).split(" ").map(Number);
  if (!(Math.abs(middle - truth) < 1e-3)) {
    throw new Error(`${kernel}: ${middle} is not ${truth}`);
  }
  console.log(
    `| ${kernel} | ${ours.toFixed(1)} s | ${theirs.toFixed(1)} s | ${(ours / theirs).toFixed(2)} |`,
  );
}
child.stdin.end();
file.close();
