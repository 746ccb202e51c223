/** The line below the image: the readout, what overlays add to it, and the colour bar. */
import type { ComponentChildren } from "preact";
import { strip } from "../../state/settings/layout.ts";
import { ColorBar } from "./display/ColorBar.tsx";
import { ImageModel } from "./model/imageModel.ts";
import type { OverlayProps } from "./overlay.ts";
import { ErrorHere, FlagsHere } from "./readout/Beside.tsx";
import { Readout } from "./readout/Readout.tsx";

interface StatusProps extends OverlayProps {
  /** The unit of the values that are drawn. */
  readonly unit: string | undefined;
  readonly children: ComponentChildren;
}

export function StatusLine({ host, stage, facts, view, look, unit, children }: StatusProps) {
  const image = host.model(ImageModel);
  const plane = image.plane.value;
  const collapse = plane?.section.collapse;
  const isWhole = strip.value === "whole";
  return (
    <footer class="status" part="status" data-whole={isWhole}>
      <Readout
        image={image}
        drawnPart={host.part.value}
        plane={plane}
        unit={collapse ? unit : facts.array?.unit}
        hasAlike={stage.array?.hasAlike === true}
        error={!collapse && <ErrorHere host={host} image={image} facts={facts} />}
        beside={!collapse && <FlagsHere host={host} image={image} facts={facts} />}
      >
        {children}
      </Readout>
      <ColorBar image={image} look={look} unit={unit} unmapped={view.unmapped} />
      <button
        type="button"
        class="quiet square whole"
        aria-label="The whole readout"
        aria-expanded={isWhole}
        title="Statistics, system, go to, colour bar"
        onClick={() => {
          strip.value = isWhole ? "short" : "whole";
        }}
      >
        <span aria-hidden="true">{isWhole ? "▾" : "▴"}</span>
      </button>
    </footer>
  );
}
