/** Positions of one reference system in another, both by the names of a WCS or of the page. */
import { convertSky, isSkySystem, type SkySystem } from "asdf-wasm";

/** Positions in another system; undefined if they cannot be converted. */
export function convertedTo(frame: string, positions: Float64Array, from: string): Float64Array | undefined {
  const [one, other] = [systemOf(from), systemOf(frame)];
  return from === frame ? positions : one && other && convertSky(one, other, positions);
}

/** The system of the package by the name of a WCS or of the page; undefined if positions cannot be converted. */
export function systemOf(name: string): SkySystem | undefined {
  const system = name === "ecliptic" ? "barycentricmeanecliptic" : name;
  return isSkySystem(system) ? system : undefined;
}
