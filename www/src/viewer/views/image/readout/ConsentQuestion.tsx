/** Asks whether the planes of a collapsed axis are to be fetched. */
import { bytes } from "@asdf-wasm/science/format/format";
import type { ImageModel } from "../model/imageModel.ts";

export function ConsentQuestion({ image }: { image: ImageModel }) {
  const question = image.consent.question.value;
  return question ? (
    <section class="notice shortfall warning" aria-label="Large reading">
      <p>Collapsing this axis fetches {bytes(question.bytes)}.</p>
      <button type="button" onClick={() => question.answer(true)}>
        Fetch
      </button>
      <button type="button" class="quiet" onClick={() => question.answer(false)}>
        Show one plane
      </button>
    </section>
  ) : null;
}
