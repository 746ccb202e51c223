/** A catalogue over all images, by the positions of its rows on the sky: the overlay of the image view on the plane. */

import { computed, signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { ViewHost } from "../../state/view.ts";
import { lazily } from "../../ui/lazily.tsx";
import { CatalogueModel } from "../image/catalogue/catalogueModel.ts";
import type { Surface } from "../image/catalogue/surface.ts";
import type { Panel } from "../image/tools/Tools.tsx";
import { pointsOn, positionsOn } from "./sky/positions.ts";
import { TogetherModel } from "./togetherModel.ts";

const CatalogueOver = lazily(() =>
  import("../image/catalogue/CatalogueOver.tsx").then(({ CatalogueOver }) => CatalogueOver),
);
const CataloguePanel = lazily(() =>
  import("../image/catalogue/CataloguePanel.tsx").then(({ CataloguePanel }) => CataloguePanel),
);

export class SkyCatalogueModel extends CatalogueModel {
  constructor(host: ViewHost) {
    super(host, surfaceOf(host));
  }

  protected override get word(): string {
    return "sky.catalogue";
  }
}

function surfaceOf(host: ViewHost): Surface {
  const { placed, plane, viewpoint } = host.model(TogetherModel);
  const first = computed(() => placed.value[0]?.place.value);
  return {
    viewpoint,
    isOnSky: () => first.value !== undefined,
    hasPixels: false,
    date: async () => first.peek()?.host.ask((worker) => worker.catalogue.date()),
    sky: async (points) => {
      const [on, place] = [plane.peek(), first.peek()];
      return on && place ? positionsOn(on, place, points, "icrs") : undefined;
    },
    placing: computed(() => {
      const [on, place] = [plane.value, first.value];
      return on && place && ((positions, frame) => pointsOn(on, place, positions, frame));
    }),
  };
}

/** The tool of the view. */
export const skyCatalogue: { readonly name: string; readonly panel: Panel } = {
  name: "sky catalogue",
  panel: {
    label: "Catalogue",
    title: "Draw the rows of a table at their positions on the sky",
    Panel: ({ host }) => <CataloguePanel host={host} model={host.model(SkyCatalogueModel)} />,
  },
};

interface SkyCatalogueProps {
  readonly host: ViewHost;
  readonly pixels: RefObject<HTMLElement | null>;
}

const NO_OVERVIEW = signal(undefined);

export function SkyCatalogue({ host, pixels }: SkyCatalogueProps) {
  const model = host.model(SkyCatalogueModel);
  const { placed, viewpoint } = host.model(TogetherModel);
  const live = useMemo(() => ({ viewpoint, overview: NO_OVERVIEW }), [viewpoint]);
  const isPlaced = placed.value.length > 0;
  useEffect(() => {
    if (isPlaced) {
      void model.find();
    }
  }, [model, isPlaced]);
  return model.chosen.value && model.look.shown.value ? (
    <CatalogueOver {...{ host, model, pixels, live }} />
  ) : null;
}
