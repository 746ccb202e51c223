/**
 * Exposures of Roman, whose eighteen detectors are a file each: by the names of the files, rPPPPPCCAAASSSOOOVVV_EEEE_wfiNN_…, or what their
 * metadata say of the observation.
 */
import { isMap, type TreeValue } from "asdf-wasm";

/** Parts of the name, and how many digits each has: program, plan, pass, segment, observation, visit. */
const PARTS = [
  ["program", 5],
  ["execution_plan", 2],
  ["pass", 3],
  ["segment", 3],
  ["observation", 3],
  ["visit", 3],
] as const;

/** The exposure that the name of a file begins with. */
export function exposureInName(name: string): string | undefined {
  return /(?:^|\/)(r\d{19}_\d{4})_wfi\d\d/i.exec(name)?.[1]?.toLowerCase();
}

/** The same from `roman/meta/observation`. */
export function exposureIn(observation: TreeValue | undefined): string | undefined {
  if (!isMap(observation)) {
    return undefined;
  }
  const digits = (key: string, length: number) => String(observation[key] ?? "?").padStart(length, "0");
  const visit = PARTS.map(([key, length]) => digits(key, length)).join("");
  return exposureInName(`r${visit}_${digits("exposure", 4)}_wfi01`);
}
