/**
 * Finds elements of the page by role and name, or by a selector, within its shadow trees. It runs in the page, where
 * nothing but the function itself is known.
 */

/** What is looked for. A name is the whole name; `has` is a part of the text, `holds` the whole text of an element inside. */
export interface Query {
  readonly role?: string;
  readonly name?: string;
  readonly css?: string;
  readonly has?: string;
  readonly holds?: string;
  readonly within?: Query;
  /** It need not be visible. */
  readonly hidden?: true;
}

/** The visible elements, in the order of the document. */
export function seek(query: Query): Element[] {
  const selectors: Readonly<Record<string, string>> = {
    button: "button, summary",
    combobox: "select",
    complementary: "aside",
    dialog: "dialog",
    heading: "h1, h2, h3",
    region: "section[aria-label], section[aria-labelledby]",
    searchbox: "input[type=search]",
    slider: "input[type=range]",
    textbox: "input:not([type]), input[type=text], input[type=url], textarea",
  };
  const plain = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();
  const nameOf = (element: Element): string => {
    const root = element.getRootNode() as Document | ShadowRoot;
    const by = element.getAttribute("aria-labelledby");
    if (by) {
      return plain(
        by
          .split(" ")
          .map((id) => root.getElementById(id)?.textContent)
          .join(" "),
      );
    }
    const labels = "labels" in element ? (element.labels as NodeListOf<HTMLElement> | null) : null;
    return plain(element.getAttribute("aria-label") ?? labels?.[0]?.textContent ?? element.textContent);
  };
  const all = (root: Element | Document | ShadowRoot, selector: string): Element[] => {
    const hosts = [...root.querySelectorAll("asdf-viewer")].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    return [...root.querySelectorAll(selector), ...hosts.flatMap((host) => all(host, selector))];
  };
  const find = ({ role, name, css, has, holds, within, hidden }: Query): Element[] => {
    const selector = css ?? [selectors[role ?? ""], `[role=${role}]`].filter(Boolean).join(", ");
    const roots = within ? find(within) : [document];
    return roots
      .flatMap((root) => all(root, selector))
      .filter(
        (element) =>
          (hidden || element.checkVisibility({ visibilityProperty: true })) &&
          (css !== undefined || (element.getAttribute("role") ?? role) === role) &&
          (name === undefined || nameOf(element) === name) &&
          (has === undefined || plain(element.textContent).includes(has)) &&
          (holds === undefined ||
            [...element.querySelectorAll("*")].some((part) => plain(part.textContent) === holds)),
      );
  };
  return find(query);
}
