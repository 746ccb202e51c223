/** Stands beside the name of a file that has changes that are not saved. */
export function ChangedMark() {
  return (
    <span class="changed-mark" title="Changed and not saved">
      <span aria-hidden="true">●</span>
      <span class="sr-only">changed</span>
    </span>
  );
}
