/** Which part of complex numbers is drawn; other numbers have no such choice. */
import { isComplex } from "../../elements/complex.ts";
import type { ComplexPart } from "../../protocol/protocol.ts";
import { Choice } from "../../ui/Choice.tsx";
import type { ViewProps } from "../registry.ts";

const PARTS: readonly (readonly [ComplexPart, string])[] = [
  ["amplitude", "Amplitude"],
  ["phase", "Phase"],
  ["real", "Real"],
  ["imaginary", "Imaginary"],
];

export function PartControl({ session, facts }: ViewProps) {
  return isComplex(facts.array?.datatype ?? "") ? (
    <Choice label="Part" choices={PARTS} value={session.part} />
  ) : null;
}
