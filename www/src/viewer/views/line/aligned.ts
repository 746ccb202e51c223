/** Lines in uPlot's form: values over one shared x, with gaps. */
import uPlot from "uplot";
import type { Line } from "../../protocol/lines.ts";

export interface Scales {
  readonly logX: boolean;
  readonly logY: boolean;
}

type Values = (number | null | undefined)[];

/**
 * All lines over the union of their x, values multiplied by a factor. Null is a gap, undefined an x of other lines
 * only.
 */
export function aligned(lines: readonly Line[], { logX, logY }: Scales, factor: number): uPlot.AlignedData {
  const tables = lines.map((line): [number[], ...Values[]] => {
    const shown = [...line.x.keys()].filter((i) => !logX || (line.x[i] ?? 0) > 0);
    const on = (value: (i: number) => number): Values =>
      shown.map((i) => {
        const y = value(i);
        return Number.isFinite(y) && (!logY || y > 0) ? y * factor : null;
      });
    const { x, y, error } = line;
    const at = (values: Float64Array, i: number): number => values[i] ?? Number.NaN;
    return [
      shown.map((i) => at(x, i)),
      on((i) => at(y, i)),
      ...(error ? [on((i) => at(y, i) + at(error, i)), on((i) => at(y, i) - at(error, i))] : []),
    ];
  });
  const [only, ...more] = tables;
  return only && more.length === 0 ? only : uPlot.join(tables);
}
