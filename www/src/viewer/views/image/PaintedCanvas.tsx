/** A canvas over the image, which follows the camera: symbols at points, contours. Pictures of the image have what it draws, too. */

import { useEffect, useRef } from "preact/hooks";
import type { ViewHost } from "../../state/view.ts";
import { clipWithout, type LiveView, useHoles } from "./camera/holes.ts";
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
  const { camera, screen } = live.viewpoint;
  const [seen, device] = [camera.value, screen.value];
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const context = canvas.current?.getContext("2d");
      if (context) {
        context.clearRect(0, 0, device.width, device.height);
        paint(context, seen, device, devicePixelRatio);
        onPainted?.();
      }
    });
    return () => cancelAnimationFrame(frame);
  }, [paint, seen, device, onPainted]);

  useEffect(() => host.model(PictureModel).paint(canvas.current, layer, paint), [host, layer, paint]);

  const scale = devicePixelRatio;
  const css = { width: device.width / scale, height: device.height / scale };
  return (
    <canvas
      ref={canvas}
      class="above"
      role="img"
      aria-label={label}
      width={device.width}
      height={device.height}
      style={{ clipPath: clipWithout(css, holes) }}
    />
  );
}
