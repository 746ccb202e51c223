/** Errors and warnings of the file as a whole, one sentence each, with the place where it happened. */

import { many, place } from "../format/format.ts";
import type { Notice } from "../protocol/protocol.ts";
import type { Session } from "../state/session.ts";

/** Warnings beyond this many wait behind a fold. */
const SHOWN = 3;

export function Notices({ session }: { session: Session }) {
  const notices = session.notices.value;
  const item = (notice: Notice, index: number) => (
    <li key={index} class={`notice ${notice.severity}`}>
      <NoticeText notice={notice} />
      <button type="button" class="quiet square" aria-label="Dismiss" onClick={() => session.dismiss(notice)}>
        ×
      </button>
    </li>
  );
  if (notices.length === 0) {
    return null;
  }
  return (
    <section class="notices" aria-label="Notices">
      <ul>{notices.slice(0, SHOWN).map(item)}</ul>
      {notices.length > SHOWN && (
        <details>
          <summary>{many(notices.length - SHOWN, "more notice")}</summary>
          <ul>{notices.slice(SHOWN).map(item)}</ul>
        </details>
      )}
    </section>
  );
}

/** The sentence, its place, and its code for those who look it up. */
export function NoticeText({ notice }: { notice: Notice }) {
  const where = place(notice);
  return (
    <p class="notice-text" role={notice.severity === "error" ? "alert" : undefined} title={notice.code}>
      {sentence(notice.message)}
      {where && <span class="where"> {where}</span>}
    </p>
  );
}

function sentence(message: string): string {
  // An address is left as it is.
  const text = /^\w+:\/\//.test(message) ? message : message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
