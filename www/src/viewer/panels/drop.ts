/** Files dropped anywhere on an element; `onHover` says whether one hangs over it. */
export function acceptDrops(
  target: HTMLElement | null,
  onFile: (file: File) => void,
  onHover: (hovering: boolean) => void,
): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let depth = 0;
  const enter = (change: number): void => {
    depth += change;
    onHover(depth > 0);
  };
  const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

  target?.addEventListener("dragenter", (event) => carriesFiles(event) && enter(1), { signal });
  target?.addEventListener("dragleave", (event) => carriesFiles(event) && enter(-1), { signal });
  target?.addEventListener(
    "dragover",
    (event) => {
      if (carriesFiles(event)) {
        event.preventDefault();
      }
    },
    { signal },
  );
  target?.addEventListener(
    "drop",
    (event) => {
      const file = event.dataTransfer?.files[0];
      enter(-depth);
      if (file) {
        event.preventDefault();
        onFile(file);
      }
    },
    { signal },
  );
  return () => listening.abort();
}
