/** Columns of positions that a caller names, or that are found by their usual names. */
import { indexOf, type TableSource } from "./columns.ts";
import { type PositionColumns, type PositionSystem, positionsIn } from "./positions.ts";

/** Columns that are positions on the sky, by their names. */
export interface SkyColumns {
  readonly longitude: string;
  readonly latitude: string;
  /** By default what the file says, or ICRS. */
  readonly frame?: PositionSystem | undefined;
}

/** @throws RangeError if there is no column of a name, or none is known as a position on the sky */
export function skyPositions(table: TableSource, named: SkyColumns | undefined): PositionColumns {
  const known = positionsIn(table.columns).filter(({ place }) => !("first" in place));
  if (named) {
    const [x, y] = [indexOf(table, named.longitude), indexOf(table, named.latitude)];
    const place = named.frame
      ? { sky: named.frame }
      : (known.find((columns) => columns.x === x && columns.y === y)?.place ?? { sky: "icrs" });
    return { x, y, place };
  }
  const [onSky] = known;
  if (!onSky) {
    const names = table.columns.map(({ name }) => name).join(", ");
    throw new RangeError(`a table has no columns that are known as positions on the sky: it has ${names}`);
  }
  return onSky;
}
