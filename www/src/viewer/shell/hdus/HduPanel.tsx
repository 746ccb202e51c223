/** The HDUs of a FITS file: their list, the header of the chosen one, and a search in all headers. */

import { bytes, many } from "@asdf-wasm/science/format/format";
import { useEffect, useRef } from "preact/hooks";
import type { HduFacts } from "../../protocol/fits/hdus.ts";
import type { Session } from "../../state/session.ts";
import { adopting } from "../../styles/sheet.ts";
import { SearchBox } from "../../tree/SearchBox.tsx";
import { Cards } from "./Cards.tsx";
import styles from "./hdus.css?inline";
import { contentOf, hduName, titleOf } from "./hduText.ts";
import { ListBox } from "./ListBox.tsx";
import { HduModel } from "./panelState.ts";

const styled = adopting(styles);
const ROW_HEIGHT = 40;

export function HduPanel({ session }: { session: Session }) {
  const model = session.model(HduModel);
  const hdus = model.hdus.value;
  const shown = session.scene.facts.value?.id;
  const current = model.current(shown);
  useEffect(() => void model.open(), [model, session.file.value, session.editing.state.value]);
  useEffect(() => {
    if (current) {
      void model.show(current.index);
    }
  }, [model, current]);
  if (!hdus) {
    return <p class="hint hdus-wait" role="status" ref={styled} />;
  }
  return (
    <section class="hdus" part="hdus" aria-label="HDUs" ref={styled}>
      <HeaderSearch model={model} />
      {!model.found.value && (
        <ListBox
          class="hdu-list"
          label={many(hdus.length, "HDU")}
          count={hdus.length}
          rowHeight={ROW_HEIGHT}
          at={current?.index ?? -1}
          title={(index) => (hdus[index] ? titleOf(hdus[index]) : "")}
          row={(index) => hdus[index] && <Row hdu={hdus[index]} isShown={isOnStage(hdus[index], shown)} />}
          onPoint={(index) => {
            model.chosen.value = index;
          }}
          onChoose={(index) => {
            model.chosen.value = index;
            void showData(session, model, hdus[index]);
          }}
        />
      )}
      <Cards model={model} hdus={hdus} of={current} />
    </section>
  );
}

function isOnStage({ node }: HduFacts, shown: number | undefined): boolean {
  return node !== undefined && node === shown;
}

function Row({ hdu, isShown }: { hdu: HduFacts; isShown: boolean }) {
  return (
    <>
      <span class="hdu-number">{hdu.index}</span>
      <span class="hdu-name">{hduName(hdu)}</span>
      <span class="hdu-size">{bytes(hdu.bytes)}</span>
      <span class={`hdu-content${hdu.problem === undefined ? "" : " complaint"}`}>
        {contentOf(hdu)}
        {isShown && <span class="sr-only">, shown</span>}
      </span>
      {isShown && <span class="hdu-shown" aria-hidden="true" />}
    </>
  );
}

/** Shows the array of an HDU on the stage, and selects it in the tree if that has it. */
async function showData(session: Session, model: HduModel, hdu: HduFacts | undefined): Promise<void> {
  const node = hdu?.hasData ? await model.dataOf(hdu) : undefined;
  if (node !== undefined) {
    await session.reveal(node);
    session.show(node);
  }
}

/** The field that searches keywords, values and comments of all headers. */
function HeaderSearch({ model }: { model: HduModel }) {
  const field = useRef<HTMLInputElement>(null);
  const text = model.text.value;
  const found = model.found.value;
  const toList = () =>
    field.current?.closest(".hdus")?.querySelector<HTMLElement>(".card-list")?.focus({ preventScroll: true });
  return (
    <SearchBox
      field={field}
      label="Search headers"
      placeholder="Search all headers"
      text={text}
      tally={found ? (found.total > 0 ? many(found.total, "match", "matches") : "No matches") : ""}
      onLook={(typed) => void model.look(typed)}
      onClear={() => void model.look("")}
      keys={{
        toList,
        next: () => {
          if (found?.cards[0]) {
            void model.go(found.cards[Math.max(0, model.at.value)] ?? found.cards[0]);
          }
          toList();
        },
        clear: () => {
          void model.look("");
          toList();
        },
      }}
    />
  );
}
