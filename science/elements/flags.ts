/** Flags: bit masks beside images, whose bits say what is wrong with a pixel. */

/** The bit of pixels that are not to be used, in the flags of Roman and JWST. */
export const DO_NOT_USE = 1;
