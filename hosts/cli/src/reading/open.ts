/** Opens what an argument names: a path, a URL, `s3://bucket/key`, or `-` for the standard input. */
import { fileURLToPath } from "node:url";
import { bytes } from "@asdf-wasm/science/format/format";
import type { AsdfFile, OpenOptions } from "asdf-wasm";
import { isExpected, Problem } from "../exit.ts";
import { withBar } from "../terminal/progress.ts";
import { visible } from "../terminal/visible.ts";

/** The argument that means the standard input or output. */
export const STANDARD = "-";

/** Whether reading it means requests over a network. A single letter before the colon is a drive, not a scheme. */
export function isRemote(source: string): boolean {
  return /^[a-z][a-z\d+.-]+:/i.test(source) && !/^file:/i.test(source);
}

/** Whether it is in a bucket, where it is read with the keys of the environment or a profile. */
export function isInBucket(source: string): boolean {
  return /^s3:/i.test(source);
}

/** The name of a source for headings. */
export function nameOf(source: string): string {
  return source === STANDARD ? "standard input" : source;
}

/** What is opened: the standard input where the argument means that. */
export function inputOf(source: string): string | NodeJS.ReadStream {
  if (source === STANDARD && process.stdin.isTTY) {
    throw new Problem("`-` reads a file from the standard input: pipe one into it, `… < FILE`");
  }
  return source === STANDARD ? process.stdin : source;
}

/** A failure whose message says which of several files it is of. */
export function failureOf(source: string, thrown: unknown): unknown {
  if (isExpected(thrown) && !thrown.message.includes(source)) {
    thrown.message = `${nameOf(source)}: ${thrown.message}`;
  }
  return thrown;
}

export async function openSource(source: string, options: OpenOptions = {}): Promise<AsdfFile> {
  const { open } = await import("asdf-wasm");
  const given = inputOf(source);
  try {
    return await withBar("Opening", async ({ report }) => {
      const onProgress = isRemote(source) ? sayingWhole(source, report) : report;
      if (isInBucket(source)) {
        const { openInBucket } = await import("../buckets/bucket.ts");
        return openInBucket(source, { onProgress, ...options });
      }
      return open(given, { onProgress, ...options });
    });
  } catch (thrown) {
    if (isExpected(thrown) && "status" in thrown && thrown.status === 401) {
      thrown.message += " and the command cannot say it: download the file first, such as by `curl`";
    }
    throw failureOf(source, thrown);
  }
}

/** What opening a remote file usually takes at most, in bytes; a server without range requests sends all of it. */
const USUAL = 2 ** 21;

/** Says once, while it lasts, that a server sends much of a file or all of it. */
function sayingWhole(source: string, report: NonNullable<OpenOptions["onProgress"]>): typeof report {
  let isSaid = false;
  return (progress) => {
    const { loaded, total } = progress;
    if (!isSaid && loaded > USUAL) {
      isSaid = true;
      const size = total === undefined ? "" : ` of ${bytes(total)}`;
      const text = `${source}: ${bytes(loaded)}${size} were sent to open it; a server that gives no ranges sends the whole file.`;
      process.stderr.write(`${visible(text)}\n`);
    }
    report(progress);
  };
}

/** The path of a source on disk, which may be a `file:` URL. */
export function pathOf(source: string): string {
  return /^file:/i.test(source) ? fileURLToPath(source) : source;
}
