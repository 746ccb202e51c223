/** A text, however long: it is laid out in pieces, of which the browser skips those that are out of sight. */
import { useMemo } from "preact/hooks";
import { Marked } from "./Marked.tsx";

interface LongTextProps {
  readonly text: string;
  readonly wrapped: boolean;
  /** What is marked in it. */
  readonly pattern?: RegExp | undefined;
  /** Whether it goes on. */
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

/** How long pieces are at least, and at most where a line does not end. */
const LEAST = 4000;
const MOST = 16_000;

/** Whole lines together, and very long ones in parts. */
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
