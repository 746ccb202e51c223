/** Reference systems of positions, by their names in a WCS. */

/** Whether a system is one on the Sun, where longitudes grow westwards. */
export function isSolar(reference: string): boolean {
  return /helio(projective|graphic|centric)/i.test(reference) && !/ecliptic/i.test(reference);
}

/** Whether longitudes run from −180° to 180°: on the Sun, except Carrington longitudes. */
export function isSigned(reference: string): boolean {
  return isSolar(reference) && !/carrington/i.test(reference);
}

/** Whether positions are offsets from the middle of the Sun, which are written in arcseconds. */
export function isOffset(reference: string): boolean {
  return /helioprojective/i.test(reference);
}
