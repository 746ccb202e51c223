/**
 * What was observed, with what and when: from the metadata of data models, else from FITS headers. What a file does not say is
 * left out.
 */

import { entriesOf, kindOf, textOf, valueAt } from "@asdf-wasm/science/tree/values";
import type { Hdu, TreeValue } from "asdf-wasm";
import type { ObservationFact } from "../../protocol/facts.ts";
import { factsIn, known } from "./facts.ts";
import { type Header, type HeaderCard, rowsOfHeader } from "./headers.ts";
import { rowsOfModel } from "./models.ts";

/** Entries of the tree beyond this many are not looked at. */
const MOST = 100;
/** A header that has none of these is not one. */
const TELLING = ["TELESCOP", "INSTRUME", "OBJECT", "DATE-OBS", "DATE-BEG", "EXPTIME"] as const;

interface ObservedFile {
  readonly tree: TreeValue;
  readonly hdus: readonly Pick<Hdu, "cards">[];
}

export function observationOf({ tree, hdus }: ObservedFile): ObservationFact[] {
  const found = [...metadataIn(tree), factsIn(rowsOfHeader(headerOf(hdus.map(({ cards }) => cards))))];
  // Of several parts of a file, the one that says most speaks for it: rows of two are not mixed.
  return found.reduce((most, facts) => (facts.length > most.length ? facts : most), []);
}

/** What the tree says, at its root or one level below. */
function metadataIn(tree: TreeValue): ObservationFact[][] {
  const tops = kindOf(tree) === "map" ? entriesOf(tree).slice(0, MOST) : [];
  const places = [tree, ...tops.map(([, value]) => value)];
  return places.flatMap((place) => {
    const meta = valueAt(place, "meta");
    const header = valueAt(place, "header");
    return [
      ...(meta === undefined ? [] : [factsIn(rowsOfModel(meta)), ofMap(meta)]),
      ...(header === undefined ? [] : [ofMap(header)]),
      ofMap(place),
    ];
  });
}

/** A map with the keywords of FITS, such as the metadata of a sunpy map. */
function ofMap(map: TreeValue): ObservationFact[] {
  const cards = new Map<string, HeaderCard>();
  for (const [key, value] of kindOf(map) === "map" ? entriesOf(map).slice(0, 10 * MOST) : []) {
    if (typeof key === "string" && ["string", "number"].includes(kindOf(value))) {
      const keyword = key.toUpperCase().replace(/^(DATE|TIME|MJD)_/, "$1-");
      cards.set(keyword, { value: textOf(value), isNumber: kindOf(value) === "number", comment: "" });
    }
  }
  return TELLING.some((keyword) => cards.has(keyword))
    ? factsIn(rowsOfHeader((keyword) => cards.get(keyword)))
    : [];
}

/**
 * The headers of a file as one: what the primary header does not say comes from the others, where all that say it say the
 * same.
 */
function headerOf(headers: readonly Hdu["cards"][]): Header {
  const [primary, ...others] = headers.map(cardsOf);
  return (keyword) => {
    const own = primary?.get(keyword);
    if (known(own?.value) !== undefined) {
      return own;
    }
    const said = others.flatMap((cards) => cards.get(keyword) ?? []);
    return said.every(({ value }) => value === said[0]?.value) ? said[0] : undefined;
  };
}

function cardsOf(cards: Hdu["cards"]): ReadonlyMap<string, HeaderCard> {
  return new Map(
    cards.flatMap(({ keyword, value, comment }) => {
      const isNumber = typeof value === "number" || typeof value === "bigint";
      return isNumber || typeof value === "string"
        ? [
            [
              keyword.toUpperCase().replace(/^HIERARCH /, ""),
              { value: String(value), isNumber, comment },
            ] as const,
          ]
        : [];
    }),
  );
}
