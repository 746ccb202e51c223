/** Before a file is open: an invitation. */
interface EmptyProps {
  readonly onPick: () => void;
  readonly onFolder: () => void;
  readonly onSample: (() => void) | undefined;
}

export function Empty({ onPick, onFolder, onSample }: EmptyProps) {
  return (
    <section class="empty" aria-label="Open a file">
      <div class="frame">
        <h2>Drop an ASDF file here</h2>
        <p>Its tree and its images open at once. The file stays on this device.</p>
        <p class="hint">If it refers to other files, drop them together, or their folder.</p>
        <div class="choices">
          <button type="button" class="primary" onClick={onPick}>
            Choose a file
          </button>
          <button type="button" onClick={onFolder}>
            Choose a folder
          </button>
          {onSample && (
            <button type="button" onClick={onSample}>
              Open the sample
            </button>
          )}
        </div>
      </div>
    </section>
  );
}
