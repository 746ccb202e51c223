/** The calls for the HDUs of a FITS file and their headers. */
import type { HduCalls } from "../../protocol/fits/hdus.ts";
import { cardsOf, factsOfHdu, findCards, headerText } from "../hdus/facts.ts";
import type { Answers } from "../held.ts";

export const hduAnswers: Answers<HduCalls> = {
  list({ file, nodes }) {
    const places = nodes.hduNodes();
    return file.hdus.map((hdu) => factsOfHdu(hdu, places.get(hdu.index)));
  },

  cards: ({ file }, hdu) => cardsOf(file.hdus[hdu]),

  find: ({ file }, text) => findCards(file.hdus, text),

  text: ({ file }, hdu) => headerText(file.hdus[hdu]),
};
