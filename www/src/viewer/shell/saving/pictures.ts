/** What can be exported as a picture, whether it is a view or a chart: how large it becomes, why it cannot be, and the picture. */

import { grouped } from "@asdf-wasm/science/format/format";
import { paletteOf } from "../../chart/inks.ts";
import type { LiveChart } from "../../chart/liveCharts.ts";
import { pictureOfFigure } from "../../chart/picture.ts";
import type { Size } from "../../views/image/camera/camera.ts";
import { layoutOf } from "../../views/image/picture/layout.ts";
import { pictureOf } from "../../views/image/picture/picture.ts";
import type { LivePicture } from "../../views/image/picture/pictureModel.ts";
import { isPossible, sizeAt } from "../../views/image/picture/raster.ts";
import type { Exportable, PictureFormat } from "./exports.ts";
import { pictureBackground, pictureOptions, pictureScale } from "./PictureFields.tsx";

/** The size of a picture in a sentence, and why it is not possible. */
interface PictureSize {
  readonly sentence: string;
  readonly problem?: string;
}

export function sizeOfPicture({ picture, chart }: Exportable): PictureSize {
  return chart ? sizeOfChart(chart) : picture ? sizeOfView(picture) : { sentence: "" };
}

export async function makePicture(
  { picture, chart, stem, title = "" }: Exportable,
  format: PictureFormat,
  signal: AbortSignal,
): Promise<Blob> {
  const figure = chart?.figure();
  if (chart && figure) {
    const ratio = ratioFor(figure.width);
    return pictureOfFigure(figure, format, ratio, paletteOf(chart.element, pictureBackground.value));
  }
  if (!picture) {
    throw new Error("there is no chart any more: close this and export again");
  }
  return pictureOf(picture, format, pictureOptions(picture, stem, title), signal);
}

function sizeOfView(live: LivePicture): PictureSize {
  const drawn = live.drawn();
  if (!drawn) {
    return { sentence: "", problem: "There is no image yet: wait until it is drawn." };
  }
  const { isTight } = pictureOptions(live, "", "");
  const { crop } = layoutOf(drawn, { scale: pictureScale(drawn.screen.width), isTight, title: "" }, false);
  const problem = sized(sizeAt(drawn, pictureScale(drawn.screen.width)), "");
  return { ...problem, sentence: `The image in it is ${inPixels(crop)}.` };
}

function sizeOfChart(chart: LiveChart): PictureSize {
  const figure = chart.figure();
  if (!figure) {
    return { sentence: "", problem: "There is no chart yet: wait until it is drawn." };
  }
  const ratio = ratioFor(figure.width);
  const size = { width: Math.round(figure.width * ratio), height: Math.round(figure.height * ratio) };
  return sized(size, `As PNG it has ${inPixels(size)}.`);
}

function inPixels({ width, height }: Size): string {
  return `${grouped(width)} × ${grouped(height)} pixels`;
}

function sized(size: Size, sentence: string): PictureSize {
  const problem = "A browser makes pictures of at most 16,384 pixels a side: choose a smaller one.";
  return isPossible(size) ? { sentence } : { sentence, problem };
}

function ratioFor(width: number): number {
  return pictureScale(width * devicePixelRatio) * devicePixelRatio;
}
