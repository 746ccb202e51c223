/**
 * Lines and texts over the image: on the page they are SVG, and are taken from there as they look, whoever drew them. Lengths
 * are in CSS pixels.
 */

import type { Mark } from "../../../drawing/marks.ts";

/** What drawings in no element with `data-layer` are called. */
const MORE = "Other drawings";

const SHAPES = "path, line, circle, ellipse, rect, polyline, polygon, text";

/** The lines and texts over an image, by their layers. */
export function marksOver(area: Element): ReadonlyMap<string, readonly Mark[]> {
  const layers = new Map<string, Mark[]>();
  for (const svg of area.querySelectorAll<SVGSVGElement>(":scope > svg")) {
    for (const element of svg.querySelectorAll<SVGGraphicsElement>(SHAPES)) {
      const mark = element.closest("[data-handle], defs, clipPath, marker") ? undefined : markOf(element);
      if (mark) {
        const layer = element.closest<SVGElement>("[data-layer]")?.dataset["layer"] ?? MORE;
        layers.set(layer, [...(layers.get(layer) ?? []), mark]);
      }
    }
  }
  return layers;
}

function markOf(element: SVGGraphicsElement): Mark | undefined {
  const style = getComputedStyle(element);
  const transform = element.getCTM();
  if (!transform || style.display === "none" || style.visibility === "hidden") {
    return undefined;
  }
  const { a, b, c, d, e, f } = transform;
  const look = {
    matrix: [a, b, c, d, e, f] as const,
    stroke: style.stroke,
    width: Number.parseFloat(style.strokeWidth) || 0,
    fill: style.fill,
    opacity: opacityOf(element),
  };
  if (element instanceof SVGTextElement) {
    const text = element.textContent ?? "";
    const anchor = style.textAnchor === "middle" || style.textAnchor === "end" ? style.textAnchor : "start";
    return {
      ...look,
      ...{ text, anchor, x: attribute(element, "x"), y: attribute(element, "y") },
      isCentral: /central|middle/.test(style.dominantBaseline),
      size: Number.parseFloat(style.fontSize) || 12,
      family: style.fontFamily,
      weight: style.fontWeight,
    };
  }
  const path = pathOf(element);
  const scale = style.vectorEffect === "non-scaling-stroke" ? 1 : Math.sqrt(Math.abs(a * d - b * c));
  const dash = style.strokeDasharray.split(/[\s,]+/).map(Number.parseFloat);
  return path === ""
    ? undefined
    : {
        ...look,
        d: path,
        width: look.width * scale,
        dash: dash.every(Number.isFinite) ? dash.map((length) => length * scale) : [],
      };
}

/** That of its groups, too. */
function opacityOf(element: Element): number {
  let opacity = 1;
  for (let at: Element | null = element; at instanceof SVGElement; at = at.parentElement) {
    opacity *= Number(getComputedStyle(at).opacity);
  }
  return opacity;
}

function attribute(element: Element, name: string): number {
  return Number.parseFloat(element.getAttribute(name) ?? "") || 0;
}

/** A shape as a path. */
function pathOf(element: Element): string {
  const get = (name: string): number => attribute(element, name);
  switch (element.tagName) {
    case "path":
      return element.getAttribute("d") ?? "";
    case "line":
      return `M${get("x1")} ${get("y1")}L${get("x2")} ${get("y2")}`;
    case "circle":
      return ellipse(get("cx"), get("cy"), get("r"), get("r"));
    case "ellipse":
      return ellipse(get("cx"), get("cy"), get("rx"), get("ry"));
    case "rect":
      return `M${get("x")} ${get("y")}h${get("width")}v${get("height")}h${-get("width")}z`;
    default: {
      const points = element.getAttribute("points")?.trim() ?? "";
      return points === "" ? "" : `M${points}${element.tagName === "polygon" ? "z" : ""}`;
    }
  }
}

function ellipse(x: number, y: number, rx: number, ry: number): string {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
}
