/**
 * The observation as the data models of Roman (`roman.meta`, schemas of `rad`), JWST (`meta`, schemas of `stdatamodels`)
 * and DKIST (`dataset.meta.inventory`) describe it.
 */

import { textOf, valueAt } from "@asdf-wasm/science/tree/values";
import type { TreeValue } from "asdf-wasm";
import { type Found, known, type Rows, several, short, span } from "./facts.ts";

/** The most items of a list that are named. */
const MOST = 12;

export function rowsOfModel(meta: TreeValue): Rows {
  const get = (path: string): string | undefined => known(textAlong(meta, path));
  const first = (paths: readonly string[], unit = ""): Found => {
    const from = paths.find((path) => get(path) !== undefined);
    return from === undefined ? undefined : { value: `${short(get(from) ?? "")}${unit}`, from };
  };
  const between = (start: string, end: string, unit = ""): Found => {
    const [from, to] = [get(start), get(end)];
    return from === undefined
      ? undefined
      : { value: span(short(from), to && short(to)) + unit, from: `${start}, ${end}` };
  };
  return {
    target: first(["target.catalog_name", "target.proposer_name", "inventory.targetTypes"]),
    telescope: first(["telescope"]),
    instrument:
      several(get, [
        ["instrument.name", ""],
        ["instrument.detector", ""],
      ]) ?? first(["inventory.instrumentName", "basic.instrument"]),
    filter:
      several(get, [
        ["instrument.filter", ""],
        ["instrument.pupil", "pupil "],
        ["instrument.grating", "grating "],
      ]) ?? first(["instrument.optical_element", "basic.optical_element"]),
    wavelength: between("inventory.wavelengthMin", "inventory.wavelengthMax", " nm"),
    // The unit of DKIST's is not written in the file.
    exposure:
      first(
        ["exposure.exposure_time", "exposure.effective_exposure_time", "coadd_info.exposure_time"],
        " s",
      ) ?? first(["inventory.exposureTime"]),
    date: dateIn(get, between),
    pointing: pointingIn(get),
  };
}

/** JWST's `exposure.start_time` is a day number, but its date is also in `observation`. */
function dateIn(
  get: (path: string) => string | undefined,
  between: (start: string, end: string) => Found,
): Found {
  const [date, time] = [get("observation.date"), get("observation.time")];
  if (get("observation.date_beg") === undefined && date !== undefined) {
    return { value: time === undefined ? date : `${date}T${time}`, from: "observation.date" };
  }
  return (
    between("observation.date_beg", "observation.date_end") ??
    between("exposure.start_time", "exposure.end_time") ??
    between("coadd_info.time_first", "coadd_info.time_last") ??
    between("inventory.startTime", "inventory.endTime")
  );
}

/** Right ascensions and declinations in degrees, the target's first. */
const POINTINGS = [
  ["target.ra", "target.dec"],
  ["pointing.target_ra", "pointing.target_dec"],
  ["pointing.ra_v1", "pointing.dec_v1"],
  ["wcsinfo.ra", "wcsinfo.dec"],
  ["wcsinfo.ra_ref", "wcsinfo.dec_ref"],
] as const;

function pointingIn(get: (path: string) => string | undefined): Found {
  for (const [ra, dec] of POINTINGS) {
    const [x, y] = [get(ra), get(dec)];
    if (x !== undefined && y !== undefined) {
      return { value: `RA ${short(x)}°, Dec ${short(y)}°`, from: `${ra}, ${dec}` };
    }
  }
  return undefined;
}

function textAlong(meta: TreeValue, path: string): string | undefined {
  let value: TreeValue | undefined = meta;
  for (const key of path.split(".")) {
    value = valueAt(value, key);
  }
  if (Array.isArray(value)) {
    const more = value.length > MOST ? ", …" : "";
    return value.slice(0, MOST).map(textOf).join(", ") + more;
  }
  // A time may be a map of its value, its format and its scale.
  const time: TreeValue | undefined = valueAt(value, "value") ?? value;
  return time === undefined || time === null ? undefined : textOf(time);
}
