/** Small images on the sky as files: of FITS with keywords, and of Roman with a gwcs and flags. */

import { blockHeader } from "./build.ts";
import { blockFile, fixture } from "./files.ts";
import { type CardText, floats } from "./fits.ts";

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
  return floats(
    [SIDE, SIDE],
    [...(unit ? [["BUNIT", unit] as const] : []), ...cards, ...tangent({ ra, dec, turn })],
    (i) => (i === 20 * SIDE + 10 ? 2 * value : value),
  );
}

/** Keywords of a TAN projection about the middle of a square image, north turned by `turn` degrees; `pixel` is in degrees. */
export function tangent({
  ra,
  dec,
  turn = 0,
  side = SIDE,
  pixel = PIXEL,
}: Pick<Place, "ra" | "dec" | "turn"> & { readonly side?: number; readonly pixel?: number }): CardText[] {
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  return [
    ["CTYPE1", "RA---TAN"],
    ["CTYPE2", "DEC--TAN"],
    ["CRVAL1", ra],
    ["CRVAL2", dec],
    ["CRPIX1", (side + 1) / 2],
    ["CRPIX2", (side + 1) / 2],
    ["CD1_1", -pixel * cos],
    ["CD1_2", pixel * sin],
    ["CD2_1", pixel * sin],
    ["CD2_2", pixel * cos],
    ["RADESYS", "ICRS"],
  ];
}

/** A map of the whole sky in pixels of 2°, all of one value. */
export function wholeSky(value: number): Buffer {
  return floats(
    [90, 180],
    [
      ["CTYPE1", "RA---CAR"],
      ["CTYPE2", "DEC--CAR"],
      ["CRVAL1", 0],
      ["CRVAL2", 0],
      ["CRPIX1", 90.5],
      ["CRPIX2", 45.5],
      ["CDELT1", -2],
      ["CDELT2", 2],
      ["RADESYS", "ICRS"],
    ],
    () => value,
  );
}

interface RomanPlace extends Place {
  /** Degrees in a pixel. */
  readonly pixel?: number;
  /** More lines of the metadata, of what is then an L2 product. */
  readonly meta?: string;
}

/** The same as a file of Roman, with a gwcs. */
export function roman({ ra, dec, value, detector, pixel = PIXEL, meta = "" }: RomanPlace): Buffer {
  const middle = (SIDE - 1) / 2;
  const transform = (name: string, more: string) => `!transform/${name} {${more}}`;
  const pair = (name: string, one: string, other: string) =>
    transform("concatenate-1.2.0", `forward: [${transform(name, one)}, ${transform(name, other)}]`);
  const chain = [
    pair("shift-1.2.0", `offset: ${-middle}`, `offset: ${-middle}`),
    pair("scale-1.2.0", `factor: ${-pixel}`, `factor: ${pixel}`),
    transform("gnomonic-1.2.0", "direction: pix2sky"),
    transform("rotate3d-1.3.0", `direction: native2celestial, phi: ${ra}, theta: ${dec}, psi: 180`),
  ].reduce((before, next) => transform("compose-1.2.0", `forward: [${before}, ${next}]`));
  const values = Float32Array.from({ length: SIDE * SIDE }, (_, i) => (i === 0 ? Number.NaN : value));
  // Of the first rows, one pixel in two must not be used.
  const flags = Uint32Array.from({ length: SIDE * SIDE }, (_, i) => (i < 8 * SIDE ? i % 2 : 0));
  const image = blockFile(
    `
roman:${meta && " !<asdf://stsci.edu/datamodels/roman/tags/wfi_image-2.2.0>"}
  meta:
    telescope: ROMAN
    instrument: {detector: ${detector}}
${meta}    wcs: !<tag:stsci.edu:gwcs/wcs-1.2.0>
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

interface SiafAperture {
  readonly V2Ref: number;
  readonly V3Ref: number;
}

/** The middle of the focal plane, in arcseconds, and the angle of its detectors. */
const [V2, V3, TURN] = [1546.38, -892.79, -Math.PI / 3] as const;

/**
 * The eighteen detectors of an exposure as small files of their names, at their places in the focal plane, each a little larger than the way
 * to the next. Detector n has the value n.
 */
export async function exposureFiles(
  { ra, dec }: Pick<Place, "ra" | "dec">,
  exposure = 1,
): Promise<Record<string, Buffer>> {
  const apertures: Record<string, SiafAperture> = JSON.parse(String(await fixture("roman/focal_plane.json")));
  const files = Array.from({ length: 18 }, (_, i): [string, Buffer] => {
    const number = String(i + 1).padStart(2, "0");
    const { V2Ref = 0, V3Ref = 0 } = apertures[`WFI${number}_FULL`] ?? {};
    const [x, y] = [(V2Ref - V2) / 3600, (V3Ref - V3) / 3600];
    const [east, north] = [Math.cos(TURN) * x - Math.sin(TURN) * y, Math.sin(TURN) * x + Math.cos(TURN) * y];
    const place = { ra: ra + east / Math.cos((dec * Math.PI) / 180), dec: dec + north };
    const meta = `    observation: {program: 1, execution_plan: 1, pass: 1, segment: 1, observation: 1, visit: 1, exposure: ${exposure}}
    cal_step: {flux: INCOMPLETE}
    photometry: {conversion_megajanskys: 0.5, pixel_area: 2.8e-13}
`;
    const file = roman({ ...place, value: i + 1, detector: `WFI${number}`, pixel: 8.5 / 3600, meta });
    const name = `r0000101001001001001_${String(exposure).padStart(4, "0")}_wfi${number}_f158_cal.asdf`;
    return [name, file];
  });
  return Object.fromEntries(files);
}
