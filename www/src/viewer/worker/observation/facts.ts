/** What the facts of an observation have in common, whatever names them: which values say nothing, numbers as text. */
import type { ObservationFact } from "../../protocol/facts.ts";

/** Found facts, without the first of their parts: its name is its row's. */
export type Found = Omit<ObservationFact, "name"> | undefined;
export type Rows = Readonly<Record<ObservationFact["name"], Found>>;

/** What stands for a value that is not known: Roman's data models write `?` and −999999. */
const NOTHING = /^(\?|-999999(\.0*)?|n\/a|unknown|nan|null)?$/i;

/** A value as text; undefined if it says nothing. */
export function known(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed === undefined || NOTHING.test(trimmed) ? undefined : trimmed;
}

/** A number without the digits in which only its rounding is told; other texts as they are. */
export function short(text: string): string {
  return text !== "" && Number.isFinite(Number(text)) ? String(Number(Number(text).toPrecision(10))) : text;
}

/** Where something begins and ends. */
export function span(from: string, to: string | undefined): string {
  return to === undefined || to === from ? from : `${from} – ${to}`;
}

/** All of some entries that say something, each behind its label. */
export function several(
  get: (name: string) => string | undefined,
  entries: readonly (readonly [name: string, label: string])[],
): Found {
  const found = entries.filter(([name]) => get(name) !== undefined);
  const value = found.map(([name, label]) => label + get(name)).join(", ");
  return found.length === 0 ? undefined : { value, from: found.map(([name]) => name).join(", ") };
}

export function factsIn(rows: Rows): ObservationFact[] {
  const names = Object.keys(rows) as ObservationFact["name"][];
  return names.flatMap((name) => {
    const found = rows[name];
    return found ? [{ name, ...found }] : [];
  });
}
