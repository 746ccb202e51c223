/** Errors and warnings about the file, each with its place. */

import { many } from "@asdf-wasm/science/format/format";
import type { Notice } from "../protocol/facts.ts";
import { NoticeText } from "../ui/NoticeText.tsx";

/** Notices beyond this many are folded away. */
const SHOWN = 3;

interface NoticesProps {
  readonly notices: readonly Notice[];
  readonly onDismiss: (notice: Notice) => void;
}

export function Notices({ notices: all, onDismiss }: NoticesProps) {
  // No error is folded away behind warnings.
  const isError = ({ severity }: Notice) => severity === "error";
  const notices = [...all.filter(isError), ...all.filter((notice) => !isError(notice))];
  const item = (notice: Notice, index: number) => (
    <li key={index} class={`notice ${notice.severity}`}>
      <NoticeText notice={notice} />
      <button type="button" class="quiet square" aria-label="Dismiss" onClick={() => onDismiss(notice)}>
        ×
      </button>
    </li>
  );
  if (notices.length === 0) {
    return null;
  }
  return (
    <section class="notices" part="notices" aria-label="Notices">
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
