/** Whether a key or a paste goes to a field that takes text, and so is nobody else's. */
export function isWriting(event: Event): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && target.matches("input:not([type=range]), select, textarea");
}
