/**
 * `npm run codec-sizes`: what each codec costs a visitor, kept in docs/sizes.md. The module is built once more without
 * each of them, in a copy of the sources in which nothing calls it; code that two codecs share counts for neither.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { command } from "../command/command.mjs";
import { Problem, packageCommand, root, run } from "../command/process.mjs";
import { writeCodecSizes } from "./sizes.mjs";

const copy = join(root, "target", "codec-sizes");
const table = "src/codec/mod.rs";

/** @type {readonly { codec: string, file: string, call: string, instead: string }[]} */
const CODECS = [
  ...["Zlib", "Bzip2", "Lz4Frame", "Zstd", "Xz", "Chain"].map((codec) => ({
    codec,
    file: table,
    call: `Codec::${codec}(codec) => codec.decode(&mut input, self.remaining, output)`,
    instead: `Codec::${codec}(_) => Ok(Status::Finished)`,
  })),
  {
    codec: "Lz4",
    file: table,
    call: "Codec::Lz4 => lz4::decode(&mut input, self.remaining, output)",
    instead: "Codec::Lz4 => Ok(Status::Finished)",
  },
  {
    codec: "Blosc",
    file: "src/ndarray/block_reader.rs",
    call: "blosc.poll(&mut self.stored, ranges)",
    instead: "Poll::<()>::Ok(())",
  },
];

/** The size of the module as it stands in the copy, gzipped. */
async function measure() {
  const target = "wasm32-unknown-unknown";
  const features = ["--no-default-features", "--features", "wasm-reader"];
  const where = ["--target", target, "--target-dir", "target"];
  await run("cargo", ["build", "--quiet", "--release", "--lib", ...where, ...features], {
    cwd: copy,
    problem: "A copy of the crate without one codec does not compile.",
  });
  const module = join(copy, "target", target, "release", "asdf_wasm.wasm");
  const metadata = await run("cargo", ["metadata", "--no-deps", "--format-version", "1"], {
    problem: "Cargo.toml cannot be read.",
  });
  const [crate] = JSON.parse(metadata).packages;
  const optimised = join(copy, "optimised.wasm");
  const tool = packageCommand("binaryen", "wasm-opt");
  const options = crate.metadata["wasm-pack"].profile.release["wasm-opt"];
  await run(process.execPath, [tool, module, "-o", optimised, ...options], { problem: "wasm-opt failed." });
  return gzipSync(readFileSync(optimised), { level: 9 }).length;
}

async function measureCodecs() {
  mkdirSync(copy, { recursive: true });
  rmSync(join(copy, "src"), { recursive: true, force: true });
  for (const name of ["Cargo.toml", "Cargo.lock", ".cargo", "src", "README.md"]) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  const whole = await measure();
  /** @type {[string, number][]} */
  const sizes = [];
  for (const { codec, file, call, instead } of CODECS) {
    const path = join(copy, file);
    const text = readFileSync(path, "utf8");
    if (text.split(call).length !== 2) {
      throw new Problem(`${file} does not call the codec ${codec} as scripts/build/codec-sizes.mjs expects.`);
    }
    writeFileSync(path, text.replace(call, instead));
    sizes.push([codec, whole - (await measure())]);
    writeFileSync(path, text);
  }
  writeCodecSizes(sizes.sort(([, a], [, b]) => b - a));
}

await command(
  {
    name: "npm run codec-sizes",
    help: "Measures what each codec adds to the WebAssembly module, and keeps it in docs/sizes.md.",
  },
  measureCodecs,
);
