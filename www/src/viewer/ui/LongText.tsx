/** A text of any length, laid out in paragraphs; the browser skips those out of sight. */
import { useMemo } from "preact/hooks";
import { Marked } from "./Marked.tsx";

interface LongTextProps {
  readonly text: string;
  readonly wrapped: boolean;
  /** Matches of this are marked. */
  readonly pattern?: RegExp | undefined;
  /** Whether the text continues. */
  readonly more?: boolean;
}

export function LongText({ text, wrapped, pattern, more = false }: LongTextProps) {
  const parts = useMemo(() => chunks(text), [text]);
  return (
    <div class={`full-text${wrapped ? "" : " unwrapped"}`}>
      {parts.map((part, index) => (
        <p key={index}>
          <Marked text={part} pattern={pattern} />
        </p>
      ))}
      {more && <p>…</p>}
      {text === "" && <p class="hint">(empty)</p>}
    </div>
  );
}

/** Least length of a paragraph, and its greatest length within one line. */
const LEAST = 4000;
const MOST = 16_000;

/** Groups whole lines, and splits very long ones. */
function chunks(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    const lineEnd = text.indexOf("\n", start + LEAST);
    const isClose = lineEnd >= 0 && lineEnd - start <= MOST;
    const end = isClose ? lineEnd : Math.min(start + MOST, text.length);
    parts.push(text.slice(start, end));
    start = isClose ? end + 1 : end;
  }
  return parts;
}
