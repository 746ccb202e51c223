/** Options that say where the rows of a table are. */
import type { RowPlaceColumns } from "@asdf-wasm/science/catalogue/pixels";
import { yearOf } from "@asdf-wasm/science/tables/motion";
import type { SkyColumns } from "@asdf-wasm/science/tables/named";
import type { PositionSystem } from "@asdf-wasm/science/tables/positions";
import { misuse } from "../exit.ts";

export interface PlaceOptions {
  readonly positions?: string;
  readonly pixels?: string;
  readonly date?: string;
}

export function placesIn({ positions, pixels, date }: PlaceOptions): RowPlaceColumns {
  const columns = pixels === undefined ? undefined : pairIn(pixels, "two columns of pixels, as in 'x,y'");
  const year = date === undefined ? undefined : yearOf(date);
  if (date !== undefined && year === undefined) {
    throw misuse(`'${date}' is not a date such as 2027.5, or of ISO 8601`);
  }
  return { date: year, columns, sky: positions === undefined ? undefined : skyColumnsIn(positions) };
}

/** Two names, or sizes; `what` they are, if there are not two. */
export function pairIn(text: string, what: string): readonly [one: string, other: string] {
  const [one, other, ...more] = namesIn(text);
  if (!one || !other || more.length > 0) {
    throw misuse(`'${text}' is not ${what}`);
  }
  return [one, other];
}

export function namesIn(text: string): readonly string[] {
  return text.split(",").map((name) => name.trim());
}

export function skyColumnsIn(text: string): SkyColumns {
  const [longitude, latitude, frame, ...more] = namesIn(text);
  if (!longitude || !latitude || more.length > 0) {
    throw misuse(`'${text}' is not a longitude and a latitude, as in 'ra,dec' or 'l,b,galactic'`);
  }
  return { longitude, latitude, frame: frame as PositionSystem | undefined };
}
