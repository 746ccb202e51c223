/** Provenance: the software that wrote the file, its author and history. */
import type { Provenance } from "../../protocol/facts.ts";

export function ProvenanceView({ provenance }: { provenance: Provenance }) {
  const { library, author, entries, extensions } = provenance;
  return (
    <div class="provenance">
      {library && (
        <p>
          Written by <strong>{library}</strong>
          {author && `, ${author}`}
        </p>
      )}
      {entries.length > 0 && (
        <>
          <h3>History</h3>
          <ol>
            {entries.map(({ time, description, software }, index) => (
              <li key={index}>
                <p>{description || "(no description)"}</p>
                <p class="hint">{[time, ...software].filter((part) => part).join(" · ")}</p>
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
                <p class="path">{name || "(no name)"}</p>
                {software && <p class="hint">{software}</p>}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
