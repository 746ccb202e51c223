/**
 * `npm run codec-sizes`: measures what each codec adds to the download, and writes it to docs/sizes.md. It builds the
 * module once without each codec, in a copy of the sources in which nothing calls it. Code that two codecs share counts for
 * neither.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { command } from "../command/command.mjs";
import { Problem, packageCommand, root, run } from "../command/process.mjs";
import { writeCodecSizes } from "./sizes.mjs";

const copy = join(root, "target", "codec-sizes");
const decoder = "src/codec/decoder.rs";

/** @type {readonly { codec: string, file: string, call: string, instead: string }[]} */
export const CODECS = [
  ...["Zlib", "Bzip2", "Lz4Frame", "Zstd", "Xz", "Chain"].map((codec) => ({
    codec,
    file: decoder,
    call: `Codec::${codec}(codec) => codec.decode(&mut input, self.remaining, output)`,
    instead: `Codec::${codec}(_) => Ok(Status::Finished)`,
  })),
  {
    codec: "Lz4",
    file: decoder,
    call: "lz4::decode(&mut input, self.remaining, output)",
    instead: "Ok(Status::Finished)",
  },
  {
    codec: "Blosc",
    file: "src/block_reader/ready.rs",
    call: "blosc.poll(&mut self.stored, ranges)",
    instead: "Poll::<()>::Ok(())",
  },
];

/** The size of the module built from the copy, gzipped. */
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
  // Cargo.toml names the targets below tests/; cargo wants to see them, and builds none of them.
  const targets = ["tests/browser", "tests/main.rs", "tests/corpus.rs"];
  for (const name of ["Cargo.toml", "Cargo.lock", ".cargo", "src", "README.md", ...targets]) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  const whole = await measure();
  /** @type {[string, number][]} */
  const sizes = [];
  for (const { codec, file, call, instead } of CODECS) {
    const path = join(copy, file);
    const text = readFileSync(path, "utf8");
    if (!text.includes(call)) {
      throw new Problem(`${file} does not call the codec ${codec} as scripts/build/codec-sizes.mjs expects.`);
    }
    writeFileSync(path, text.replaceAll(call, instead));
    sizes.push([codec, whole - (await measure())]);
    writeFileSync(path, text);
  }
  writeCodecSizes(sizes.sort(([, a], [, b]) => b - a));
}

if (process.argv[1] === import.meta.filename) {
  await command(
    {
      name: "npm run codec-sizes",
      help: "Measures what each codec adds to the WebAssembly module, and writes it to docs/sizes.md.",
    },
    measureCodecs,
  );
}
