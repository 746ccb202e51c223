/** Markers over the image, as the page sets them. */
import { many } from "@asdf-wasm/science/format/format";
import type { SkyMap } from "@asdf-wasm/science/regions/files/onSky";
import { useCallback, useEffect, useState } from "preact/hooks";
import type { Markers } from "../../../protocol/over/markers.ts";
import { frameOf, skyMapOf } from "../../../state/sky/skyMap.ts";
import type { ViewHost } from "../../../state/view.ts";
import { WorldModel } from "../../../state/world.ts";
import { drawSymbols } from "../catalogue/draw/symbols.ts";
import { fromEdge } from "../catalogue/surface.ts";
import type { DrawProps } from "../overlay.ts";
import { PaintedCanvas } from "../PaintedCanvas.tsx";
import type { Painter } from "../picture/pictureModel.ts";

export function MarkersOver({ host, live }: DrawProps) {
  const drawn = usePlaced(host);
  const paint = useCallback<Painter>(
    (context, camera, screen, scale, beyond) => {
      for (const { points, shape = "circle", size = 10, color = "#39e6ff" } of drawn) {
        const look = { symbol: shape, size: size * scale, color };
        drawSymbols(
          context,
          { points, sizeOf: () => look.size, order: undefined },
          look,
          camera,
          screen,
          scale,
          beyond,
        );
      }
    },
    [drawn],
  );
  const count = drawn.reduce((sum, { points }) => sum + placed(points), 0);
  return <PaintedCanvas {...{ host, live, paint }} layer="Markers" label={many(count, "marker")} />;
}

/** Says that markers have no place on an image. */
export function WithoutPlace({ host }: Pick<DrawProps, "host">) {
  const { facts, isKnown } = host.model(WorldModel);
  const hasSky = facts.value?.sky?.isOnStage && frameOf(facts.value, "icrs");
  const onSky = [...host.markers.value.values()].filter(isOnSky);
  const count = onSky.reduce((sum, { points }) => sum + points.length / 2, 0);
  return isKnown.value && !hasSky && count > 0 ? (
    <span>
      {many(count, "marker is", "markers are")} on the sky, where this image has no place that is known
    </span>
  ) : null;
}

/** The markers at their points, as the camera counts: from 0 at the edge of the first pixel. */
function usePlaced(host: ViewHost): readonly Markers[] {
  const markers = host.markers.value;
  const world = host.model(WorldModel);
  const [at, facts] = [world.at.value, world.facts.value];
  const [drawn, setDrawn] = useState<readonly Markers[]>([]);
  useEffect(() => {
    let isWanted = true;
    const map = at && facts && skyMapOf({ host, at, facts });
    void Promise.all([...markers.values()].map((each) => inImage(each, map))).then((placed) => {
      if (isWanted) {
        setDrawn(placed);
      }
    });
    return () => {
      isWanted = false;
    };
  }, [host, markers, at, facts]);
  return drawn;
}

async function inImage(markers: Markers, map: SkyMap | undefined): Promise<Markers> {
  const points = isOnSky(markers) ? await map?.toPixels(markers.points, "icrs") : markers.points;
  return { ...markers, points: fromEdge(points ?? new Float64Array()) };
}

function isOnSky({ system }: Markers): boolean {
  return system === "icrs";
}

/** How many points there are: those that the projection does not reach are none. */
function placed(points: Float64Array): number {
  return points.filter((x, i) => i % 2 === 0 && Number.isFinite(x + (points[i + 1] ?? Number.NaN))).length;
}
