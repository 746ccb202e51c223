/** A line through an array as CSV: the index of each element, its coordinate if there is one, and its value. */

import type { Bytes } from "@asdf-wasm/science/export/bytes";
import type { Content } from "@asdf-wasm/science/export/content";
import { writer } from "@asdf-wasm/science/export/csv";
import { quoted } from "@asdf-wasm/science/format/csvCell";
import type { ExportJob } from "../../protocol/exports.ts";
import type { OpenFile } from "../opened.ts";

type ArrayJob = Extract<ExportJob, { of: "array" }>;

export async function* lineCsv(
  { nodes, world }: OpenFile,
  { part: { node, section }, wcs }: ArrayJob,
  { dtype, slabs }: Content,
  signal: AbortSignal,
): AsyncGenerator<Bytes> {
  const { axes: [axis = 0] = [], index: at = [] } = section ?? {};
  const unit = nodes.unit(node);
  const encoder = new TextEncoder();
  let start = 0;
  for await (const slab of slabs(signal)) {
    const count = slab.shape[0] ?? 0;
    const indices = Float64Array.from({ length: count }, (_, i) => start + i);
    const along = await world.along({ node, axis, at, wcs }, indices);
    const text = writer(slab.data, dtype);
    if (start === 0) {
      const names = ["index", ...(along ? [named(along.name, along.unit)] : []), named("value", unit)];
      yield encoder.encode(`${names.map(quoted).join(",")}\r\n`);
    }
    const lines = Array.from({ length: count }, (_, i) => {
      const coordinate = along ? `,${along.values[i]}` : "";
      return `${start + i}${coordinate},${slab.mask?.[i] ? "" : text(i)}\r\n`;
    });
    yield encoder.encode(lines.join(""));
    start += count;
  }
}

function named(name: string, unit: string | undefined): string {
  return unit ? `${name} [${unit}]` : name;
}
