/** The pixel that is read out, as an overlay of the image: the mark on it, remarks, and what arrays beside the image have there. */
import { unitOf } from "@asdf-wasm/science/elements/complex";
import { ImageModel } from "../model/imageModel.ts";
import { Overview } from "../Overview.tsx";
import type { DrawProps, Overlay, OverlayProps } from "../overlay.ts";
import { COPY_KEYS, OtherValues, ReadoutButtons, useBeside } from "./Beside.tsx";
import { BesideModel } from "./companions.ts";
import { MadeOf } from "./MadeOf.tsx";
import { PICK_KEYS, Picked } from "./Picked.tsx";
import { Remark } from "./Remark.tsx";

export const readoutOverlay: Overlay = {
  name: "readout",
  model: BesideModel,
  Over,
  Status,
  keys: [...PICK_KEYS, ...COPY_KEYS],
};

function Over({ host, facts, pixels, live }: DrawProps) {
  const image = host.model(ImageModel);
  return (
    <>
      <Picked image={image} section={host.section} pixels={pixels} />
      <Overview live={live} />
      <Remark image={image} />
      <MadeOf image={image} section={host.section} unit={unitOf(facts.array, host.part.value)} />
    </>
  );
}

function Status({ host, facts, pixels }: OverlayProps) {
  const image = host.model(ImageModel);
  useBeside({ host, image, facts });
  return (
    <>
      <ReadoutButtons {...{ host, image, facts, pixels }} />
      {!image.plane.value?.section.collapse && <OtherValues {...{ host, image, facts }} />}
    </>
  );
}
