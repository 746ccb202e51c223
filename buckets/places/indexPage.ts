/**
 * Index pages of web servers, as Apache (mod_autoindex), nginx (autoindex), lighttpd, Caddy and Python write them: the links to what is in the
 * folder of the page, with the date and size behind them.
 */
import { AsdfError } from "asdf-wasm";
import { pathOf, unescaped } from "../address.ts";
import { type Answer, look } from "../ask.ts";
import type { ListOptions } from "../listing.ts";
import { type Found, type Place, type PlaceFile, type PlacePage, sourceAt } from "../place.ts";
import { plain } from "../xml.ts";

/** Folders in folders are followed so far: a server may make up folders without end. */
const DEEPEST = 20;

/** The folder whose page was answered. @throws AsdfError `bad-argument` if the answer is no page */
export function indexPage(answered: Answer): Found {
  const top = folderOf(answered.url);
  const root = `${top.origin}/`;
  const address = (key: string) => new URL(root + pathOf(key));
  const pages = new Map([[top.href, pageIn(answered)]]);

  async function* list({ prefix = "", delimiter, signal }: ListOptions = {}): AsyncGenerator<PlacePage> {
    const waiting = [prefix.slice(0, prefix.lastIndexOf("/") + 1)];
    const depth = (folder: string) => folder.split("/").length;
    for (const folder of waiting) {
      const url = address(folder);
      // The page that led here is not asked for twice.
      const page = pages.get(url.href) ?? pageIn(await look(url, signal));
      pages.clear();
      const { files, folders } = linksIn(page, folder);
      const isMeant = (key: string) => key.startsWith(prefix);
      if (delimiter === undefined) {
        for (const inner of folders.filter((inner) => depth(inner) - depth(prefix) <= DEEPEST)) {
          waiting.push(inner);
        }
      }
      yield {
        files: files.filter(({ key }) => isMeant(key)),
        folders: delimiter === undefined ? [] : folders.filter(isMeant),
      };
    }
  }

  const place: Place = {
    list,
    address,
    source: async (key, options = {}) => sourceAt(address(key), options),
  };
  return { place, root, key: unescaped(top.pathname.slice(1)), takesKeys: false, isPrivate: false };
}

function folderOf(page: URL): URL {
  const folder = new URL(".", page);
  [folder.search, folder.hash] = ["", ""];
  return folder;
}

function pageIn(answer: Answer): Answer {
  if (answer.kind !== "html") {
    const what = `${answer.url.host} answers no list of files there`;
    throw new AsdfError("bad-argument", `${what}: it is a file, or what only the pages of the server show`);
  }
  return answer;
}

/** What a page links to in its own folder. */
function linksIn({ text, url: answered }: Answer, folder: string): PlacePage {
  const page = folderOf(answered);
  const files = new Map<string, PlaceFile>();
  const folders = new Set<string>();
  const partsOf = ({ pathname }: URL) => pathname.split("/").map(unescaped);
  const base = partsOf(page).slice(0, -1);
  for (const part of text.split(/<a\s/i).slice(1)) {
    const [, double, single, bare] =
      /^[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/i.exec(part) ?? [];
    const link = plain(double ?? single ?? bare ?? "");
    const url = URL.canParse(link, page) ? new URL(link, page) : undefined;
    const parts = url?.origin === page.origin && url.search === "" ? partsOf(url) : [];
    const [name = "", ...more] = base.every((part, i) => parts[i] === part) ? parts.slice(base.length) : [];
    // A slash that is escaped is in a name that no key has.
    if (name === "" || name.includes("/")) {
      continue;
    }
    if (more.length === 0) {
      files.set(name, { key: folder + name, ...factsIn(part) });
    } else if (more.length === 1 && more[0] === "") {
      folders.add(`${folder}${name}/`);
    }
  }
  return { files: [...files.values()], folders: [...folders] };
}

const UNITS = "KMGT";

/** The date and the size in the text behind a link. */
function factsIn(part: string): Pick<PlaceFile, "size" | "modified"> {
  const text = part.slice(part.indexOf("</a>") + 4).replaceAll(/<[^<>]*>|&nbsp;/g, " ");
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
