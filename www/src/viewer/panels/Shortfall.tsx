/** Why the image that is shown has not all of its rows, beside those that it has. */
import type { Session } from "../session.ts";
import { NoticeText } from "./Notices.tsx";

export function Shortfall({ session }: { session: Session }) {
  const notice = session.shortfall.value;
  const plane = session.plane.value;
  const rows = session.rows.value;
  if (!notice || !plane || session.reading.value) {
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
      <button type="button" onClick={() => session.readAgain()}>
        Read again
      </button>
    </section>
  );
}
