/** What schemas say of the selected node: what it means, what it may be, where an archive keeps it. */

import { cut, plainly } from "@asdf-wasm/science/format/format";
import type { Meaning } from "asdf-wasm";
import { useEffect } from "preact/hooks";
import type { NodeDetail } from "../../protocol/facts.ts";
import { CheckModel } from "../../state/schemas/checkModel.ts";
import { isUnknown, MeaningModel, NO_VALUE, paragraph } from "../../state/schemas/meaningModel.ts";
import type { Session } from "../../state/session.ts";
import { FactList } from "./FactList.tsx";

export function MeaningView({ session, detail }: { session: Session; detail: NodeDetail }) {
  const meanings = session.model(MeaningModel);
  const known = meanings.known.value;
  useEffect(() => void meanings.want([detail.id]), [session, meanings.isWanted.value, known, detail.id]);
  const meaning = known.get(detail.id);
  const problems = session.model(CheckModel).problems.value.get(detail.id) ?? [];
  return (
    <>
      {problems.map((problem) => (
        <p key={problem} class="complaint">
          {cut(problem)}
        </p>
      ))}
      {meaning && <Said meaning={meaning} text={detail.text} />}
    </>
  );
}

function Said({ meaning, text }: { meaning: Meaning; text: string | undefined }) {
  const [title, description] = [meaning.title, meaning.description].map((one) => paragraph(one ?? ""));
  return (
    <section class="meaning" aria-label="Meaning">
      {title && <h3>{cut(title)}</h3>}
      {description && description !== title && <p>{cut(description)}</p>}
      {isUnknown(meaning, text) && <p class="hint">{NO_VALUE}</p>}
      <FactList facts={factsOf(meaning)} />
    </section>
  );
}

function factsOf(meaning: Meaning): readonly (readonly [string, string | undefined])[] {
  const { unit, type, enum: allowed, minimum, maximum, tag, archive, fitsKeyword, schema } = meaning;
  return [
    ["unit", listed(unit)],
    ["type", listed(type)],
    ["allowed", listed(allowed)],
    ["at least", listed(minimum)],
    ["at most", listed(maximum)],
    ["default", listed(meaning.default)],
    ["must be", tag],
    ["archive", listed(archive)],
    ["keyword", fitsKeyword],
    ["schema", schema || undefined],
  ];
}

/** Values as text: a text as it is, others as in JSON. */
function listed(values: unknown): string | undefined {
  return values === undefined ? undefined : [values].flat().map(plainly).join(", ");
}
