/**
 * Links to what is shown of a file: JupyterLab's address of the file with the viewer's own link in the query, such as
 * `…/lab/tree/run/image.asdf?asdf=path%3Droman%2Fdata%26stretch%3Dlog`. It holds for everyone who may read the file on that server.
 */

const NAME = "asdf";

/** An address of JupyterLab that opens the file, with the place that the viewer's link leads to. */
export function linkTo(address: string, link: string): string {
  const url = new URL(address);
  const place = new URLSearchParams(link.split("#")[1]);
  place.delete("file");
  if (place.size > 0) {
    url.searchParams.set(NAME, String(place));
  }
  return url.href;
}

/** The viewer's link in the query of such an address; undefined if there is none. */
export function linkIn(search: string): string | undefined {
  const place = new URLSearchParams(search).get(NAME);
  return place === null ? undefined : `#${place}`;
}

/** The query without it. */
export function withoutLink(search: string): string {
  const query = new URLSearchParams(search);
  query.delete(NAME);
  return query.size > 0 ? `?${query}` : "";
}
