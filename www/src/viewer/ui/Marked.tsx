/** A text with the matches of a search marked. */
import { pieces } from "@asdf-wasm/science/format/matching";

export function Marked({ text, pattern }: { text: string; pattern: RegExp | undefined }) {
  if (!pattern) {
    return <>{text}</>;
  }
  return (
    <>
      {pieces(text, pattern).map((piece, index) =>
        piece.found ? <mark key={index}>{piece.text}</mark> : piece.text,
      )}
    </>
  );
}
