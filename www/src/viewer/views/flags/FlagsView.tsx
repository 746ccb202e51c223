/** Bit masks in the colours of their bits, over the image of their values. */
import { ImageView } from "../image/ImageView.tsx";
import type { ViewProps } from "../registry.ts";
import { FlagPanel } from "./FlagPanel.tsx";

export function FlagsView({ session, facts }: ViewProps) {
  return (
    <ImageView session={session} facts={facts}>
      <FlagPanel session={session} node={facts.id} />
    </ImageView>
  );
}
