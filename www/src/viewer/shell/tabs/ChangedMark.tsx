/** Marks a file with unsaved changes. */
export function ChangedMark() {
  return (
    <span class="changed-mark" title="Unsaved changes">
      <span aria-hidden="true">●</span>
      <span class="sr-only">changed</span>
    </span>
  );
}
