/** Writes a picture as SVG: the image as PNG in it, lines and texts as vectors. */
import type { Mark } from "../../../drawing/marks.ts";
import { element, escaped, paint, picture, short } from "../../../drawing/svg.ts";
import type { Scale } from "./colorScale.ts";
import type { Layout } from "./layout.ts";

interface Parts {
  readonly title: string;
  readonly ground: string;
  readonly layout: Layout;
  /** Addresses of data. */
  readonly image: string;
  /** Over the image, below lines and texts. */
  readonly painted: string | undefined;
  readonly over: readonly Mark[];
  /** The title, if there is one. */
  readonly head: readonly Mark[];
  readonly scale: (Scale & { readonly image: string }) | undefined;
}

export function svgText({ title, ground, layout, image, painted, over, head, scale }: Parts): string {
  const { width, height, image: area } = layout;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${short(width)}" height="${short(height)}" viewBox="0 0 ${short(width)} ${short(height)}">`,
    `<title>${escaped(title)}</title>`,
    `<clipPath id="image"><rect y="${short(area.y)}" width="${short(width)}" height="${short(area.height)}"/></clipPath>`,
    ...(ground === "none" ? [] : [`<rect width="100%" height="100%" ${paint("fill", ground)}/>`]),
    picture(image, area),
    ...(painted ? [picture(painted, area)] : []),
    `<g clip-path="url(#image)" stroke-linecap="round" stroke-linejoin="round">`,
    ...over.map(element),
    "</g>",
    ...head.map(element),
    ...(scale ? [picture(scale.image, scale), ...scale.marks.map(element)] : []),
    "</svg>\n",
  ].join("\n");
}
