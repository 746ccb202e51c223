/** Draws marks on a canvas. */
import type { LineMark, Mark, TextMark } from "./marks.ts";

const ALIGNED = { start: "left", middle: "center", end: "right" } as const;

/** `ratio`: pixels of the canvas per CSS pixel; nothing is drawn outside the box. */
export function drawMarks(
  context: CanvasRenderingContext2D,
  marks: readonly Mark[],
  ratio: number,
  { x = 0, y = 0, width, height }: { x?: number; y?: number; width: number; height: number },
): void {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.lineCap = "round";
  context.lineJoin = "round";
  for (const mark of marks) {
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.globalAlpha = mark.opacity;
    if ("d" in mark) {
      drawLine(context, mark);
    } else {
      drawText(context, mark);
    }
  }
  context.restore();
}

function drawLine(
  context: CanvasRenderingContext2D,
  { d, matrix, stroke, width, dash, fill }: LineMark,
): void {
  // Only the path is transformed: lines are as wide as on the page.
  const path = new Path2D();
  path.addPath(new Path2D(d), new DOMMatrix([...matrix]));
  if (fill !== "none") {
    context.fillStyle = fill;
    context.fill(path);
  }
  if (stroke !== "none" && width > 0) {
    context.strokeStyle = stroke;
    context.lineWidth = width;
    context.setLineDash([...dash]);
    context.stroke(path);
  }
}

function drawText(context: CanvasRenderingContext2D, mark: TextMark): void {
  const { text, matrix, x, y, anchor, isCentral, size, family, weight, fill, stroke, width } = mark;
  context.transform(...matrix);
  context.font = `${weight} ${size}px ${family}`;
  context.textAlign = ALIGNED[anchor];
  context.textBaseline = isCentral ? "middle" : "alphabetic";
  if (stroke !== "none" && width > 0) {
    context.strokeStyle = stroke;
    context.lineWidth = width;
    context.setLineDash([]);
    context.strokeText(text, x, y);
  }
  if (fill !== "none") {
    context.fillStyle = fill;
    context.fillText(text, x, y);
  }
}
