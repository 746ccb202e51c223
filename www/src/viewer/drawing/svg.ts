/** Marks and pictures as elements of an SVG file. */
import type { LineMark, Mark, TextMark } from "./marks.ts";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function picture(href: string, { x, y, width, height }: Box): string {
  const place = `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`;
  return `<image ${place} preserveAspectRatio="none" style="image-rendering:pixelated" href="${href}"/>`;
}

export function element(mark: Mark): string {
  return "d" in mark ? line(mark) : text(mark);
}

function line({ d, matrix, stroke, width, dash, fill, opacity }: LineMark): string {
  const parts = [
    `d="${escaped(d)}"`,
    transform(matrix),
    paint("fill", fill),
    paint("stroke", stroke),
    `stroke-width="${short(width)}"`,
    `vector-effect="non-scaling-stroke"`,
    dash.length > 0 ? `stroke-dasharray="${dash.map(short).join(" ")}"` : "",
    opacity < 1 ? `opacity="${short(opacity)}"` : "",
  ];
  return `<path ${parts.filter(Boolean).join(" ")}/>`;
}

function text(mark: TextMark): string {
  const { x, y, matrix, anchor, isCentral, size, family, weight, fill, stroke, width, opacity } = mark;
  const parts = [
    `x="${short(x)}" y="${short(y)}"`,
    transform(matrix),
    `text-anchor="${anchor}"`,
    isCentral ? `dominant-baseline="central"` : "",
    `font-family="${escaped(family)}" font-size="${short(size)}"`,
    weight === "400" ? "" : `font-weight="${weight}"`,
    paint("fill", fill),
    stroke === "none" || width === 0
      ? ""
      : `${paint("stroke", stroke)} stroke-width="${short(width)}" stroke-linejoin="round" paint-order="stroke"`,
    opacity < 1 ? `opacity="${short(opacity)}"` : "",
  ];
  return `<text ${parts.filter(Boolean).join(" ")}>${escaped(mark.text)}</text>`;
}

/** Colours with transparency as two attributes: not every program reads them as one. */
export function paint(name: "fill" | "stroke", color: string): string {
  const [, red, green, blue, alpha] = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(color) ?? [];
  if (red === undefined) {
    return `${name}="${escaped(color)}"`;
  }
  const hex = [red, green, blue].map((part) => Number(part).toString(16).padStart(2, "0")).join("");
  return `${name}="#${hex}"${alpha === undefined ? "" : ` ${name}-opacity="${alpha}"`}`;
}

function transform(matrix: readonly number[]): string {
  return matrix.join() === "1,0,0,1,0,0"
    ? ""
    : `transform="matrix(${matrix.map((part) => Number(part.toPrecision(9))).join(" ")})"`;
}

export function short(value: number): string {
  return String(Number(value.toFixed(3)));
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
