/** Addresses of files as typed or pasted. */

/** Resolves an address against the page: a worker would resolve it against itself. Other text is unchanged. */
export function absolute(url: string): string {
  return URL.canParse(url, document.baseURI) ? new URL(url, document.baseURI).href : url;
}

/** The addresses in a text; none if it contains anything else. */
export function addressesIn(text: string): readonly string[] {
  const words = text.split(/\s+/).filter((word) => word !== "");
  return words.every((word) => /^(https?|s3):\/\//i.test(word) && URL.canParse(word)) ? words : [];
}
