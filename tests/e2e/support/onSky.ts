/** Small images on the sky as files: of FITS with keywords, and of Roman with a gwcs and flags. */
import { type CardText, hdu } from "../../js/support/fits.ts";
import { blockFile, blockHeader } from "./viewer.ts";

export const SIDE = 64;
/** Degrees in a pixel. */
export const PIXEL = 1 / 3600;

export interface Place {
  readonly ra: number;
  readonly dec: number;
  readonly turn?: number;
  readonly value: number;
  readonly unit?: string;
  readonly detector?: string;
  /** More keywords. */
  readonly cards?: readonly CardText[];
}

/** A float32 image in FITS with a TAN projection about its middle: all of one value but one pixel, [10, 20], with twice that. */
export function fits({ ra, dec, turn = 0, value, unit, cards = [] }: Omit<Place, "detector">): Buffer {
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  return floats([SIDE, SIDE], (i) => (i === 20 * SIDE + 10 ? 2 * value : value), [
    ...(unit ? [["BUNIT", unit] as const] : []),
    ...cards,
    ["CTYPE1", "RA---TAN"],
    ["CTYPE2", "DEC--TAN"],
    ["CRVAL1", ra],
    ["CRVAL2", dec],
    ["CRPIX1", (SIDE + 1) / 2],
    ["CRPIX2", (SIDE + 1) / 2],
    ["CD1_1", -PIXEL * cos],
    ["CD1_2", PIXEL * sin],
    ["CD2_1", PIXEL * sin],
    ["CD2_2", PIXEL * cos],
    ["RADESYS", "ICRS"],
  ]);
}

/** A map of the whole sky in pixels of 2°, all of one value. */
export function wholeSky(value: number): Buffer {
  return floats([180, 90], () => value, [
    ["CTYPE1", "RA---CAR"],
    ["CTYPE2", "DEC--CAR"],
    ["CRVAL1", 0],
    ["CRVAL2", 0],
    ["CRPIX1", 90.5],
    ["CRPIX2", 45.5],
    ["CDELT1", -2],
    ["CDELT2", 2],
    ["RADESYS", "ICRS"],
  ]);
}

function floats(
  [width, height]: readonly [number, number],
  element: (i: number) => number,
  cards: CardText[],
): Buffer {
  const data = Buffer.alloc(4 * width * height);
  for (let i = 0; i < width * height; i += 1) {
    data.writeFloatBE(element(i), 4 * i);
  }
  const size: CardText[] = [
    ["SIMPLE", true],
    ["BITPIX", -32],
    ["NAXIS", 2],
    ["NAXIS1", width],
    ["NAXIS2", height],
  ];
  return hdu([...size, ...cards], data);
}

/** The same as a file of Roman, with a gwcs. */
export function roman({ ra, dec, value, detector }: Place): Buffer {
  const middle = (SIDE - 1) / 2;
  const transform = (name: string, more: string) => `!transform/${name} {${more}}`;
  const pair = (name: string, one: string, other: string) =>
    transform("concatenate-1.2.0", `forward: [${transform(name, one)}, ${transform(name, other)}]`);
  const chain = [
    pair("shift-1.2.0", `offset: ${-middle}`, `offset: ${-middle}`),
    pair("scale-1.2.0", `factor: ${-PIXEL}`, `factor: ${PIXEL}`),
    transform("gnomonic-1.2.0", "direction: pix2sky"),
    transform("rotate3d-1.3.0", `direction: native2celestial, phi: ${ra}, theta: ${dec}, psi: 180`),
  ].reduce((before, next) => transform("compose-1.2.0", `forward: [${before}, ${next}]`));
  const values = Float32Array.from({ length: SIDE * SIDE }, (_, i) => (i === 0 ? Number.NaN : value));
  // Of the first rows, one pixel in two must not be used.
  const flags = Uint32Array.from({ length: SIDE * SIDE }, (_, i) => (i < 8 * SIDE ? i % 2 : 0));
  const image = blockFile(
    `
roman:
  meta:
    telescope: ROMAN
    instrument: {detector: ${detector}}
    wcs: !<tag:stsci.edu:gwcs/wcs-1.2.0>
      name: ''
      steps:
      - !<tag:stsci.edu:gwcs/step-1.1.0>
        frame: detector
        transform: ${chain}
      - !<tag:stsci.edu:gwcs/step-1.1.0>
        frame: !<tag:stsci.edu:gwcs/celestial_frame-1.0.0>
          name: world
          axes_order: [0, 1]
          reference_frame: !<tag:astropy.org:astropy/coordinates/frames/icrs-1.1.0> {frame_attributes: {}}
          unit: [!unit/unit-1.0.0 deg, !unit/unit-1.0.0 deg]
        transform: null
  data: !core/ndarray-1.0.0 {source: 0, datatype: float32, byteorder: little, shape: [${SIDE}, ${SIDE}]}
  dq: !core/ndarray-1.0.0 {source: 1, datatype: uint32, byteorder: little, shape: [${SIDE}, ${SIDE}]}
`,
    new Uint8Array(values.buffer),
  );
  return Buffer.concat([image, blockHeader(flags.byteLength), new Uint8Array(flags.buffer)]);
}
