/** What people open on their first day: an image of Roman, one of JWST as FITS with ASDF inside, packed or not, and a data set of DKIST. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "../../scripts/command/process.mjs";

/** The path of each, and a key of its tree. */
export const FIRST_FILES = [
  ["r0000101001_cal.asdf", "roman"],
  ["jw01234_cal.fits", "var_rnoise"],
  ["jw01234_i2d.fits.gz", "con"],
  ["dkist/VISP_L1.asdf", "dataset"],
] as const;

const data = join(root, "tests", "data");

/** Copies them into a folder. */
export function copyFirstFiles(folder: string): void {
  const into = (name: string) => join(folder, name);
  mkdirSync(into("dkist"));
  copyFileSync(join(data, "roman/roman_l2_192.asdf"), into("r0000101001_cal.asdf"));
  copyFileSync(join(data, "fits/jwst-cal.fits"), into("jw01234_cal.fits"));
  const packed = gzipSync(readFileSync(join(data, "fits/jwst-i2d.fits")));
  writeFileSync(into("jw01234_i2d.fits.gz"), packed);
  const visp = join(data, "field/dkist/small_visp");
  copyFileSync(join(visp, "test_visp.asdf"), into("dkist/VISP_L1.asdf"));
  for (const name of ["0.fits", "1.fits", "2.fits"]) {
    copyFileSync(join(visp, name), into(`dkist/${name}`));
  }
}
