/** The calls for the HDUs of a FITS file and their headers. */
import type { HduCalls } from "../../protocol/fits/hdus.ts";
import { answer, opened } from "../opened.ts";
import { cardsOf, factsOfHdu, findCards, headerText } from "./facts.ts";

export const hduCalls: HduCalls = {
  hdus: () =>
    answer(async () => {
      const { file, nodes } = opened();
      const places = nodes.hduNodes();
      return file.hdus.map((hdu) => factsOfHdu(hdu, places.get(hdu.index)));
    }),

  cards: (hdu) => answer(async () => cardsOf(opened().file.hdus[hdu])),

  findCards: (text) => answer(async () => findCards(opened().file.hdus, text)),

  headerText: (hdu) => answer(async () => headerText(opened().file.hdus[hdu])),
};
