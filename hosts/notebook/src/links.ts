/**
 * The link of what is shown, without its file: that one is the kernel's. Python knows the words of links (`_links.py`); here they are only
 * put after the name of a file, and taken from there.
 */

/** The words of a viewer's link: after the name of a file on this device, or among the words of a URL. */
export function wordsOf(link: string): string {
  const [query = "", fragment] = link.split("#");
  return (fragment ?? query)
    .replace(/^\?/, "")
    .split("&")
    .filter((word) => !/^(url|file|as|tab)=/.test(word))
    .join("&");
}

/** The link that leads to a place in a file. */
export function linkTo(
  file: { readonly name: string; readonly url?: string | undefined },
  words: string,
): string {
  const [mark, key, value] = file.url === undefined ? ["#", "file", file.name] : ["?", "url", file.url];
  return `${mark}${key}=${encodeURIComponent(value)}${words && `&${words}`}`;
}
