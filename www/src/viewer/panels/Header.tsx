/** Which file is open, what it is, and how to open another. */
import { bytes } from "../format.ts";
import type { Session } from "../session.ts";

interface HeaderProps {
  readonly session: Session;
  readonly onPick: () => void;
  readonly onTheme: () => void;
}

export function Header({ session, onPick, onTheme }: HeaderProps) {
  const file = session.file.value;
  const name = session.name.value;
  const mains = session.mains.value;
  const facts = file && [
    `${file.dialect === "finf-0.1" ? "FINF" : "ASDF"} ${file.standardVersion ?? file.formatVersion}`,
    file.size === undefined ? "" : bytes(file.size),
  ];
  return (
    <header class="header">
      <h1 class="title">
        {name ? (
          <bdi class="file-name" title={name}>
            {name}
          </bdi>
        ) : (
          "ASDF viewer"
        )}
      </h1>
      {mains.length > 1 && (
        <select
          class="files"
          aria-label="File shown"
          value={session.main.value}
          onChange={({ currentTarget }) => void session.choose(currentTarget.value)}
        >
          {mains.map((path) => (
            <option key={path}>{path}</option>
          ))}
        </select>
      )}
      {facts && <p class="facts">{facts.filter((fact) => fact !== "").join(" · ")}</p>}
      <div class="actions">
        {session.phase.value !== "empty" && (
          <button type="button" class="quiet" onClick={onPick}>
            Open…
          </button>
        )}
        <button
          type="button"
          class="quiet square theme"
          aria-label="Switch between light and dark"
          onClick={onTheme}
        >
          <span aria-hidden="true">◐</span>
        </button>
      </div>
    </header>
  );
}
