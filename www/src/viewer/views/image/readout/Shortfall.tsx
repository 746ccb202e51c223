/** Why the image that is shown has not all of its rows, beside those that it has. */

import { NoticeText } from "../../../shell/Notices.tsx";
import type { Session } from "../../../state/session.ts";

export function Shortfall({ session }: { session: Session }) {
  const notice = session.image.shortfall.value;
  const plane = session.image.plane.value;
  const rows = session.image.rows.value;
  if (!notice || !plane || session.reading.busy.value) {
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
      <button type="button" onClick={() => session.image.readAgain()}>
        Read again
      </button>
    </section>
  );
}
