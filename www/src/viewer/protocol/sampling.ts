/**
 * How an image has pixels of another one: resampled by the sky with a kernel, unless the pixels of both are at the same places; or as it is
 * stored, pixel by pixel.
 */
export const SAMPLINGS = ["bilinear", "nearest", "exact", "pixel"] as const;
export type Sampling = (typeof SAMPLINGS)[number];
