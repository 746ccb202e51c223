/** The image, its controls, and the readout under it. */

import { collapsedUnit } from "@asdf-wasm/science/compute/reductions";
import { unitOf } from "@asdf-wasm/science/elements/complex";
import { cut, shape } from "@asdf-wasm/science/format/format";
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { RegionsModel } from "../../state/regions.ts";

import { strip } from "../../state/settings/layout.ts";
import { useAnswer } from "../../state/useAnswer.ts";
import type { ViewProps } from "../../state/view.ts";
import { lazily } from "../../ui/lazily.tsx";
import { Toggle } from "../../ui/Toggle.tsx";
import { AxisControls } from "../section/AxisControls.tsx";
import { PartControl } from "../section/PartControl.tsx";
import { ContourModel } from "./analysis/contourModel.ts";
import { ZoomControls } from "./camera/ZoomControls.tsx";
import { CatalogueModel } from "./catalogue/model.ts";
import { CompareBar, CompareBeside, CompareOver, Cross, useComparison } from "./compare/CompareOver.tsx";
import { CompareModel } from "./compare/model.ts";
import { barOf, ColorBar } from "./display/ColorBar.tsx";
import { DisplayControls } from "./display/Controls.tsx";
import { Look } from "./display/look.ts";
import { FlagsButton, FlagsOver } from "./flags/FlagsOver.tsx";
import { GraticuleModel } from "./graticule/model.ts";
import { LiveImage } from "./liveImage.ts";
import { ImageModel } from "./model/model.ts";
import { Overview } from "./Overview.tsx";
import { PictureModel } from "./picture/model.ts";
import { Position } from "./position/Position.tsx";
import { WcsControl } from "./position/WcsControl.tsx";
import { ErrorHere, FlagsHere, OtherValues, ReadoutButtons, useBeside } from "./readout/Beside.tsx";
import { ConsentQuestion } from "./readout/ConsentQuestion.tsx";
import { MadeOf } from "./readout/MadeOf.tsx";
import { Picked } from "./readout/Picked.tsx";
import { Readout } from "./readout/Readout.tsx";
import { Remark } from "./readout/Remark.tsx";
import { Shortfall } from "./readout/Shortfall.tsx";
import { Toolbar } from "./Toolbar.tsx";
import { REGIONS, ToolsModel } from "./tools/model.ts";
import { ToolBeside, ToolButtons } from "./tools/Tools.tsx";

export { prepareSurface } from "./draw/surface.ts";

const DisplayPanel = lazily(() =>
  import("./display/DisplayPanel.tsx").then(({ DisplayPanel }) => DisplayPanel),
);
const AnalysisFields = lazily(() =>
  import("./analysis/AnalysisFields.tsx").then(({ AnalysisFields }) => AnalysisFields),
);
const CatalogueOver = lazily(() =>
  import("./catalogue/CatalogueOver.tsx").then(({ CatalogueOver }) => CatalogueOver),
);
const ContoursOver = lazily(() =>
  import("./analysis/ContoursOver.tsx").then(({ ContoursOver }) => ContoursOver),
);
const Graticule = lazily(() => import("./graticule/Graticule.tsx").then(({ Graticule }) => Graticule));
const RegionsOver = lazily(() => import("./regions/RegionsOver.tsx").then(({ RegionsOver }) => RegionsOver));
const Cuts = lazily(() => import("./cuts/Cuts.tsx").then(({ Cuts }) => Cuts));

/** Shared by all views that draw something over an image: switching between them keeps the image. */
export function ImageView({ host, facts: stage, view }: ViewProps) {
  const image = host.model(ImageModel);
  const pixels = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLCanvasElement>(null);
  const [live, setLive] = useState<LiveImage>();
  const panel = useId();
  const look = useMemo(() => new Look(image), [image]);
  const plane = image.plane.value;
  const { isOn: hasGraticule } = host.model(GraticuleModel);
  const catalogue = host.model(CatalogueModel);
  const isComplete = image.complete.value !== undefined;
  const hasContours = host.model(ContourModel).settings.value.kind !== undefined;
  const hasRegions = host.model(RegionsModel).all.value.length > 0;
  const isDrawing = host.model(ToolsModel).shown.value === REGIONS;
  const section = host.section.current.value;
  const part = host.part.value;
  const { Beside, unmapped } = view;
  const compare = host.model(CompareModel);
  const isCompared = compare.chosen.value !== undefined && !unmapped;
  const facts = (isCompared && compare.computedOf(stage)) || stage;
  const collapse = plane?.section.collapse;
  const own = unitOf(facts.array, part);
  const unit = collapse ? collapsedUnit(collapse, own) : own;
  const flags = useAnswer({ host, facts: stage }, (worker) => worker.flagsBeside(stage.id));
  const isDrawn = isCompared && compare.isDrawn.value;
  const isBeside = compare.way.value === "side";
  useComparison(host, stage, pixels);
  useEffect(() => {
    if (isComplete) {
      void catalogue.find();
    }
  }, [catalogue, stage, isComplete]);
  useBeside({ host, image, facts });

  useLayoutEffect(() => {
    void image.show(facts.id, section, part, host.section.playing.peek(), stage.id);
    return () => host.reading.clear();
  }, [host, facts, section, part]);

  useEffect(() => {
    if (!pixels.current || !above.current) {
      return;
    }
    const made = new LiveImage(pixels.current, above.current, image, look);
    setLive(made);
    return () => made.destroy();
  }, [image]);

  useEffect(() => {
    const model = host.model(PictureModel);
    const { live: picture } = model;
    const room = pixels.current?.parentElement;
    picture.value =
      live && room
        ? {
            drawn: () => live.drawn(),
            room,
            painters: () => model.painters,
            bar: () => barOf(image, look, { name: facts.key, unit, unmapped }),
          }
        : undefined;
    return () => {
      picture.value = undefined;
    };
  }, [host, live, image, look, facts, unit, unmapped]);

  return (
    <section class="image" part="image" aria-label="Image">
      <Shortfall image={image} busy={host.reading.busy.value} />
      <ConsentQuestion image={image} />
      <Toolbar>
        <PartControl host={host} facts={stage} />
        <DisplayControls display={image.display} panel={panel} unmapped={unmapped} />
        {!Beside && <FlagsButton host={host} beside={flags} />}
        <ToolButtons host={host} pixels={pixels} />
        <ZoomControls viewpoint={image.viewpoint} />
      </Toolbar>
      {image.display.adjusting.value && (
        <DisplayPanel image={image} look={look} id={panel} unit={unit} unmapped={unmapped}>
          <WcsControl host={host} />
          {!unmapped && <AnalysisFields host={host} />}
        </DisplayPanel>
      )}
      <AxisControls host={host} facts={stage} collapses={!Beside}>
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
            {live && isDrawn && !isBeside && (
              <CompareOver host={host} facts={stage} look={look} live={live} />
            )}
            {live && hasContours && !unmapped && <ContoursOver host={host} live={live} />}
            {live && catalogue.chosen.value && catalogue.shown.value && (
              <CatalogueOver host={host} live={live} pixels={pixels} />
            )}
            {live && hasGraticule.value && <Graticule host={host} live={live} />}
            {live && (hasRegions || isDrawing) && (
              <RegionsOver host={host} live={live} pixels={pixels} isOpen={isDrawing} />
            )}
            <Picked image={image} section={host.section} pixels={pixels} />
            {live && <Overview live={live} />}
            <Remark image={image} />
            <MadeOf image={image} section={host.section} unit={own} />
            {isDrawn && isBeside && <Cross image={image} />}
            {isCompared && <CompareBar host={host} facts={stage} />}
          </div>
          {live && isDrawn && isBeside && (
            <CompareBeside host={host} facts={stage} look={look} live={live}>
              {hasRegions && (
                <div aria-hidden="true">
                  <RegionsOver host={host} live={live} pixels={pixels} isOpen={false} />
                </div>
              )}
            </CompareBeside>
          )}
        </div>
        {Beside ? <Beside host={host} facts={stage} view={view} /> : <FlagsOver host={host} beside={flags} />}
        <ToolBeside host={host} facts={facts} pixels={pixels} />
      </div>
      {plane && image.viewpoint.cuts.value && <Cuts host={host} facts={facts} />}
      <footer class="status" part="status" data-whole={strip.value === "whole"}>
        <Readout
          image={image}
          drawnPart={part}
          plane={plane}
          unit={collapse ? unit : facts.array?.unit}
          hasAlike={stage.array?.hasAlike === true}
          error={!collapse && <ErrorHere host={host} image={image} facts={facts} />}
          beside={!collapse && <FlagsHere host={host} image={image} facts={facts} />}
        >
          <ReadoutButtons host={host} image={image} facts={facts} pixels={pixels} />
          {!collapse && <OtherValues host={host} image={image} facts={facts} />}
          <Position host={host} image={image} pixels={pixels} />
        </Readout>
        <ColorBar image={image} look={look} unit={unit} unmapped={unmapped} />
        <button
          type="button"
          class="quiet square whole"
          aria-label="The whole readout"
          aria-expanded={strip.value === "whole"}
          title="Statistics, system, go to, colour bar"
          onClick={() => {
            strip.value = strip.value === "whole" ? "short" : "whole";
          }}
        >
          <span aria-hidden="true">{strip.value === "whole" ? "▾" : "▴"}</span>
        </button>
      </footer>
    </section>
  );
}
