/** The calls for the HDUs of a FITS file and their headers. */
import type { HduCalls } from "../../protocol/fits/hdus.ts";
import { cardsOf, factsOfHdu, findCards, headerText } from "../hdus/facts.ts";
import type { HeldFile } from "../held.ts";

export function hduCalls(held: HeldFile): HduCalls {
  return {
    hdus: () =>
      held.answer(({ file, nodes }) => {
        const places = nodes.hduNodes();
        return file.hdus.map((hdu) => factsOfHdu(hdu, places.get(hdu.index)));
      }),

    cards: (hdu) => held.answer(({ file }) => cardsOf(file.hdus[hdu])),

    findCards: (text) => held.answer(({ file }) => findCards(file.hdus, text)),

    headerText: (hdu) => held.answer(({ file }) => headerText(file.hdus[hdu])),
  };
}
