/**
 * Reference systems of the positions of a table, as files name them: COOSYS of VOTable with the IVOA's vocabulary of reference frames,
 * RADESYS of FITS, frames of astropy.
 */
import { isSkySystem, type SkySystem } from "asdf-wasm";
import type { ColumnFrame } from "./window.ts";

/** Names of systems, without spaces and other signs. Systems of a date, or seen from a place, are not known. */
const NAMES: readonly (readonly [name: RegExp, system: string])[] = [
  [/^icrs$/, "icrs"],
  [/^(eq)?fk5$/, "fk5"],
  [/^(eq)?fk4$/, "fk4"],
  [/^fk4noe(terms)?$/, "fk4noeterms"],
  [/^galactic$/, "galactic"],
  [/^supergalactic$/, "supergalactic"],
  [/^(eclfk5|barycentricmeanecliptic)$/, "barycentricmeanecliptic"],
];

/** The system that positions can be converted from; undefined if there is none. */
export function skySystemOf({ system, equinox, epoch }: ColumnFrame): SkySystem | undefined {
  const plain = system.toLowerCase().replace(/[^a-z\d]/g, "");
  const base = NAMES.find(([name]) => name.test(plain))?.[1] ?? "";
  const isOld = base.startsWith("fk4");
  const usual = isOld ? "B1950" : "J2000";
  const year = yearIn(equinox ?? usual);
  // What is at rest on the sky turns with FK4: there, the date of the observation counts.
  const observed = isOld && epoch !== undefined ? `, obstime ${yearIn(epoch)}` : "";
  const isOther = /^fk|ecliptic$/.test(base) && (year !== usual || observed !== "");
  const found = isOther ? `${base} (equinox ${year}${observed})` : base;
  return isSkySystem(found) ? found : undefined;
}

/** A Julian or Besselian year, with its letter where it has one: `J2016.0` is `J2016`. */
function yearIn(text: string): string {
  const [, letter = "", year] = /^\s*([BJ]?)\s*(\d+(?:\.\d*)?)\s*$/i.exec(text) ?? [];
  return year === undefined ? "unknown" : letter.toUpperCase() + String(Number(year));
}
