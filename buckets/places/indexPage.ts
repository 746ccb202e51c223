/**
 * Index pages of web servers, as Apache (mod_autoindex), nginx (autoindex), lighttpd, Caddy and Python write them: the links to what is in the
 * folder of the page, with the date and size behind them.
 */
import { unescaped } from "../address.ts";
import { look } from "../ask.ts";
import type { ListOptions } from "../listing.ts";
import { type Found, type Place, type PlaceFile, type PlacePage, sourceAt } from "../place.ts";
import { plain } from "../xml.ts";

/** Folders in folders are followed so far: a server may make up folders without end. */
const DEEPEST = 20;

/** The folder whose page was answered. */
export function indexPage(answered: URL, html: string): Found {
  const top = new URL(".", answered);
  [top.search, top.hash] = ["", ""];
  const root = `${top.origin}/`;
  const address = (key: string) => new URL(key.split("/").map(encodeURIComponent).join("/"), root);
  const pages = new Map([[top.href, html]]);

  async function* list({ prefix = "", delimiter, signal }: ListOptions = {}): AsyncGenerator<PlacePage> {
    const waiting = [prefix.slice(0, prefix.lastIndexOf("/") + 1)];
    const depth = (folder: string) => folder.split("/").length;
    for (const folder of waiting) {
      const url = address(folder);
      // The page that led here is not asked for twice.
      const text = pages.get(url.href) ?? (await look(url, signal)).text;
      pages.clear();
      const { files, folders } = linksIn(text, url, folder);
      const isMeant = (key: string) => key.startsWith(prefix);
      if (delimiter === undefined) {
        waiting.push(...folders.filter((inner) => depth(inner) - depth(prefix) <= DEEPEST));
      }
      yield {
        files: files.filter(({ key }) => isMeant(key)),
        folders: delimiter === undefined ? [] : folders.filter(isMeant),
      };
    }
  }

  const place: Place = { list, address, source: (key, options = {}) => sourceAt(address(key), options) };
  return { place, root, key: unescaped(top.pathname.slice(1)), takesKeys: false, isPrivate: false };
}

/** What a page links to in its own folder. */
function linksIn(html: string, page: URL, folder: string): PlacePage {
  const files = new Map<string, PlaceFile>();
  const folders = new Set<string>();
  for (const part of html.split(/<a\s/i).slice(1)) {
    const [, double, single, bare] =
      /^[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/i.exec(part) ?? [];
    const link = plain(double ?? single ?? bare ?? "");
    const url = URL.canParse(link, page) ? new URL(link, page) : undefined;
    const isBelow =
      url?.origin === page.origin && url.pathname.startsWith(page.pathname) && url.search === "";
    const name = isBelow ? unescaped(url.pathname.slice(page.pathname.length)) : "";
    if (/^[^/]+\/$/.test(name)) {
      folders.add(folder + name);
    } else if (/^[^/]+$/.test(name)) {
      files.set(name, { key: folder + name, ...factsIn(part) });
    }
  }
  return { files: [...files.values()], folders: [...folders] };
}

const UNITS = "KMGT";

/** The date and the size in the text behind a link. */
function factsIn(part: string): Pick<PlaceFile, "size" | "modified"> {
  const text = part.slice(part.indexOf("</a>") + 4).replaceAll(/<[^>]*>|&nbsp;/g, " ");
  const [found = "", year, day, time] =
    /(?:(\d{4}-\d\d-\d\d)|(\d\d-[A-Za-z]{3}-\d{4}))[ T]+(\d\d:\d\d(?::\d\d)?)/.exec(text) ?? [];
  const modified = new Date(
    `${(year ?? day ?? "").replaceAll(/-(?=[A-Za-z])|(?<=[A-Za-z])-/g, " ")} ${time} UTC`,
  );
  const rest = text.slice(text.indexOf(found) + found.length);
  const [, number, unit = ""] = /^\s*(\d+(?:\.\d+)?)\s*([KMGT]?)i?B?(?![\w.])/i.exec(rest) ?? [];
  const power = UNITS.indexOf(unit.toUpperCase() || " ") + 1;
  return {
    size: number === undefined || found === "" ? undefined : Math.round(Number(number) * 1024 ** power),
    modified: Number.isFinite(modified.getTime()) ? modified : undefined,
  };
}
