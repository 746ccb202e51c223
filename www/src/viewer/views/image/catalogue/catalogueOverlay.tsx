/** The catalogue as an overlay of the image. */
import { useEffect } from "preact/hooks";
import { lazily } from "../../../ui/lazily.tsx";
import { ImageModel } from "../model/imageModel.ts";
import type { DrawProps, Overlay } from "../overlay.ts";
import { CatalogueModel } from "./catalogueModel.ts";
import { CATALOGUE_KEYS } from "./keys.ts";

const CatalogueOver = lazily(() => import("./CatalogueOver.tsx").then(({ CatalogueOver }) => CatalogueOver));

export const catalogueOverlay: Overlay = {
  name: "catalogue",
  model: CatalogueModel,
  Over: Catalogue,
  keys: CATALOGUE_KEYS,
  panel: {
    label: "Catalogue",
    title: "Draw the rows of a table at their positions",
    Panel: lazily(() => import("./CataloguePanel.tsx").then(({ CataloguePanel }) => CataloguePanel)),
    // A file that waits may have a table.
    suits: (host) =>
      host.waiting.value.length > 0 ||
      host.model(CatalogueModel).tables.value.some(({ table }) => table.positions.length > 0),
  },
};

function Catalogue({ host, stage, facts, live, pixels }: DrawProps) {
  const catalogue = host.model(CatalogueModel);
  const isComplete = host.model(ImageModel).complete.value !== undefined;
  useEffect(() => {
    if (isComplete) {
      void catalogue.find();
    }
  }, [catalogue, stage, isComplete]);
  // The pixel that a key picks.
  const pointed = () => {
    const at = host.model(ImageModel).readout.peek();
    return at && at.by !== "pick" ? { x: at.x + 0.5, y: at.y + 0.5 } : undefined;
  };
  return catalogue.chosen.value && catalogue.look.shown.value ? (
    <CatalogueOver {...{ host, facts, live, pixels, pointed }} model={catalogue} />
  ) : null;
}
