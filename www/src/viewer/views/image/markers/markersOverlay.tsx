/** Markers that the page sets, as an overlay of the image. */
import { lazily } from "../../../ui/lazily.tsx";
import type { DrawProps, Overlay } from "../overlay.ts";

const MarkersOver = lazily(() => import("./MarkersOver.tsx").then(({ MarkersOver }) => MarkersOver));
const WithoutPlace = lazily(() => import("./MarkersOver.tsx").then(({ WithoutPlace }) => WithoutPlace));

export const markersOverlay: Overlay = {
  name: "markers",
  Over: (props: DrawProps) => (props.host.markers.value.size > 0 ? <MarkersOver {...props} /> : null),
  Status: ({ host }) => (host.markers.value.size > 0 ? <WithoutPlace host={host} /> : null),
};
