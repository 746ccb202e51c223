/** The image, its controls, and the line below it. What is drawn over it, and what goes with that, are rows of `overlays.ts`. */

import { collapsedUnit } from "@asdf-wasm/science/compute/reductions";
import { unitOf } from "@asdf-wasm/science/elements/complex";
import { cut, shape } from "@asdf-wasm/science/format/format";
import { useId, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { seenIn, type ViewProps } from "../../state/view.ts";
import { lazily } from "../../ui/lazily.tsx";
import { Toggle } from "../../ui/Toggle.tsx";
import { AxisControls } from "../section/AxisControls.tsx";
import { PartControl } from "../section/PartControl.tsx";
import { ZoomControls } from "./camera/ZoomControls.tsx";
import { DisplayControls } from "./display/Controls.tsx";
import { Look } from "./display/look.ts";
import { ImageModel } from "./model/imageModel.ts";
import { OVERLAYS } from "./overlays.ts";
import { ConsentQuestion } from "./readout/ConsentQuestion.tsx";
import { Shortfall } from "./readout/Shortfall.tsx";
import { StatusLine } from "./StatusLine.tsx";
import { Toolbar } from "./Toolbar.tsx";
import { ToolBeside, ToolButtons } from "./tools/Tools.tsx";
import { useLiveImage } from "./useLiveImage.ts";

export { prepareSurface } from "./draw/surface.ts";

const DisplayPanel = lazily(() =>
  import("./display/DisplayPanel.tsx").then(({ DisplayPanel }) => DisplayPanel),
);

/** Shared by all views that draw something over an image: switching between them keeps the image. */
export function ImageView({ host, facts: stage, view }: ViewProps) {
  const image = host.model(ImageModel);
  const pixels = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLCanvasElement>(null);
  const panel = useId();
  const look = useMemo(() => new Look(image), [image]);
  const { unmapped } = view;
  const overlays = useMemo(() => OVERLAYS.filter(({ suits }) => suits?.(view) ?? true), [view]);
  for (const { model } of overlays) {
    model && host.model(model);
  }
  const plane = image.plane.value;
  const section = host.section.current.value;
  const part = host.part.value;
  const facts = seenIn(view, stage, host.standIn.value);
  const collapse = plane?.section.collapse;
  const own = unitOf(facts.array, part);
  const unit = collapse ? collapsedUnit(collapse, own) : own;
  const props = { host, view, stage, facts, pixels, look };
  const live = useLiveImage(props, above, unit);
  const each = (place: "Control" | "Fields" | "Status" | "Beside" | "Below") =>
    overlays.map(({ name, [place]: Part }) => Part && <Part key={name} {...props} />);
  const drawn = (place: "Under" | "Over" | "Above" | "OverSecond") =>
    live &&
    overlays
      .toReversed()
      .map(({ name, [place]: Part }) => Part && <Part key={name} {...props} live={live} />);

  useLayoutEffect(() => {
    const shown = { node: facts.id, section, part, of: stage.id, files: facts.array?.files ?? 1 };
    void image.show(shown, host.section.playing.peek());
    return () => host.reading.clear();
  }, [host, facts, section, part]);

  return (
    <section class="image" part="image" aria-label="Image">
      <Shortfall image={image} busy={host.reading.busy.value} />
      <ConsentQuestion image={image} />
      <Toolbar>
        <PartControl host={host} facts={stage} />
        <DisplayControls display={image.display} panel={panel} unmapped={unmapped} />
        {each("Control")}
        <ToolButtons {...{ host, facts, pixels }} tools={overlays} />
        <ZoomControls viewpoint={image.viewpoint} />
      </Toolbar>
      {image.display.adjusting.value && (
        <DisplayPanel image={image} look={look} id={panel} unit={unit} unmapped={unmapped}>
          {each("Fields")}
        </DisplayPanel>
      )}
      <AxisControls host={host} facts={stage} collapses={view.overlay === undefined}>
        {!unmapped && (
          <Toggle
            label="Same limits"
            title="Limits of the whole array, the same for all its planes"
            value={image.display.shared}
          />
        )}
      </AxisControls>
      <div class="beside">
        <div class="pictures">
          <div class="sky">
            <div
              ref={pixels}
              class="pixels"
              role="application"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: the image takes keys of its own.
              tabIndex={0}
              aria-label={
                plane
                  ? `${cut(plane.path)}, ${shape([plane.whole.height, plane.whole.width])} ${plane.datatype}. Arrow keys move, plus and minus zoom, 0 fits, 1 is actual size, R rotates, X and Y flip, B and C change bias and contrast.`
                  : "Image, loading"
              }
            />
            <canvas ref={above} class="above" />
            {drawn("Under")}
            {drawn("Over")}
            {drawn("Above")}
          </div>
          {live &&
            overlays.map(
              ({ name, Second }) =>
                Second && (
                  <Second key={name} {...props} live={live}>
                    {drawn("OverSecond")}
                  </Second>
                ),
            )}
        </div>
        {each("Beside")}
        <ToolBeside {...{ host, facts, pixels }} tools={overlays} />
      </div>
      {each("Below")}
      <StatusLine {...props} unit={unit}>
        {each("Status")}
      </StatusLine>
    </section>
  );
}
