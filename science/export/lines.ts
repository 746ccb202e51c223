/** A line through an array as CSV: the index of each element, its coordinate if there is one, and its value. */

import { quoted } from "../format/csvCell.ts";
import type { AxisWorld } from "../wcs/facts.ts";
import type { Bytes } from "./bytes.ts";
import type { Content } from "./content.ts";
import { writer } from "./csv.ts";

export async function* lineCsv(
  { dtype, slabs }: Content,
  unit: string | undefined,
  coordinates: (indices: Float64Array) => Promise<AxisWorld | undefined>,
  signal: AbortSignal,
): AsyncGenerator<Bytes> {
  const encoder = new TextEncoder();
  let start = 0;
  for await (const slab of slabs(signal)) {
    const count = slab.shape[0] ?? 0;
    const indices = Float64Array.from({ length: count }, (_, i) => start + i);
    const along = await coordinates(indices);
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
