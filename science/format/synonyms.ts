/**
 * One thing by the names that observatories give it: who searches for one of them finds keys with the others, too. Names are those
 * of FITS (the standard and HEASARC's dictionary) and of the data models of Roman, JWST and DKIST.
 */
const GROUPS: readonly (readonly string[])[] = [
  ["filter", "optical element", "filter1", "filter2", "filtnam1", "pupil", "bandpass"],
  [
    ...["exptime", "exposure time", "exposure", "effective exposure time", "effexptm", "xposure", "texptime"],
    ...["itime", "exposuretime"],
  ],
  ["target", "object", "targname", "targprop", "catalog name", "proposer name", "target name", "targettypes"],
  [
    ...["date obs", "date", "date beg", "start time", "starttime", "time first", "observation date"],
    ...["mjd obs", "expstart"],
  ],
  ["instrument", "instrume", "instrumentname"],
  ["telescope", "telescop", "observatory", "obsrvtry"],
  ["detector", "chip", "ccd", "sca"],
  ["observer", "pi name", "investigator name", "principal investigator"],
  ["program", "proposal", "proposid", "progid", "propid", "program number", "primaryproposalid"],
  ["right ascension", "ra", "ra targ", "targ ra", "target ra", "ra ref", "ra v1", "crval1"],
  ["declination", "dec", "dec targ", "targ dec", "target dec", "dec ref", "dec v1", "crval2"],
  ["wavelength", "wavelnth", "linewav", "lambda", "wavelengthmin", "wavelengthmax"],
  ["roll", "position angle", "pa v3", "roll ref", "orientat", "crota2", "pa aperture"],
  ["unit", "units", "bunit"],
  ["gain", "egain", "ccdgain"],
  ["read noise", "readnoise", "rdnoise", "ron"],
  ["saturation", "saturate", "satlevel"],
  ["zero point", "zeropoint", "magzpt", "magzero", "photzp", "zp"],
  ["pixel area", "pixar sr", "pixelarea sr"],
  ["pixel scale", "pixelscale", "pixscale", "cdelt1", "cd1 1"],
  ["error", "err", "uncertainty", "sigma", "stddev"],
  ["flags", "dq", "data quality", "mask"],
  ["weight", "weights", "wht", "weightmap"],
  ["software version", "calibration software version", "cal ver", "creator"],
];

/** The other names of what a text names; none if it names nothing known. */
export function synonymsOf(text: string): readonly string[] {
  const name = text.trim().toLowerCase().replace(/[ _-]/g, " ");
  return GROUPS.flatMap((names) => (names.includes(name) ? names.filter((other) => other !== name) : []));
}
