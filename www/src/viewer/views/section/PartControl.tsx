/** The choice of the part of complex numbers that is drawn; nothing for other numbers. */
import { isComplex } from "@asdf-wasm/science/elements/complex";
import type { ComplexPart } from "@asdf-wasm/science/elements/values";
import type { ViewProps } from "../../state/view.ts";
import { Choice } from "../../ui/Choice.tsx";

const PARTS: readonly (readonly [ComplexPart, string])[] = [
  ["amplitude", "Amplitude"],
  ["phase", "Phase"],
  ["real", "Real"],
  ["imaginary", "Imaginary"],
];

export function PartControl({ host, facts }: Pick<ViewProps, "host" | "facts">) {
  return isComplex(facts.array?.datatype ?? "") ? (
    <Choice label="Part" choices={PARTS} value={host.part} />
  ) : null;
}
