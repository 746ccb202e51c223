/**
 * The text of regions of the sky in a link: `icrs:circle@269.9,-20.1,0.001/icrs:point@10,20:ff0000:Star`, each with its system before what a
 * region in pixels has. Numbers are degrees.
 */

import { decoded, regionIn, regionWord } from "../linkText.ts";
import type { Figure, FigureSystem } from "./figure.ts";
import { lookOf, partsOf, shapeOf } from "./onSky.ts";

/** Decimal places of a degree: a third of a microarcsecond. */
const PLACES = 10;
const SYSTEMS: readonly FigureSystem[] = ["icrs", "fk5", "galactic", "ecliptic"];

export function figuresWord(figures: readonly Figure[]): string {
  return figures
    .flatMap((figure) => {
      const { system, reference } = figure;
      const shape = shapeOf({ ...figure, sizes: figure.sizes.map(({ value }) => value) }, PLACES);
      return shape
        ? [`${encodeURIComponent(reference ?? system)}:${regionWord({ ...lookOf(figure), shape }, PLACES)}`]
        : [];
    })
    .join("/");
}

/** The figures of a text; anything else is left out. */
export function figuresIn(word: string): readonly Figure[] {
  return word.split("/").flatMap((part) => {
    const colon = part.indexOf(":");
    const region = colon > 0 ? regionIn(part.slice(colon + 1)) : undefined;
    return region
      ? [{ ...lookOf(region), ...partsOf(region.shape, "degree"), ...systemIn(part.slice(0, colon)) }]
      : [];
  });
}

function systemIn(text: string): Pick<Figure, "system" | "reference"> {
  const known = SYSTEMS.find((system) => system === text);
  return known ? { system: known } : { system: "own", reference: decoded(text) };
}
