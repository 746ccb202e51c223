/** What two columns of a table can be: positions in systems that people use or that the file names, or pixels. */
import type { PositionPlace } from "@asdf-wasm/science/tables/positions";
import { systemLabel } from "@asdf-wasm/science/wcs/world";
import type { CatalogueTable } from "../../../protocol/over/catalogue.ts";

const USUAL = ["icrs", "fk5", "fk4", "galactic", "supergalactic", "ecliptic"] as const;

/** Names, and places by the words of links. */
export interface NamedPlace {
  readonly label: string;
  readonly word: string;
  readonly place: PositionPlace;
}

export function placesOf({ positions }: Pick<CatalogueTable, "positions">): NamedPlace[] {
  const said = positions.flatMap(({ place }) =>
    "sky" in place && place.sky !== "own" && !USUAL.some((usual) => usual === place.sky) ? [place.sky] : [],
  );
  return [
    ...[...USUAL, ...new Set(said)].map((sky) => ({ label: systemLabel(sky), word: sky, place: { sky } })),
    { label: "As the image's", word: "own", place: { sky: "own" } },
    ...([0, 1] as const).map((first) => ({
      label: `Pixels from ${first}`,
      word: String(first),
      place: { first },
    })),
  ];
}

export function isSamePlace(one: PositionPlace, other: PositionPlace): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
