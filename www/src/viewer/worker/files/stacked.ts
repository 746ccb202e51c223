/**
 * The arrays at one path of several files as one array, in a file that is in memory alone. Each file is looked at once, so that those
 * that do not fit are left out by name; reading opens the others when it touches them, as `stack()` does.
 */
import { many } from "@asdf-wasm/science/format/format";
import { findAlike, leftOutText } from "@asdf-wasm/science/sections/alike";
import { type OpenOptions, open, stack, type Warning } from "asdf-wasm";
import type { FileSet, Notice, Stack } from "../../protocol/facts.ts";
import { noticeOf, problemOf } from "../../protocol/notices.ts";
import { type AnyFile, fileWith } from "./inMemory.ts";

/** How many decoded bytes each file that is open keeps: there may be 64. */
const CACHE = 2 ** 22;

interface Stacked {
  readonly made: AnyFile;
  readonly name: string;
  /** Which files are left out. */
  readonly refused: readonly Notice[];
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
  const options = { checksums: "warn", limits: { cache: CACHE } } as const;
  const total = members.length;
  const { fits, leftOut } = await findAlike(
    members,
    like,
    async (name) => {
      using file = await open(sourceOf(name), { ...options, signal });
      return file.array(path);
    },
    {
      reasonOf: (thrown) => {
        signal?.throwIfAborted();
        return problemOf(thrown);
      },
      onFile: (done) => onProgress?.({ phase: "open", loaded: 0, files: { done, total } }),
    },
  );
  const message = leftOutText(leftOut, total);
  if (fits.length < 2) {
    throw new Error(`no other file has an array like this one: ${message}`);
  }
  // About files that cannot be read any more: the last one stands for all.
  const lost: Warning[] = [];
  const cube = await stack(fits.map(sourceOf), {
    ...{ ...options, path },
    onWarning: (warning) => lost.splice(0, 1, warning),
  });
  return {
    made: { file: await fileWith({ files: fits, path, data: cube }), lost },
    name: `${many(fits.length, "file")} as one`,
    refused: leftOut.length > 0 ? [noticeOf({ code: "left-out", message }, "warning")] : [],
  };
}
