/** A list of cards: of one header, or the ones that a search found in all headers. The current card is shown below in full. */

import { cut, grouped, many } from "@asdf-wasm/science/format/format";
import { searchPatternOf } from "@asdf-wasm/science/format/matching";
import { useState } from "preact/hooks";
import type { CardFacts, CardHit, HduFacts } from "../../protocol/fits/hdus.ts";
import { Marked } from "../../ui/Marked.tsx";
import { cardLine, hduName } from "./hduText.ts";
import { ListBox } from "./ListBox.tsx";
import type { HduModel } from "./panelState.ts";

const ROW_HEIGHT = 38;

interface CardsProps {
  readonly model: HduModel;
  readonly hdus: readonly HduFacts[];
  /** The HDU whose header is shown, while nothing is searched. */
  readonly of: HduFacts | undefined;
}

export function Cards({ model, hdus, of }: CardsProps) {
  const [note, setNote] = useState("");
  const found = model.found.value;
  const cards = model.listed.value;
  const at = model.at.value;
  const current = cards[at];
  const pattern = found ? searchPatternOf(model.text.value) : undefined;
  const copy = async (
    text: Promise<string | undefined> | string | undefined,
    what: string,
  ): Promise<void> => {
    try {
      const known = await text;
      if (known !== undefined) {
        await navigator.clipboard.writeText(known);
        setNote(`Copied ${what}`);
      }
    } catch {
      setNote("The browser does not allow this page to copy");
    }
  };
  const copyCurrent = () => void copy(current && cardLine(current), current?.keyword || "the card");
  const label = found ? "Cards found" : `Header of ${of ? hduName(of) : "the HDU"}`;
  return (
    <>
      <div class="cards-head">
        <h3>{found ? heading(found.cards.length, found.total) : label}</h3>
        {!found && <span class="hint">{many(cards.length, "card")}</span>}
        {!found && of && (
          <button
            type="button"
            class="quiet"
            aria-label="Copy header"
            title="Copy the header as text"
            onClick={() => void copy(model.headerText(of.index), `the header of ${hduName(of)}`)}
          >
            Copy
          </button>
        )}
      </div>
      <output class="sr-only">{note}</output>
      <ListBox
        class="card-list"
        label={label}
        count={cards.length}
        rowHeight={ROW_HEIGHT}
        at={at}
        title={(index) => (cards[index] ? cut(cardLine(cards[index])) : "")}
        row={(index) => cards[index] && <Row card={cards[index]} hdus={hdus} pattern={pattern} />}
        onPoint={(index) => {
          model.at.value = index;
        }}
        onChoose={(index) => {
          const card = cards[index];
          if (card && isHit(card)) {
            void model.go(card);
          } else {
            model.at.value = index;
          }
        }}
        onCopy={copyCurrent}
      />
      {current && (
        <div class="card-whole">
          <p class="card-text">
            <Whole card={current} pattern={pattern} />
          </p>
          <button
            type="button"
            class="quiet"
            aria-label="Copy card"
            title="Copy (Ctrl+C)"
            onClick={copyCurrent}
          >
            Copy
          </button>
        </div>
      )}
      {note !== "" && (
        <p class="hint cards-note" aria-hidden="true">
          {note}
        </p>
      )}
    </>
  );
}

function heading(listed: number, total: number): string {
  if (total === 0) {
    return "No cards found";
  }
  return listed < total
    ? `The first ${grouped(listed)} of ${many(total, "card")}`
    : many(total, "card found", "cards found");
}

function isHit(card: CardFacts | CardHit): card is CardHit {
  return "hdu" in card;
}

interface RowProps {
  readonly card: CardFacts | CardHit;
  readonly hdus: readonly HduFacts[];
  readonly pattern: RegExp | undefined;
}

function Row({ card, hdus, pattern }: RowProps) {
  const { keyword, kind } = card;
  const hdu = isHit(card) ? hdus[card.hdu] : undefined;
  const isTitle = kind === "comment" && keyword === "";
  return (
    <>
      <span class={`card-line${isTitle ? " card-title" : ""}`}>
        {!isTitle && (
          <span class="key">
            <Marked text={keyword} pattern={pattern} />
          </span>
        )}
        <Value card={card} pattern={pattern} />
        {hdu && <span class="card-hdu">{hduName(hdu)}</span>}
      </span>
      <Comment card={card} pattern={pattern} />
    </>
  );
}

interface PartProps {
  readonly card: CardFacts;
  readonly pattern: RegExp | undefined;
}

/** A card in full. */
function Whole({ card, pattern }: PartProps) {
  const { keyword } = card;
  return (
    <>
      {keyword !== "" && (
        <>
          <span class="key">
            <Marked text={keyword} pattern={pattern} />
          </span>{" "}
        </>
      )}
      <Value card={card} pattern={pattern} />
      <Comment card={card} pattern={pattern} />
    </>
  );
}

function Value({ card: { value, kind }, pattern }: PartProps) {
  return (
    <span class={`card-value ${kind}`}>
      {kind === "none" ? "no value" : <Marked text={cut(value)} pattern={pattern} />}
    </span>
  );
}

function Comment({ card: { comment }, pattern }: PartProps) {
  return comment === "" ? null : (
    <span class="card-comment">
      <Marked text={cut(comment)} pattern={pattern} />
    </span>
  );
}
