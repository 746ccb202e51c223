/** Writes a picture as SVG: the image as PNG in it, lines and texts as vectors. */
import type { Mark } from "../../../drawing/marks.ts";
import { element, escaped, paint, picture, short } from "../../../drawing/svg.ts";
import type { Scale } from "./colorScale.ts";

interface Parts {
  readonly title: string;
  readonly ground: string;
  /** Of the image. */
  readonly size: { readonly width: number; readonly height: number };
  /** Of all. */
  readonly height: number;
  /** Addresses of data. */
  readonly image: string;
  /** Over the image, below lines and texts. */
  readonly painted: string | undefined;
  readonly over: readonly Mark[];
  readonly scale: (Scale & { readonly image: string }) | undefined;
}

export function svgText({ title, ground, size, height, image, painted, over, scale }: Parts): string {
  const { width } = size;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${short(width)}" height="${short(height)}" viewBox="0 0 ${short(width)} ${short(height)}">`,
    `<title>${escaped(title)}</title>`,
    `<clipPath id="image"><rect width="${short(width)}" height="${short(size.height)}"/></clipPath>`,
    ...(ground === "none" ? [] : [`<rect width="100%" height="100%" ${paint("fill", ground)}/>`]),
    picture(image, { x: 0, y: 0, ...size }),
    ...(painted ? [picture(painted, { x: 0, y: 0, ...size })] : []),
    `<g clip-path="url(#image)" stroke-linecap="round" stroke-linejoin="round">`,
    ...over.map(element),
    "</g>",
    ...(scale ? [picture(scale.image, scale), ...scale.marks.map(element)] : []),
    "</svg>\n",
  ].join("\n");
}
