/** Which part of complex numbers is drawn; other numbers have no such choice. */
import type { ComplexPart } from "../engine/protocol.ts";
import { Choice } from "./Choice.tsx";
import type { ViewProps } from "./registry.ts";

const PARTS: readonly (readonly [ComplexPart, string])[] = [
  ["amplitude", "Amplitude"],
  ["phase", "Phase"],
  ["real", "Real"],
  ["imaginary", "Imaginary"],
];

export function PartControl({ session, facts }: ViewProps) {
  const isComplex = facts.array?.datatype.startsWith("complex");
  return isComplex ? <Choice label="Part" choices={PARTS} value={session.part} /> : null;
}
