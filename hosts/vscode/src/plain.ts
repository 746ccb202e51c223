/** Text of a file for VS Code's messages, which make links of `[text](command:…)`. */

export function plain(text: string): string {
  return text.replaceAll("](", "] (");
}
