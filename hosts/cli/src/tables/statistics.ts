/** Statistics of the columns of a table. */
import { scalar } from "@asdf-wasm/science/format/format";
import type { TableSource } from "@asdf-wasm/science/tables/columns";
import { isNumeric } from "@asdf-wasm/science/tables/window";
import type { ArrayData } from "asdf-wasm";

export interface ColumnStatistics {
  readonly name: string;
  /** Of the elements that are neither masked nor NaN. */
  readonly count: number;
  readonly missing: number;
  /** As text, because integers may be larger than numbers are exact. */
  readonly min?: string;
  readonly max?: string;
  readonly mean?: number;
  readonly std?: number;
}

/** One column at a time is in memory. */
export async function statisticsOf(table: TableSource): Promise<ColumnStatistics[]> {
  const found: ColumnStatistics[] = [];
  for (const [index, column] of table.columns.entries()) {
    const [part] = await table.read([index], undefined, new AbortController().signal);
    if (part) {
      found.push({ name: column.name, ...(isNumeric(column) ? ofNumbers(part) : ofOthers(part)) });
    }
  }
  return found;
}

function ofOthers({ data, mask }: ArrayData): Omit<ColumnStatistics, "name"> {
  const missing = mask?.reduce((sum, bit) => sum + bit, 0) ?? 0;
  return { count: (mask?.length ?? data.length) - missing, missing };
}

function ofNumbers({ data, mask }: ArrayData): Omit<ColumnStatistics, "name"> {
  let [count, mean, squares] = [0, 0, 0];
  let [least, most] = [-1, -1];
  for (let i = 0; i < data.length; i += 1) {
    const value = Number(data[i]);
    if (mask?.[i] === 1 || Number.isNaN(value)) {
      continue;
    }
    count += 1;
    // Welford's way, which keeps digits where the mean is large.
    const apart = value - mean;
    mean += apart / count;
    squares += apart * (value - mean);
    least = least < 0 || (data[i] ?? 0) < (data[least] ?? 0) ? i : least;
    most = most < 0 || (data[i] ?? 0) > (data[most] ?? 0) ? i : most;
  }
  const missing = data.length - count;
  return count === 0
    ? { count, missing }
    : {
        ...{ count, missing, min: scalar(data, least), max: scalar(data, most) },
        ...{ mean, std: Math.sqrt(squares / count) },
      };
}
