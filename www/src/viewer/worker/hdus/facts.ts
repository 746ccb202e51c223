/** The HDUs of a FITS file for the page, and what is found in their headers. Nothing is read: their headers are known. */

import { cut } from "@asdf-wasm/science/format/format";
import { searchPatternOf } from "@asdf-wasm/science/format/matching";
import { datatypeName } from "@asdf-wasm/science/tree/values";
import type { Hdu } from "asdf-wasm";
import type { CardFacts, CardHit, FoundCards, HduFacts } from "../../protocol/fits/hdus.ts";
import { factsOfCard, lineOf } from "./cards.ts";

/** More cards than this are only counted. */
const MOST = 2000;

export function factsOfHdu(hdu: Hdu, node: number | undefined): HduFacts {
  const { index, name, version, kind, shape, dtype, headerSize, dataSize, data, problem } = hdu;
  return {
    index,
    name: cut(name),
    version,
    kind,
    shape,
    node,
    datatype: dtype === undefined ? undefined : datatypeName(dtype),
    bytes: headerSize + dataSize,
    cards: hdu.cards.length,
    hasData: data !== undefined,
    problem: problem && cut(problem.message),
  };
}

export function cardsOf(hdu: Hdu | undefined): CardFacts[] {
  return hdu?.cards.map(factsOfCard) ?? [];
}

/** The cards in whose keyword, value or comment a text occurs. */
export function findCards(hdus: readonly Hdu[], text: string): FoundCards {
  const pattern = searchPatternOf(text);
  const cards: CardHit[] = [];
  let total = 0;
  for (const hdu of hdus) {
    for (const [at, card] of cardsOf(hdu).entries()) {
      if ([card.keyword, card.value, card.comment].some((part) => pattern.test(part))) {
        total += 1;
        if (cards.length < MOST) {
          cards.push({ ...card, hdu: hdu.index, at });
        }
      }
    }
  }
  return { cards, total };
}

export function headerText(hdu: Hdu | undefined): string {
  return cardsOf(hdu).map(lineOf).join("\n");
}
