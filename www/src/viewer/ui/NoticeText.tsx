/** An error or a warning: its sentence, where it happened, and its code in the tooltip. */
import { cut, place } from "@asdf-wasm/science/format/format";
import type { Notice } from "../protocol/facts.ts";

export function NoticeText({ notice }: { notice: Notice }) {
  const where = place(notice);
  return (
    <p class="notice-text" role={notice.severity === "error" ? "alert" : undefined} title={notice.code}>
      {sentence(cut(notice.message))}
      {where && <span class="where"> {cut(where)}</span>}
    </p>
  );
}

function sentence(message: string): string {
  // An address keeps its case.
  const text = /^\w+:\/\//.test(message) ? message : message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
