/** What is made of the image besides its colours: smoothing, binning, contours. */
import type { ViewHost } from "../../../state/view.ts";
import { adopting } from "../../../styles/sheet.ts";
import { ImageModel } from "../model/imageModel.ts";
import styles from "./analysis.css?inline";
import { ContourFields } from "./ContourFields.tsx";
import { FilterFields } from "./FilterFields.tsx";

const styled = adopting(styles);

export function AnalysisFields({ host }: { host: ViewHost }) {
  return (
    <div class="analysis" ref={styled}>
      <FilterFields image={host.model(ImageModel)} />
      <ContourFields host={host} />
    </div>
  );
}
