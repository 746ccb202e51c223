/**
 * Physical coordinates of DS9, which count pixels of the image before it was cut or binned, as pixels of the image: by IRAF's `LTVi` and `LTMi_j`,
 * or else by the WCS with the letter P.
 */
import type { Figure } from "./figure.ts";
import { sizedBy } from "./onSky.ts";

/** Along x and y: a pixel, counted from 1, is `scale` times the physical coordinate and `offset`. */
export type Physical = readonly [x: Along, y: Along];

interface Along {
  readonly scale: number;
  readonly offset: number;
}

export const SAME: Readonly<Physical> = [
  { scale: 1, offset: 0 },
  { scale: 1, offset: 0 },
];

/** What a header says, of the axes along x and y, which are counted from 1; undefined if the axes are turned or malformed. */
export function physicalIn(
  cards: readonly { readonly keyword: string; readonly value: string }[],
  x: number,
  y: number,
): Physical | undefined {
  const values = new Map(cards.map(({ keyword, value }) => [keyword, value]));
  const number = (keyword: string, otherwise: number) => Number(values.get(keyword) || otherwise);
  const isOfIraf = cards.some(({ keyword }) => /^LT(?:V\d+|M\d+_\d+)$/.test(keyword));
  if (isOfIraf && (number(`LTM${x}_${y}`, 0) !== 0 || number(`LTM${y}_${x}`, 0) !== 0)) {
    return undefined;
  }
  const along = (axis: number): Along => {
    if (isOfIraf) {
      return { scale: number(`LTM${axis}_${axis}`, 1), offset: number(`LTV${axis}`, 0) };
    }
    const scale = 1 / number(`CDELT${axis}P`, 1);
    return { scale, offset: number(`CRPIX${axis}P`, 0) - number(`CRVAL${axis}P`, 0) * scale };
  };
  const found: Physical = [along(x), along(y)];
  const isSound = found.every(
    ({ scale, offset }) => scale !== 0 && Number.isFinite(scale) && Number.isFinite(offset),
  );
  return isSound ? found : undefined;
}

/** A figure in pixels of the image. */
export function inImage(figure: Figure, [x, y]: Physical): Figure {
  const changed = sizedBy(figure, [x.scale, 0, 0, y.scale]);
  return {
    ...figure,
    points: figure.points.map((point) => ({ x: moved(point.x, x), y: moved(point.y, y) })),
    sizes: figure.sizes.map((size, i) =>
      size.unit === "pixel" ? { ...size, value: changed.sizes[i] ?? Number.NaN } : size,
    ),
    angle: changed.angle,
  };
}

/** Figures count pixels from 0, keywords from 1. */
function moved(value: number, { scale, offset }: Along): number {
  return (value + 1) * scale + offset - 1;
}
