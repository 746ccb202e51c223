/** Three sections of one shape as red, green and blue, over the image of the array. */
import { ImageView } from "../image/ImageView.tsx";
import type { ViewProps } from "../registry.ts";
import { RgbPanel } from "./RgbPanel.tsx";

export function RgbView({ session, facts }: ViewProps) {
  return (
    <ImageView session={session} facts={facts}>
      <RgbPanel session={session} facts={facts} />
    </ImageView>
  );
}
