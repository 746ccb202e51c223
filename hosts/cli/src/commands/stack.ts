/** `stack`: the arrays of many files as one array in a file, which is written while they are read. */
import { findAlike, leftOutText } from "@asdf-wasm/science/sections/alike";
import type { ByteSource, Warning } from "asdf-wasm";
import type { Context } from "../context.ts";
import { EXIT, misuse, Problem, reasonOf } from "../exit.ts";
import { isInBucket, STANDARD } from "../reading/open.ts";
import { arrayIn } from "../reading/target.ts";
import { withBar } from "../terminal/progress.ts";
import { checkTarget, writeTarget } from "../writing/files.ts";
import { type OutputOptions, writeOptionsOf } from "../writing/options.ts";

export interface StackOptions extends Pick<OutputOptions, "force" | "compression" | "level"> {
  readonly output: string;
  readonly path?: string;
  readonly axis: number;
}

export async function run(
  context: Context,
  sources: readonly string[],
  options: StackOptions,
): Promise<number> {
  const { output, force = false, axis } = options;
  const [first = ""] = sources;
  if (sources.includes(STANDARD)) {
    throw misuse("files are opened again while they are read: `stack` takes paths and URLs");
  }
  checkTarget(output, force);
  const { open, stack, write } = await import("asdf-wasm");
  let path = options.path;
  const opened = new Map<string, string | ByteSource>();
  const { fits, leftOut } = await findAlike(
    sources,
    first,
    async (name) => {
      const source = isInBucket(name)
        ? await (await import("../buckets/bucket.ts")).sourceInBucket(name)
        : name;
      opened.set(name, source);
      using file = await open(source);
      path ??= (await arrayIn(file, undefined)).path;
      return file.array(path);
    },
    { reasonOf },
  );
  if (fits.length === 0) {
    throw new Problem(leftOutText(leftOut, sources.length));
  }
  let lost: Warning | undefined;
  const onWarning = (warning: Warning) => {
    lost = warning;
  };
  const data = await stack(
    fits.map((name) => opened.get(name) ?? name),
    { path, axis, onWarning },
  );
  const given = await writeOptionsOf(options);
  await withBar("Writing", async ({ report }) => {
    const stream = await write({ files: fits, path, data }, { ...given, onProgress: report, as: "stream" });
    await writeTarget(output, stream);
  });
  if (context.json && output !== STANDARD) {
    const warnings = lost ? [lost] : [];
    context.printJson({ written: [output], path, shape: data.shape, files: fits, leftOut, warnings });
  } else {
    context.note(
      ...leftOut.map(({ name, reason }) => `left out: ${name}: ${reason}`),
      ...(lost ? [`warning: ${lost.message}`] : []),
    );
  }
  return lost || leftOut.length > 0 ? EXIT.failed : EXIT.done;
}
