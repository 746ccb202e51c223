/** Markers over the image, as the page sets them. */
import { many } from "@asdf-wasm/science/format/format";
import { useCallback, useMemo } from "preact/hooks";
import type { Markers } from "../../../protocol/over/markers.ts";
import { drawSymbols } from "../catalogue/symbols.ts";
import type { DrawProps } from "../overlay.ts";
import { PaintedCanvas } from "../PaintedCanvas.tsx";
import type { Painter } from "../picture/pictureModel.ts";

export function MarkersOver({ host, live }: DrawProps) {
  const markers = host.markers.value;
  const drawn = useMemo(() => [...markers.values()].map(inImage), [markers]);
  const paint = useCallback<Painter>(
    (context, camera, screen, scale) => {
      for (const { points, symbol, size, color } of drawn) {
        const look = { symbol, size: size * scale, color };
        drawSymbols(
          context,
          { points, sizeOf: () => look.size, order: undefined },
          look,
          camera,
          screen,
          scale,
        );
      }
    },
    [drawn],
  );
  const count = drawn.reduce((sum, { points }) => sum + points.length / 2, 0);
  return <PaintedCanvas {...{ host, live, paint }} layer="Markers" label={many(count, "marker")} />;
}

/** The points as the camera counts: from 0 at the edge of the first pixel. */
function inImage({ points, shape = "circle", size = 10, color = "#39e6ff" }: Markers) {
  return { points: points.map((at) => at + 0.5), symbol: shape, size, color };
}
