/** What files say of their observation, in the words of Roman, JWST, DKIST and FITS. Nothing of a browser is needed. */

import { observationOf } from "@asdf-wasm/www/viewer/worker/observation/observation.ts";
import { init, open, type TreeValue } from "asdf-wasm";
import { beforeAll, describe, expect, test } from "vitest";
import { read } from "../../support/truth.ts";

beforeAll(async () => {
  await init();
});

/** Its rows as `name: value`. */
function rows(file: Parameters<typeof observationOf>[0]): string[] {
  return observationOf(file).map(({ name, value }) => `${name}: ${value}`);
}

const ofTree = (tree: TreeValue) => rows({ tree, hdus: [] });

describe("files of observatories", () => {
  test.each([
    [
      "roman/roman_l2_192.asdf",
      ["telescope: ROMAN", "instrument: WFI, WFI01", "filter: F062", "date: 2020-01-01T00:00:00.000"],
    ],
    [
      "roman/roman_l3_192.asdf",
      ["telescope: ROMAN", "instrument: WFI", "filter: F062", "date: 2020-01-01T00:00:00.000"],
    ],
    [
      "fits/jwst-cal.fits",
      [
        "target: M-92",
        "telescope: JWST",
        "instrument: NIRCAM, NRCB1",
        "filter: F150W, pupil CLEAR",
        "exposure: 311.366 s",
        "date: 2026-11-23T12:00:00.000",
        "pointing: RA 259.28°, Dec 43.136°",
      ],
    ],
    [
      "field/asdf/dkist-visp-inverse/visp_no_headers.asdf",
      [
        "target: sunspot",
        "instrument: VISP",
        "wavelength: 589.078101 – 590.1252362 nm",
        "exposure: 14.99560563",
        "date: 2023-10-16T23:55:59.520500 – 2023-10-17T00:01:44.173500",
      ],
    ],
    ["fits/images.fits", []],
  ])("%s", async (name, expected) => {
    expect(rows(await open(read(name)))).toEqual(expected);
  });
});

describe("data models", () => {
  test("a Roman image whose values are known, and one whose values are placeholders", () => {
    const meta = {
      telescope: "ROMAN",
      instrument: { name: "WFI", detector: "WFI07", optical_element: "GRISM" },
      exposure: { exposure_time: 139.84, effective_exposure_time: 136.8 },
      pointing: { target_ra: 270.94, target_dec: -0.2, ra_v1: 1, dec_v1: 2 },
    };
    const observed = ["exposure: 139.84 s", "pointing: RA 270.94°, Dec -0.2°"];
    expect(ofTree({ roman: { meta } })).toEqual([
      ...["telescope: ROMAN", "instrument: WFI, WFI07", "filter: GRISM"],
      ...observed,
    ]);
    const placeholders = {
      telescope: "?",
      exposure: { exposure_time: -999999 },
      pointing: { target_ra: -999999, target_dec: -999999 },
    };
    expect(ofTree({ roman: { meta: placeholders } })).toEqual([]);
  });

  test("JWST's day number is no date", () => {
    const meta = {
      target: { catalog_name: "", proposer_name: "NGC 1", ra: 1.8, dec: 27.7 },
      exposure: { start_time: 59800.5, exposure_time: 10 },
      observation: { date: "2022-08-09", time: "12:00:00.000" },
    };
    expect(ofTree({ meta })).toEqual([
      "target: NGC 1",
      "exposure: 10 s",
      "date: 2022-08-09T12:00:00.000",
      "pointing: RA 1.8°, Dec 27.7°",
    ]);
  });

  test("metadata with the keywords of FITS, as those of a sunpy map", () => {
    const meta = { instrume: "AIA_3", telescop: "SDO/AIA", wavelnth: 171, waveunit: "angstrom" };
    const more = { "date-obs": "2011-06-07T06:33:02.77", exptime: 2.000191, naxis1: 1024 };
    expect(ofTree({ map: { data: 1, meta: { ...meta, ...more } } })).toEqual([
      "telescope: SDO/AIA",
      "instrument: AIA_3",
      "wavelength: 171 angstrom",
      "exposure: 2.000191 s",
      "date: 2011-06-07T06:33:02.77",
    ]);
  });

  test("a tree of other things, whatever their types", () => {
    expect(ofTree({ meta: null, object: [1], data: { meta: "text" }, exposure: 5 })).toEqual([]);
    expect(ofTree({ meta: { target: 1, instrument: [], exposure: { exposure_time: {} } } })).toEqual([]);
    expect(ofTree(null)).toEqual([]);
  });
});

describe("headers of FITS", () => {
  type Cards = readonly (readonly [keyword: string, value: string | number, comment?: string])[];
  const ofHeaders = (...headers: readonly Cards[]) =>
    rows({
      tree: null,
      hdus: headers.map((cards) => ({
        cards: cards.map(([keyword, value, comment = ""]) => ({ keyword, value, comment })),
      })),
    });

  test.each<readonly [string, readonly Cards[], readonly string[]]>([
    [
      "the keywords of the standard",
      [
        [
          ["OBJECT", "M51 "],
          ["TELESCOP", "KPNO 4m"],
          ["INSTRUME", "Mosaic"],
          ["DATE-OBS", "2001-02-03"],
          ["TIME-OBS", "04:05:06.7"],
          ["TIMESYS", "UTC"],
          ["EXPTIME", 300],
          ["RA", "13:29:52.7"],
          ["DEC", "+47:11:43"],
          ["RADESYS", "FK5"],
        ],
      ],
      [
        "target: M51",
        "telescope: KPNO 4m",
        "instrument: Mosaic",
        "exposure: 300 s",
        "date: 2001-02-03T04:05:06.7 UTC",
        "pointing: RA 13:29:52.7, Dec +47:11:43 (FK5)",
      ],
    ],
    [
      "HST's two wheels and target",
      [
        [
          ["TARGNAME", "OMEGACEN"],
          ["INSTRUME", "ACS"],
          ["DETECTOR", "WFC"],
          ["FILTER1", "CLEAR1L"],
          ["FILTER2", "F814W"],
          ["RA_TARG", 201.7],
          ["DEC_TARG", -47.48],
        ],
      ],
      [
        "target: OMEGACEN",
        "instrument: ACS, WFC",
        "filter: CLEAR1L, F814W",
        "pointing: RA 201.7°, Dec -47.48°",
      ],
    ],
    [
      "units in comments, hours, and a power of ten",
      [
        [
          ["EXPTIME", 250, "[ms] per frame"],
          ["RA", 13.5, "[h] of the telescope"],
          ["DEC", 47.2],
          ["WAVELNTH", 630.2],
          ["WAVEUNIT", -9],
        ],
      ],
      ["wavelength: 630.2 nm", "exposure: 250 ms", "pointing: RA 13.5 h, Dec 47.2°"],
    ],
    ["XPOSURE of which no unit is known", [[["XPOSURE", 24]]], ["exposure: 24"]],
    [
      "a primary header that says nothing",
      [[], [["OBJECT", "Vega"]], [["OBJECT", "Vega"]]],
      ["target: Vega"],
    ],
    ["extensions that differ", [[], [["OBJECT", "Vega"]], [["OBJECT", "Deneb"]]], []],
    [
      "values that say nothing",
      [
        [
          ["OBJECT", " "],
          ["FILTER", "N/A"],
          ["TELESCOP", "UNKNOWN"],
        ],
      ],
      [],
    ],
    ["a right ascension alone", [[["RA", 12]]], []],
  ])("%s", (_, headers, expected) => {
    expect(ofHeaders(...headers)).toEqual(expected);
  });
});
