/** A mosaic, or a resampled image, as a file: FITS with keywords, or ASDF with a gwcs. */
import { ndarray, type TreeValue, type Wcs, withTag, write } from "asdf-wasm";
import type { Bytes } from "../export/bytes.ts";
import { type Card, padding, Real } from "../export/fits/cards.ts";
import { imageHeader } from "../export/fits/image.ts";
import { fitsBytes } from "../export/fits/numbers.ts";
import { piecesOf } from "../export/streams.ts";
import { celestialKeywords } from "../export/wcs/celestial.ts";
import type { Writing } from "../export/writing.ts";
import { wholeOf } from "./grid.ts";
import type { Mosaic, MosaicControl } from "./mosaic.ts";
import { linearOf, TangentPlane } from "./tangentPlane.ts";

/** The WCS of a target that is no tangent plane. */
export interface TargetWcs {
  readonly wcs: Wcs;
  /** The node of the tree that describes it. */
  readonly node?: TreeValue | undefined;
}

type Progress = MosaicControl["onProgress"];

/** Values are written as they are made; weights, where they are not just 0 and 1, follow them. */
export async function asFits(
  mosaic: Mosaic,
  of: TargetWcs | undefined,
  onProgress: Progress,
): Promise<Writing> {
  const { target, unit, dtype } = mosaic;
  const { cards, remarks } = await keywordsFor(mosaic, of);
  const history = historyOf(mosaic).map((text): Card => ["HISTORY", text]);
  const common = { shape: target.shape, cards, comments: [] };
  const { width, height } = wholeOf(target);
  const bytes = width * height * (dtype === "float32" ? 4 : 8);
  return {
    isEstimate: true,
    bytes,
    remarks,
    pieces: async function* (signal) {
      const place = mosaic.hasShares ? { place: "before others" as const } : {};
      yield imageHeader({ ...common, ...place, dtype, unit, cards: [...cards, ...history] });
      const weights: Bytes[] = [];
      for await (const { values, weight } of mosaic.rows({ signal, onProgress })) {
        yield fitsBytes(dtype === "float32" ? Float32Array.from(values) : values, undefined, dtype);
        if (mosaic.hasShares) {
          weights.push(fitsBytes(weight, undefined, "float32"));
        }
      }
      yield padding(bytes);
      if (mosaic.hasShares) {
        const name: Card = ["EXTNAME", "WEIGHT", "how much of each pixel is covered"];
        yield imageHeader({
          ...common,
          dtype: "float32",
          unit: undefined,
          cards: [name, ...cards],
          place: "extension",
        });
        yield* weights;
        yield padding(width * height * 4);
      }
    },
  };
}

/** Of ASDF, the whole mosaic is in memory while it is written. */
export async function asAsdf(
  mosaic: Mosaic,
  of: TargetWcs | undefined,
  onProgress: Progress,
): Promise<Writing> {
  const { target, unit, dtype, kernel, order, background, images } = mosaic;
  const { wcs, remarks } = await wcsFor(mosaic, of);
  return {
    isEstimate: true,
    remarks,
    pieces: async function* (signal) {
      const { width, height } = wholeOf(target);
      const data = dtype === "float32" ? new Float32Array(width * height) : new Float64Array(width * height);
      const weights = new Float32Array(mosaic.hasShares ? data.length : 0);
      for await (const { y, values, weight } of mosaic.rows({ signal, onProgress })) {
        data.set(values, y * width);
        weights.set(mosaic.hasShares ? weight : [], y * width);
      }
      const tree = {
        data: ndarray(data, { shape: target.shape }),
        ...(mosaic.hasShares && { weight: ndarray(weights, { shape: target.shape }) }),
        ...(wcs !== undefined && { wcs }),
        ...(unit !== undefined && { unit }),
        mosaic: { kernel, order, background, images: [...images], left_out: [...mosaic.leftOut] },
      };
      const history = historyOf(mosaic).join("\n");
      yield* piecesOf(await write(tree, { as: "stream", history, signal }));
    },
  };
}

function historyOf({ kernel, order, background, images }: Mosaic): string[] {
  const names = images.map(({ name, offset }) => (offset === 0 ? name : `${name} (less ${offset})`));
  const backgrounds = {
    none: "",
    meta: ", less the background of its metadata",
    match: ", backgrounds matched",
  };
  return images.length === 1
    ? [`Resampled by asdf-wasm: ${names[0]}, kernel ${kernel}${backgrounds[background]}`]
    : [
        `Mosaic by asdf-wasm: ${images.length} images, kernel ${kernel}, order ${order}${backgrounds[background]}`,
        ...names,
      ];
}

async function keywordsFor({ target }: Mosaic, of: TargetWcs | undefined) {
  const found =
    target instanceof TangentPlane
      ? (target.keywords() ?? `FITS has no name for the system ${target.system}`)
      : of
        ? await celestialKeywords(of.wcs, wholeOf(target), of.node)
        : "its target has none";
  return typeof found === "string"
    ? { cards: [], remarks: [`The file gets no WCS: ${found}.`] }
    : { cards: "cards" in found ? found.cards : found, remarks: [] };
}

/** A gwcs, or the keywords of FITS, which readers of headers know. */
async function wcsFor(mosaic: Mosaic, of: TargetWcs | undefined) {
  const { target } = mosaic;
  if (of?.node !== undefined) {
    return { wcs: of.node, remarks: [] };
  }
  if (target instanceof TangentPlane && target.system === "icrs") {
    return { wcs: gwcsOf(target), remarks: [] };
  }
  const { cards, remarks } = await keywordsFor(mosaic, of);
  const values = cards.map(([keyword, value]) => [
    keyword,
    value instanceof Real ? Number(value.text) : value,
  ]);
  return { wcs: cards.length > 0 ? Object.fromEntries(values) : undefined, remarks };
}

const TRANSFORM = "tag:stsci.edu:asdf/transform";
const GWCS = "tag:stsci.edu:gwcs";

/** The transform of a tangent plane as gwcs writes it. */
function gwcsOf(plane: TangentPlane) {
  const [phi, theta] = plane.center;
  const [rows, columns] = plane.shape;
  const [eastX, eastY, northX, northY] = linearOf(plane);
  const node = (name: string, value: object) => withTag(value, `${TRANSFORM}/${name}`);
  const shift = (offset: number) => node("shift-1.2.0", { offset });
  const then = (...forward: readonly object[]) => node("compose-1.2.0", { forward: [...forward] });
  const matrix = ndarray(
    [
      [eastX, eastY],
      [northX, northY],
    ],
    { dtype: "float64", inline: true },
  );
  const translation = ndarray([0, 0], { dtype: "float64", inline: true });
  const onPlane = then(
    node("concatenate-1.2.0", { forward: plane.pixel.map((value) => shift(-value)) }),
    node("affine-1.3.0", { matrix, translation }),
  );
  const onSky = then(
    node("gnomonic-1.2.0", { direction: "pix2sky" }),
    node("rotate3d-1.3.0", { direction: "native2celestial", phi, theta, psi: 180 }),
  );
  const unit = (name: string) => [name, name];
  const frame = (name: string, value: object) => withTag({ axes_order: [0, 1], ...value }, `${GWCS}/${name}`);
  const detector = frame("frame2d-1.0.0", { name: "detector", axes_names: ["x", "y"], unit: unit("pixel") });
  const icrs = withTag({ frame_attributes: {} }, "tag:astropy.org:astropy/coordinates/frames/icrs-1.1.0");
  const sky = frame("celestial_frame-1.0.0", {
    ...{ name: "icrs", axes_names: ["lon", "lat"], unit: unit("deg"), reference_frame: icrs },
  });
  const step = (value: object) => withTag(value, `${GWCS}/step-1.1.0`);
  const steps = [
    step({ frame: detector, transform: then(onPlane, onSky) }),
    step({ frame: sky, transform: null }),
  ];
  return withTag({ name: "", pixel_shape: [columns, rows], steps }, `${GWCS}/wcs-1.1.0`);
}
