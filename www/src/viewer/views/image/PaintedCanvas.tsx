/** A canvas over the image, which follows the camera: symbols at points, contours. Pictures of the image have what it draws, too. */

import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { ViewHost } from "../../state/view.ts";
import { clipWithout, type LiveView, useHoles } from "./camera/holes.ts";
import { PannedLayer } from "./pannedLayer.ts";
import { type Painter, PictureModel } from "./picture/pictureModel.ts";

interface PaintedCanvasProps {
  readonly host: ViewHost;
  readonly live: LiveView;
  /** What pictures of the image call the layer. */
  readonly layer: string;
  readonly label: string;
  /** Draws; the same function as long as it draws the same. */
  readonly paint: Painter;
  /** Called when it has drawn; never another function. */
  readonly onPainted?: () => void;
}

export function PaintedCanvas({ host, live, layer, label, paint, onPainted }: PaintedCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const holes = useHoles(live);
  const { viewpoint } = live;
  const device = viewpoint.screen.value;
  useEffect(() => {
    const panned = canvas.current && new PannedLayer(canvas.current, paint, onPainted);
    let frame = 0;
    // Not by another render: the canvas moves in the frame in which the image does.
    const stop = effect(() => {
      const [camera, screen, isHeld] = [viewpoint.camera.value, viewpoint.screen.value, viewpoint.held.value];
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => panned?.show({ camera, screen, scale: devicePixelRatio, isHeld }));
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
      panned?.dispose();
    };
  }, [viewpoint, paint, onPainted]);

  useEffect(() => host.model(PictureModel).paint(canvas.current, layer, paint), [host, layer, paint]);

  const scale = devicePixelRatio;
  const css = { width: device.width / scale, height: device.height / scale };
  return (
    <div class="above" style={{ clipPath: clipWithout(css, holes) }}>
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  );
}
