/** The frame of the visible part in the overview, which can be dragged. The overview itself is drawn on the canvas. */
import { toImage } from "./camera/camera.ts";
import { visibleFrame } from "./camera/insets.ts";
import type { LiveImage } from "./liveImage.ts";

export function Overview({ live }: { live: LiveImage }) {
  const { viewpoint } = live;
  const pane = live.overview.value;
  if (!pane) {
    return null;
  }
  const scale = devicePixelRatio;
  const visible = visibleFrame(pane, viewpoint.camera.value, viewpoint.screen.value);
  const look = (event: PointerEvent & { readonly currentTarget: HTMLElement }): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
    viewpoint.lookAt(toImage(pane.camera, pane.frame, at));
  };
  const place = ({ x, y, width, height }: typeof visible) => ({
    left: `${x / scale}px`,
    top: `${y / scale}px`,
    width: `${width / scale}px`,
    height: `${height / scale}px`,
  });
  return (
    <div
      class="overview"
      role="img"
      aria-label="Overview: drag to move the view"
      style={place(pane.frame)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        look(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) {
          look(event);
        }
      }}
    >
      <div class="visible-part" style={place(visible)} />
    </div>
  );
}
