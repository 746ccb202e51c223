/**
 * The arrays at one path of several files as one array, in a file that is in memory alone. Each file is looked at once, so that those
 * that do not fit are left out by name; reading opens the others when it touches them, as `stack()` does.
 */
import { many } from "@asdf-wasm/science/format/format";
import { type AsdfFile, type NdArray, type OpenOptions, open, stack, type Warning } from "asdf-wasm";
import type { FileSet, Notice, Stack } from "../../protocol/facts.ts";
import { noticeOf, problemOf } from "../../protocol/notices.ts";

/** How many files are looked at together. */
const LANES = 4;
/** The most that are named of those that are left out. */
const MOST_LISTED = 10;
/** How many decoded bytes each file that is open keeps: there may be 64. */
const CACHE = 2 ** 22;
const EMPTY =
  "#ASDF 1.0.0\n#ASDF_STANDARD 1.6.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n--- !core/asdf-1.1.0 {}\n...\n";

/** A file in memory, and what `open()` does not know of it. */
export interface Stacked {
  readonly bytes: Blob;
  readonly name: string;
  readonly refused: readonly Notice[];
  /** Warnings of files that cannot be read any more: the last one stands for all. */
  readonly lost: readonly Warning[];
  /** Puts the array into the tree of the file, once that is open. */
  readonly complete: (file: AsdfFile) => void;
}

export async function stacked(
  { files }: FileSet,
  { path, members, like }: Stack,
  { signal, onProgress }: Pick<OpenOptions, "signal" | "onProgress">,
): Promise<Stacked> {
  const inSet = new Map(files.map(({ path, file }) => [path, file]));
  const sourceOf = (name: string): File | string => {
    const file = inSet.get(name);
    return file ? new File([file], name) : name;
  };
  const options = { signal, checksums: "warn", limits: { cache: CACHE } } as const;
  const kindIn = async (name: string): Promise<string> => {
    const file = await open(sourceOf(name), options);
    try {
      return kindOf(file.array(path));
    } finally {
      file.close();
    }
  };

  const wanted = await kindIn(like);
  const fits = new Set<string>();
  const reasons: string[] = [];
  let done = 0;
  const queue = members.values();
  const lane = async (): Promise<void> => {
    for (const name of queue) {
      signal?.throwIfAborted();
      try {
        const kind = await kindIn(name);
        if (kind === wanted) {
          fits.add(name);
        } else {
          reasons.push(`\`${name}\` has ${kind}, where \`${like}\` has ${wanted}`);
        }
      } catch (cause) {
        signal?.throwIfAborted();
        reasons.push(`\`${name}\`: ${problemOf(cause)}`);
      }
      done += 1;
      onProgress?.({ phase: "open", loaded: 0, files: { done, total: members.length } });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const refusal = refusalOf(reasons, members.length);
  if (fits.size < 2) {
    throw new Error(`no other file has an array like this one: ${refusal}`);
  }

  const names = members.filter((name) => fits.has(name));
  const lost: Warning[] = [];
  const cube = await stack(names.map(sourceOf), {
    ...{ ...options, signal: undefined, path },
    onWarning: (warning) => lost.splice(0, 1, warning),
  });
  return {
    bytes: new Blob([EMPTY]),
    name: `${many(names.length, "file")} as one`,
    refused: reasons.length > 0 ? [noticeOf({ code: "left-out", message: refusal }, "warning")] : [],
    lost,
    complete: ({ tree }) => void Object.assign(tree ?? {}, { files: names, path, data: cube }),
  };
}

/** What must be alike: the shape and the datatype of an array, which is in the file itself. */
function kindOf({ shape, dtype, source, files }: NdArray): string {
  if (typeof source === "string" || files) {
    throw new Error("its elements are in other files");
  }
  return `${shape.join(" × ")} elements of ${typeof dtype === "string" ? dtype : "records or texts"}`;
}

function refusalOf(reasons: readonly string[], all: number): string {
  const listed = reasons.slice(0, MOST_LISTED).join("; ");
  const more = reasons.length > MOST_LISTED ? `; and ${reasons.length - MOST_LISTED} more` : "";
  return `${many(reasons.length, `file of ${all} is`, `files of ${all} are`)} left out: ${listed}${more}`;
}
