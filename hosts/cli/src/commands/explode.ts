/** `explode`: a file with the tree, and one for each block. */
import { openAsBlob } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Context } from "../context.ts";
import { EXIT, Problem } from "../exit.ts";
import { isRemote, openSource, pathOf, STANDARD } from "../reading/open.ts";
import { withBar } from "../terminal/progress.ts";
import { warningText } from "../text/summary.ts";
import { checkTarget, writeTargets } from "../writing/files.ts";
import { type OutputOptions, writeOptionsOf } from "../writing/options.ts";

export interface ExplodeOptions extends OutputOptions {
  readonly output?: string;
  readonly name?: string;
}

export async function run(
  context: Context,
  args: readonly string[],
  options: ExplodeOptions,
): Promise<number> {
  const [source = ""] = args;
  const isLocal = !isRemote(source) && source !== STANDARD;
  const folder = options.output ?? (isLocal ? dirname(pathOf(source)) : ".");
  const name = options.name ?? `${baseOf(source)}_exploded`;
  const { open } = await import("asdf-wasm");
  // Blocks of a Blob are copied as slices of the file: never much of it is in memory.
  using file = isLocal ? await open(await blobOf(pathOf(source))) : await openSource(source);
  const given = await writeOptionsOf(options);
  const files = await withBar("Exploding", ({ report }) =>
    file.explode({
      ...given,
      name,
      onProgress: report,
      onWarning: (warning) => context.note(`warning: ${warningText(warning)}`),
    }),
  );
  await mkdir(folder, { recursive: true });
  const targets = files.map(({ name, blob }) => ({
    path: join(folder, name),
    chunks: () => chunksOf(blob),
  }));
  for (const { path } of targets) {
    checkTarget(path, options.force ?? false);
  }
  await writeTargets(targets);
  const paths = targets.map(({ path }) => path);
  if (context.json) {
    context.printJson({ written: paths });
  } else {
    context.print(...paths);
  }
  return EXIT.done;
}

/** The name of a source without folders and extension. */
export function baseOf(source: string): string {
  return source === STANDARD ? "stdin" : basename(source.replace(/[?#].*$/, "")).replace(/\.asdf$/i, "");
}

async function blobOf(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path);
  } catch (cause) {
    throw new Problem(`${path} cannot be opened: ${cause instanceof Error ? cause.message : cause}`);
  }
}

async function* chunksOf(blob: Blob): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    yield read.value;
  }
}
