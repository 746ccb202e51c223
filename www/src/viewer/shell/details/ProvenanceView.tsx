/** Provenance: the software that wrote the file, its author and history. */
import { cut } from "@asdf-wasm/science/format/format";
import type { Provenance } from "../../protocol/facts.ts";

export function ProvenanceView({ provenance }: { provenance: Provenance }) {
  const { library, author, entries, extensions } = provenance;
  return (
    <div class="provenance">
      {library && (
        <p>
          Written by <strong>{cut(library)}</strong>
          {author && `, ${cut(author)}`}
        </p>
      )}
      {entries.length > 0 && (
        <>
          <h3>History</h3>
          <ol>
            {entries.map(({ time, description, software }, index) => (
              <li key={index}>
                <p>{cut(description) || "(no description)"}</p>
                <p class="hint">{cut([time, ...software].filter((part) => part).join(" · "))}</p>
              </li>
            ))}
          </ol>
        </>
      )}
      {extensions.length > 0 && (
        <>
          <h3>Extensions</h3>
          <ul>
            {extensions.map(({ name, software }, index) => (
              <li key={index}>
                <p class="path">{cut(name) || "(no name)"}</p>
                {software && <p class="hint">{cut(software)}</p>}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
