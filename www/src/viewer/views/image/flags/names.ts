/**
 * What the bits of data-quality arrays mean, by telescope. The names and meanings are those of the Roman and JWST
 * calibration pipelines, taken from Jdaviz's tables `jdaviz/data/data_quality/roman.csv` and `jwst.csv`
 * (https://github.com/spacetelescope/jdaviz, BSD-3-Clause); some meanings are shortened.
 */
import type { FlagFacts, Telescope } from "../../../protocol/overlays.ts";

/** A bit's name, and its meaning in a few words. */
export type FlagName = readonly [name: string, meaning: string];

type Names = Readonly<Record<number, FlagName>>;

const BOTH: Names = {
  0: ["DO_NOT_USE", "Bad pixel, not to be used"],
  1: ["SATURATED", "Pixel saturated during exposure"],
  2: ["JUMP_DET", "Jump detected during exposure"],
  3: ["DROPOUT", "Data lost in transmission"],
  5: ["PERSISTENCE", "High persistence"],
  6: ["AD_FLOOR", "Below the floor of the A/D converter"],
  8: ["UNRELIABLE_ERROR", "Uncertainty exceeds quoted error"],
  9: ["NON_SCIENCE", "Pixel not on science portion of detector"],
  10: ["DEAD", "Dead pixel"],
  11: ["HOT", "Hot pixel"],
  12: ["WARM", "Warm pixel"],
  13: ["LOW_QE", "Low quantum efficiency"],
  15: ["TELEGRAPH", "Telegraph pixel"],
  16: ["NONLINEAR", "Pixel highly nonlinear"],
  17: ["BAD_REF_PIXEL", "Reference pixel cannot be used"],
  18: ["NO_FLAT_FIELD", "Flat field cannot be measured"],
  19: ["NO_GAIN_VALUE", "Gain cannot be measured"],
  20: ["NO_LIN_CORR", "Linearity correction not available"],
  21: ["NO_SAT_CHECK", "Saturation check not available"],
  22: ["UNRELIABLE_BIAS", "Bias variance large"],
  23: ["UNRELIABLE_DARK", "Dark variance large"],
  24: ["UNRELIABLE_SLOPE", "Slope variance large: a noisy pixel"],
  25: ["UNRELIABLE_FLAT", "Flat variance large"],
  30: ["OTHER_BAD_PIXEL", "A catch-all flag"],
  31: ["REFERENCE_PIXEL", "Pixel is a reference pixel"],
};

const NAMES: Readonly<Record<Telescope, Names>> = {
  roman: {
    ...BOTH,
    4: ["GW_AFFECTED_DATA", "Data affected by the GW read window"],
    7: ["OUTLIER", "Flagged by outlier detection"],
    26: ["RESERVED_5", ""],
    27: ["RESERVED_6", ""],
    28: ["UNRELIABLE_RESET", "Sensitive to reset anomaly"],
    29: ["RESERVED_7", ""],
  },
  jwst: {
    ...BOTH,
    4: ["OUTLIER", "Flagged by outlier detection"],
    7: ["CHARGELOSS", "Charge migration"],
    8: ["RESERVED", "Without a meaning; once UNRELIABLE_ERROR"],
    14: ["RC", "RC pixel"],
    26: ["OPEN", "Open pixel (counts move to adjacent pixels)"],
    27: ["ADJ_OPEN", "Adjacent to open pixel"],
    28: ["FLUX_ESTIMATED", "Pixel flux estimated due to missing/bad data"],
    29: ["MSA_FAILED_OPEN", "Pixel sees light from failed-open shutter"],
  },
};

/** Bits without a name are called by their number. */
export function flagName(of: Pick<FlagFacts, "telescope" | "datatype"> | undefined, bit: number): FlagName {
  if (of?.datatype === "bool8") {
    return ["true", ""];
  }
  return (of?.telescope && NAMES[of.telescope][bit]) ?? [`bit ${bit}`, ""];
}
