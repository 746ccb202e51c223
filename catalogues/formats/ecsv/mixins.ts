/**
 * astropy writes some objects, such as positions, times and masked columns, as several columns of ECSV. `__serialized_columns__` of the
 * metadata says which ones. Masks are applied to the columns that they belong to; columns of positions and times get descriptions.
 */
import { timeWords } from "@asdf-wasm/science/tables/times";
import type { ColumnFrame } from "@asdf-wasm/science/tables/window";
import { isMap, type TreeMap, type TreeValue } from "asdf-wasm";
import type { GrowingColumn } from "../../memory/column.ts";
import type { ColumnFacts, Warnings } from "../../memory/table.ts";
import type { EcsvColumn } from "./column.ts";

export const SERIALIZED = "__serialized_columns__";

/** The descriptors of the parts of positions, by frame and name. */
const UCDS: readonly (readonly [frame: RegExp, part: string, ucd: string])[] = [
  [/^(icrs|fk5|fk4)/, "ra", "pos.eq.ra"],
  [/^(icrs|fk5|fk4)/, "dec", "pos.eq.dec"],
  [/^galactic/, "l", "pos.galactic.lon"],
  [/^galactic/, "b", "pos.galactic.lat"],
  [/^supergalactic/, "sgl", "pos.supergalactic.lon"],
  [/^supergalactic/, "sgb", "pos.supergalactic.lat"],
  [/ecliptic/, "lon", "pos.ecliptic.lon"],
  [/ecliptic/, "lat", "pos.ecliptic.lat"],
];

interface Part extends Pick<ColumnFacts, "ucd" | "frame"> {
  readonly description?: string;
  /** The column that masks it. */
  readonly mask?: string;
  readonly name?: string;
}

export function joined(
  columns: readonly EcsvColumn[],
  metadata: TreeValue,
  warnings: Warnings,
): { readonly facts: ColumnFacts[]; readonly kept: GrowingColumn[] } {
  const parts = partsIn(metadata);
  const byName = new Map(columns.map((column) => [column.name, column]));
  const masks = new Set<string>();
  for (const [name, { mask = "" }] of parts) {
    const [column, marks] = [byName.get(name), byName.get(mask)];
    if (!column) {
      warnings.add("The header tells of columns that are not there", name);
    } else if (marks) {
      masks.add(mask);
      column.column.mask(marks.column.read({ start: 0, stop: marks.column.rows }).data);
    }
  }
  const kept = columns.filter(({ name }) => !masks.has(name));
  return {
    facts: kept.map(({ name, unit, description }) => {
      const part = parts.get(name);
      return {
        name,
        unit,
        description: description || part?.description,
        ucd: part?.ucd,
        frame: part?.frame,
      };
    }),
    kept: kept.map(({ column }) => column),
  };
}

/** What the metadata of a table say of columns that astropy took objects apart into, by the names of the columns. */
export function partsIn(metadata: TreeValue | undefined): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  const serialized = isMap(metadata) ? metadata[SERIALIZED] : undefined;
  for (const [name, object] of isMap(serialized) ? Object.entries(serialized) : []) {
    describe(name, object, parts);
  }
  return parts;
}

/** Finds the columns of an object, and of the objects in it. */
function describe(name: string, object: TreeValue, parts: Map<string, Part>): void {
  if (!isMap(object)) {
    return;
  }
  const [data, mask] = [columnIn(object["data"]), columnIn(object["mask"])];
  if (data !== undefined && mask !== undefined) {
    parts.set(data, { ...parts.get(data), mask });
  }
  const said = sentenceOf(object);
  const frame = String(object["frame"] ?? "").toLowerCase();
  const ofPosition: ColumnFrame = {
    system: frame,
    equinox: yearIn(object["equinox"]),
    epoch: yearIn(object["obstime"]),
  };
  for (const [key, value] of Object.entries(object)) {
    const own = columnIn(value) ?? columnIn(isMap(value) ? value["value"] : undefined);
    if (own !== undefined && own !== mask) {
      const ucd = UCDS.find(([of, part]) => of.test(frame) && part === key)?.[2];
      parts.set(own, {
        ...parts.get(own),
        ...(said !== undefined && { description: `${key === "value" ? "" : `${key} of `}${said}` }),
        ...(ucd !== undefined && { ucd, frame: ofPosition }),
      });
    }
    describe(name, value, parts);
  }
}

/** The name of a column to which an object refers. */
function columnIn(value: TreeValue | undefined): string | undefined {
  const name = isMap(value) && !("__class__" in value) ? value["name"] : undefined;
  return typeof name === "string" ? name : undefined;
}

/** What a position or a time is, which its columns do not say. */
function sentenceOf(object: TreeMap): string | undefined {
  const kind = /(\w+)$/.exec(String(object["__class__"] ?? ""))?.[1] ?? "";
  if (kind === "Time" || kind === "TimeDelta") {
    return timeWords(kind, object["format"], object["scale"]);
  }
  return kind === "SkyCoord" ? `SkyCoord, frame ${String(object["frame"])}` : undefined;
}

/** A time as the year of its scale, which astropy keeps as the sum of two Julian dates. */
function yearIn(time: TreeValue | undefined): string | undefined {
  const { jd1, jd2, format } = Object(time) as Readonly<Record<string, TreeValue | undefined>>;
  const date = Number(jd1) + Number(jd2);
  if (Number.isNaN(date)) {
    return time === undefined ? undefined : String(time);
  }
  const isBesselian = String(format).startsWith("byear");
  const year = isBesselian
    ? 1900 + (date - 2_415_020.313_52) / 365.242_198_781
    : 2000 + (date - 2_451_545) / 365.25;
  return (isBesselian ? "B" : "J") + String(Number(year.toFixed(9)));
}
