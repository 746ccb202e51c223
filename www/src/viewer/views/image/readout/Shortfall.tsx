/** Why rows of the image are missing, with a button to read again. */

import { NoticeText } from "../../../ui/NoticeText.tsx";
import type { ImageModel } from "../model/imageModel.ts";

export function Shortfall({ image, busy }: { image: ImageModel; busy: boolean }) {
  const notice = image.shortfall.value;
  const plane = image.plane.value;
  const rows = image.rows.value;
  if (!notice || !plane || busy) {
    return null;
  }
  return (
    <section class={`notice shortfall ${notice.severity}`} aria-label="Incomplete">
      <div>
        <NoticeText notice={notice} />
        {rows < plane.height && (
          <p>
            The first {rows} of {plane.height} rows are shown.
          </p>
        )}
      </div>
      <button type="button" onClick={() => image.readAgain()}>
        Read again
      </button>
    </section>
  );
}
