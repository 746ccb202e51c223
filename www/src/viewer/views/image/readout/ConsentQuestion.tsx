/** Asks whether a section is to be read that takes much. */
import { bytes } from "@asdf-wasm/science/format/format";
import type { ImageModel } from "../model/imageModel.ts";

export function ConsentQuestion({ image }: { image: ImageModel }) {
  const question = image.consent.question.value;
  return question ? (
    <section class="notice shortfall warning" aria-label="Large reading">
      <p>
        {question.files === undefined
          ? `Collapsing this axis fetches ${bytes(question.bytes)}.`
          : `This section lies in ${question.files.toLocaleString("en")} files, of which it reads up to ${bytes(question.bytes)}.`}
      </p>
      <button type="button" onClick={() => question.answer(true)}>
        {question.files === undefined ? "Fetch" : "Read"}
      </button>
      <button type="button" class="quiet" onClick={() => question.answer(false)}>
        Show one plane
      </button>
    </section>
  ) : null;
}
