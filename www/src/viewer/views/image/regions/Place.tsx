/** Where the selected region is: its centre on the sky; of lines their length, on the sky with its direction. */

import { rounded } from "@asdf-wasm/science/format/format";
import { boundsOf, centreOf, lengthOf } from "@asdf-wasm/science/regions/geometry";
import type { Position, Region, RegionShape } from "@asdf-wasm/science/regions/region";
import { greatCircle } from "@asdf-wasm/science/regions/sphere";
import type { SkyFrame, WcsFacts } from "@asdf-wasm/science/wcs/facts";
import { separation } from "@asdf-wasm/science/wcs/sky";
import { frameIn, positionTexts, systemLabel, systemOf } from "@asdf-wasm/science/wcs/world";
import { useEffect, useMemo } from "preact/hooks";
import { notation, skyFrame } from "../../../state/settings/skySettings.ts";
import type { ViewHost } from "../../../state/view.ts";
import { WorldModel } from "../../../state/world.ts";
import { ImageModel } from "../model/imageModel.ts";
import { SkyTracker } from "./sky.ts";

/** Significant digits of a length, in pixels and on the sky. */
const DIGITS = 6;

export function RegionPlace({ host, region }: { host: ViewHost; region: Region }) {
  const { shape } = region;
  const world = host.model(WorldModel);
  const [at, facts] = [world.at.value, world.facts.value];
  const size = host.model(ImageModel).viewpoint.image.value;
  const frame = frameIn(facts, skyFrame.value);
  const tracker = useMemo(() => new SkyTracker(host), [host]);
  const isLine = shape.kind === "line" || shape.kind === "polyline";
  const points = isLine ? shape.points : [centreOf(shape)];
  const query =
    at && facts?.sky?.isOnStage ? { of: `${region.id} ${shape.kind}`, at, facts, points, frame } : undefined;
  useEffect(() => {
    if (query) {
      tracker.ask(query);
    }
  }, [tracker, at, frame, shape]);
  const sky = query && tracker.of(query);
  const outside = size && outsideOf(shape, size.width, size.height);
  return (
    <dl class="region-place">
      {isLine && (
        <>
          <dt>Length</dt>
          <dd class="number">{rounded(lengthOf(points, false), DIGITS)} px</dd>
        </>
      )}
      {isLine && sky && <OnSky sky={sky} />}
      {!isLine && sky?.[0] && query && <Centre sky={sky[0]} facts={query.facts} frame={frame} />}
      {outside && (
        <>
          <dt>Place</dt>
          <dd>{outside}</dd>
        </>
      )}
    </dl>
  );
}

/** Along great circles from point to point. */
function OnSky({ sky }: { sky: readonly Position[] }) {
  const steps = sky.slice(1).map((to, i) => greatCircle(sky[i] ?? to, to));
  const degrees = steps.reduce((sum, step) => sum + step.degrees, 0);
  const [only, ...others] = steps;
  return Number.isFinite(degrees) ? (
    <>
      <dt>On the sky</dt>
      <dd class="number" title={`${degrees * 3600}″`}>
        {separation(degrees * 3600, DIGITS)}
      </dd>
      {only && others.length === 0 && degrees > 0 && (
        <>
          <dt title="From north through east, at the first end">Position angle</dt>
          <dd class="number">{only.positionAngle.toFixed(2)}°</dd>
        </>
      )}
    </>
  ) : null;
}

function Centre({ sky, facts, frame }: { sky: Position; facts: WcsFacts; frame: SkyFrame }) {
  const system = systemOf(facts, frame);
  const texts = positionTexts([sky.x, sky.y], system, notation.value, facts);
  return (
    <>
      <dt>{systemLabel(system)}</dt>
      <dd class="number">{texts.map(({ text, unit }) => `${text}${unit}`).join(" ")}</dd>
    </>
  );
}

/** How much of a shape the image does not have. */
function outsideOf(shape: RegionShape, width: number, height: number): string | undefined {
  const { left, right, bottom, top } = boundsOf(shape);
  if (right < -0.5 || top < -0.5 || left > width - 0.5 || bottom > height - 0.5) {
    return "Outside the image";
  }
  const isWithin = left >= -0.5 && bottom >= -0.5 && right <= width - 0.5 && top <= height - 0.5;
  return isWithin ? undefined : "Partly outside the image";
}
