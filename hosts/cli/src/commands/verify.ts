/** `verify`: checksums, structure, and every array decoded. */

import { many } from "@asdf-wasm/science/format/format";
import type { AsdfFile, NdArray, Warning } from "asdf-wasm";
import type { Context } from "../context.ts";
import { EXIT, isExpected, sentenceOf } from "../exit.ts";
import { nameOf, openSource } from "../reading/open.ts";
import { Part } from "../reading/part.ts";
import { Bar } from "../terminal/progress.ts";
import { warningText } from "../text/summary.ts";
import { forEach } from "./several.ts";

export interface VerifyOptions {
  readonly lenient?: boolean;
}

interface Fault {
  readonly where: string;
  readonly message: string;
}

interface Report {
  readonly source: string;
  readonly ok: boolean;
  readonly blocks: { readonly matched: number; readonly unchecked: number; readonly failed: number };
  /** The HDUs of a FITS file, if one of them has a checksum. */
  readonly hdus?: { readonly matched: number; readonly unchecked: number; readonly failed: number };
  readonly arrays: { readonly read: number; readonly failed: number };
  readonly faults: readonly Fault[];
  readonly warnings: readonly Warning[];
}

export async function run(
  context: Context,
  sources: readonly string[],
  options: VerifyOptions,
): Promise<number> {
  return forEach(context, sources, async (source) => {
    const report = await reportOn(source, options);
    return { exit: report.ok ? EXIT.done : EXIT.no, json: report, lines: linesOf(context, report) };
  });
}

async function reportOn(source: string, { lenient = false }: VerifyOptions): Promise<Report> {
  const bar = new Bar(`Verifying ${nameOf(source)}`);
  try {
    // Blocks are verified first: a mismatch is then not reported again by each array.
    using file = await openSource(source, { checksums: "ignore" });
    const { matched, unchecked, failed, hdus } = await file.verify(undefined, { onProgress: bar.report });
    const faults: Fault[] = failed.map(({ block, error }) => ({
      where: `block ${block}`,
      message: `${error.message}${arraysOf(file, block)}`,
    }));
    const headers = hdus?.failed.map(({ hdu, error }) => ({ where: `HDU ${hdu}`, message: error.message }));
    faults.push(...(headers ?? []));
    const broken = new Set(failed.map(({ block }) => block));
    const arrays = await arrayFaults(file, broken, bar);
    faults.push(...arrays.faults);
    const warnings = file.warnings.filter(({ code }) => code !== "checksum");
    const { length } = faults;
    return {
      source: nameOf(source),
      ok: length === 0 && (lenient || warnings.length === 0),
      blocks: { matched: matched.length, unchecked: unchecked.length, failed: failed.length },
      ...(hdus && {
        hdus: { matched: hdus.matched.length, unchecked: hdus.unchecked.length, failed: hdus.failed.length },
      }),
      arrays: { read: arrays.read, failed: arrays.faults.length },
      faults,
      warnings,
    };
  } catch (thrown) {
    if (!isExpected(thrown) || ["not-found", "network"].includes(String(thrown.code))) {
      throw thrown;
    }
    const faults = [{ where: "file", message: sentenceOf(thrown) }];
    const none = { matched: 0, unchecked: 0, failed: 0 };
    return {
      source: nameOf(source),
      ok: false,
      blocks: none,
      arrays: { read: 0, failed: 0 },
      faults,
      warnings: [],
    };
  } finally {
    bar.end();
  }
}

/** Reads every array. Arrays in a block that is known to be damaged are not reported again. */
async function arrayFaults(file: AsdfFile, broken: ReadonlySet<unknown>, bar: Bar) {
  const faults: Fault[] = [];
  let read = 0;
  for (const [path, array] of allArrays(file)) {
    try {
      if (array.error) {
        throw array.error;
      }
      for await (const _ of new Part({ path, node: array, selection: [] }).slabs({}, bar.report)) {
        // Reading is the test.
      }
      read += 1;
    } catch (thrown) {
      if (!isExpected(thrown)) {
        throw thrown;
      }
      if (!broken.has(array.source)) {
        faults.push({ where: path, message: thrown.message });
      }
    }
  }
  return { read, faults };
}

/** Names the arrays that a block holds, of many the first. */
function arraysOf(file: AsdfFile, block: number): string {
  const paths = [...file.arrays()].flatMap(([path, { source }]) => (source === block ? [`\`${path}\``] : []));
  const more = paths.length > 3 ? ", …" : "";
  return paths.length > 0 ? ` (it holds ${paths.slice(0, 3).join(", ")}${more})` : "";
}

/** The arrays of the tree, and those in HDUs of a FITS file to which it does not refer. */
function* allArrays(file: AsdfFile): Generator<[path: string, array: NdArray]> {
  const found = new Set<number | undefined>();
  for (const entry of file.arrays()) {
    const [, { hdu, error }] = entry;
    found.add(hdu ?? error?.hdu);
    yield entry;
  }
  for (const { index, kind, data } of file.hdus) {
    if (data && kind !== "other" && !found.has(index)) {
      yield [`HDU ${index}`, data];
    }
  }
}

function linesOf(context: Context, report: Report): string[] {
  const { source, ok, blocks, hdus, arrays, faults, warnings } = report;
  const { style } = context;
  const verdict = ok ? style.good("good") : style.bad(faults.length > 0 ? "damaged" : "defective");
  const counts = [
    `${many(blocks.matched + (hdus?.matched ?? 0), "checksum")} right`,
    ...(hdus && hdus.unchecked > 0 ? [`${many(hdus.unchecked, "HDU")} without one`] : []),
    ...(blocks.unchecked > 0 ? [`${many(blocks.unchecked, "block")} without one`] : []),
    `${many(arrays.read, "array")} read`,
  ];
  return [
    `${style.heading(source)}  ${verdict}: ${counts.join(", ")}`,
    ...faults.map(({ where, message }) => `  ${style.bad(where)}: ${message}`),
    ...warnings.map((warning) => `  ${style.warning("warning")}: ${warningText(warning)}`),
  ];
}
