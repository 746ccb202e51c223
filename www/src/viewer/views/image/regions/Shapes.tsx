/** The shapes that can be drawn, and what to do to draw the one that is chosen. */
import type { RegionKind } from "@asdf-wasm/science/regions/region";
import { hasManyPoints, KINDS } from "../../../regions/drawing.ts";
import type { RegionTool } from "./regionTool.ts";

/** In a square of 18. */
const GLYPHS: Readonly<Record<RegionKind, string>> = {
  point: "M9 2v5M9 11v5M2 9h5M11 9h5",
  line: "M3 15L15 3",
  polyline: "M2 13L7 5L11 12L16 4",
  box: "M3 5H15V13H3Z",
  circle: "M3 9A6 6 0 0 1 15 9A6 6 0 0 1 3 9Z",
  ellipse: "M2 9A7 4 0 0 1 16 9A7 4 0 0 1 2 9Z",
  annulus: "M2 9A7 7 0 0 1 16 9A7 7 0 0 1 2 9ZM6 9A3 3 0 0 1 12 9A3 3 0 0 1 6 9Z",
  polygon: "M9 2L16 8L13 15H5L2 8Z",
};

export function Shapes({ tool }: { tool: RegionTool }) {
  const kind = tool.kind.value;
  return (
    <>
      <div class="shapes" role="toolbar" aria-label="Shapes to draw">
        {KINDS.map(([name, label]) => (
          <button
            key={name}
            type="button"
            class="quiet"
            aria-label={label}
            aria-pressed={kind === name}
            title={`${label} (double click: draw several)`}
            onClick={({ detail }) => {
              if (detail > 1) {
                tool.arm(name, true);
              } else {
                tool.arm(kind === name ? undefined : name);
              }
            }}
          >
            <svg viewBox="0 0 18 18" aria-hidden="true">
              <path d={GLYPHS[name]} />
            </svg>
          </button>
        ))}
      </div>
      {kind && <Drawing tool={tool} kind={kind} />}
    </>
  );
}

function Drawing({ tool, kind }: { tool: RegionTool; kind: RegionKind }) {
  return (
    <div class="commands">
      <p class="hint" role="status">
        {advice(kind)}
        {tool.isHeld.value ? " Escape ends." : ""}
      </p>
      <button type="button" onClick={() => tool.place(kind)}>
        Add in the middle
      </button>
      {hasManyPoints(kind) && (
        <button type="button" disabled={!tool.canFinish.value} onClick={() => tool.finishPoints()}>
          Done
        </button>
      )}
      <button type="button" class="quiet" onClick={() => tool.arm(undefined)}>
        Cancel
      </button>
    </div>
  );
}

function advice(kind: RegionKind): string {
  switch (kind) {
    case "point":
      return "Click the image.";
    case "box":
      return "Drag on the image from corner to corner, or click.";
    case "line":
      return "Drag on the image from end to end.";
    case "polyline":
    case "polygon":
      return "Click each point on the image; double click the last.";
    default:
      return "Drag on the image from the centre, or click.";
  }
}
