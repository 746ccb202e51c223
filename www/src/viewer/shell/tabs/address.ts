/** Addresses of files, as people give them. */

/** Relative to the page: a worker would take itself for the base. What is no address is left as it is. */
export function absolute(url: string): string {
  return URL.canParse(url, document.baseURI) ? new URL(url, document.baseURI).href : url;
}

/** The addresses that a text consists of: none, if it is anything else. */
export function addressesIn(text: string): readonly string[] {
  const words = text.split(/\s+/).filter((word) => word !== "");
  return words.every((word) => /^(https?|s3):\/\//i.test(word) && URL.canParse(word)) ? words : [];
}
