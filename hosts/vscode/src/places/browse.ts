/** The files and folders of a place in VS Code's list of choices: searched, sorted, several opened together. */
import type { Found } from "@asdf-wasm/buckets/place";
import { bytes } from "@asdf-wasm/science/format/format";
import * as vscode from "vscode";
import { SCHEME } from "../scheme.ts";
import { findPlace, inPlace, isAsking, placeOf } from "./keys.ts";

/** So many are read before a person is asked: the list of VS Code stays fluid. */
const MOST = 10_000;

interface Entry extends vscode.QuickPickItem {
  readonly key: string;
  readonly is: "file" | "folder" | "more";
  readonly size?: number | undefined;
  readonly modified?: Date | undefined;
}

const ORDERS = ["name", "date", "size"] as const;

/** Opens the file at an address, or shows what is in the place there; `open` is given the files that are chosen. */
export async function browse(address: string, open: (uri: vscode.Uri) => Promise<void>): Promise<void> {
  const found = await findPlace(address);
  if (/\.(?:asdf|fits?|fts)(?:\.gz)?$/i.test(found.key)) {
    // Whether anybody may read it shows when it is read: its place then asks for keys.
    await open(uriOf({ ...found, isPrivate: found.isPrivate || found.takesKeys }, found.key));
    return;
  }
  let prefix: string | undefined = found.key;
  while (prefix !== undefined) {
    const chosen: readonly Entry[] = await choose(found, prefix);
    const folder: Entry | undefined = chosen.find(({ is }) => is === "folder");
    if (!folder) {
      // Keys may have been given meanwhile.
      const now = await placeOf(found.root);
      for (const { key } of chosen) {
        await open(uriOf(now, key));
      }
    }
    prefix = folder?.key;
  }
}

/** Files that a person chose below a prefix, or one folder; none if the list was closed. */
async function choose({ root }: Found, prefix: string): Promise<readonly Entry[]> {
  const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  const picker = vscode.window.createQuickPick<Entry>();
  const stop = new AbortController();
  const entries: Entry[] = [];
  let [order, most, isAll]: [number, number, boolean] = [0, MOST, false];
  const show = (): void => {
    const by = ORDERS[order];
    const sorted =
      by === "name"
        ? entries
        : entries.toSorted((one, other) =>
            by === "date"
              ? Number(other.modified ?? 0) - Number(one.modified ?? 0)
              : (other.size ?? 0) - (one.size ?? 0),
          );
    const up: Entry[] =
      folder === "" ? [] : [{ label: "$(arrow-up) ..", key: parentOf(folder), is: "folder" }];
    const more: Entry[] =
      isAll || picker.busy ? [] : [{ label: "$(ellipsis) Read on", key: "", is: "more", alwaysShow: true }];
    const checked = picker.selectedItems;
    picker.items = [...up, ...sorted, ...more];
    // A new list is shown without checks.
    picker.selectedItems = checked;
    picker.placeholder = `${entries.length} ${isAll ? "in all" : "so far"}, by ${by}. Check files and press Enter to open them`;
  };
  Object.assign(picker, {
    title: root + prefix,
    canSelectMany: true,
    ignoreFocusOut: true,
    matchOnDescription: true,
  });
  picker.buttons = [
    { iconPath: new vscode.ThemeIcon("list-ordered"), tooltip: "Sort by name, date or size" },
  ];
  picker.onDidTriggerButton(() => {
    order = (order + 1) % ORDERS.length;
    show();
  });
  picker.show();
  const read = async (): Promise<void> => {
    if (picker.busy) {
      return;
    }
    picker.busy = true;
    await inPlace(root, async (place) => {
      entries.length = 0;
      for await (const { files, folders } of place.list({ prefix, delimiter: "/", signal: stop.signal })) {
        entries.push(...folders.map((key) => entryOf(key, folder)));
        entries.push(
          ...files.filter(({ key }) => !key.endsWith("/")).map((file) => entryOf(file.key, folder, file)),
        );
        show();
        if (entries.length >= most) {
          return;
        }
      }
      isAll = true;
    });
    picker.busy = false;
    show();
    picker.show();
  };
  try {
    return await new Promise<readonly Entry[]>((resolve, reject) => {
      const begin = () => void read().catch(reject);
      const readOn = () => {
        most += MOST;
        begin();
      };
      let before = 0;
      picker.onDidChangeSelection((selected) => {
        const [at] = selected.filter(({ is }) => is !== "file");
        const areMany = selected.length > before + 1;
        before = selected.length;
        if (areMany && at) {
          // The box above checks all.
          picker.selectedItems = selected.filter(({ is }) => is === "file");
        } else if (at?.is === "folder") {
          resolve([at]);
        } else if (at) {
          readOn();
        }
      });
      picker.onDidAccept(() => {
        const picked = picker.selectedItems.length > 0 ? picker.selectedItems : picker.activeItems;
        const chosen = picked.filter(({ is }) => is !== "more");
        if (picked.length > 0 && chosen.length === 0) {
          readOn();
        } else {
          resolve(chosen);
        }
      });
      // The questions for keys hide it.
      picker.onDidHide(() => !isAsking() && resolve([]));
      begin();
    });
  } finally {
    stop.abort();
    picker.dispose();
  }
}

function entryOf(
  key: string,
  folder: string,
  file?: { readonly size: number | undefined; readonly modified: Date | undefined },
): Entry {
  const [size, modified] = [file?.size, file?.modified];
  const facts = [
    size === undefined ? "" : bytes(size),
    modified?.toISOString().slice(0, 16).replace("T", " "),
  ];
  return {
    // `$(…)` would be an icon.
    label: `$(${file ? "file" : "folder"}) ${key.slice(folder.length).replaceAll("$(", "$ (")}`,
    description: facts.filter(Boolean).join("  "),
    key,
    is: file ? "file" : "folder",
    size,
    modified,
  };
}

function parentOf(folder: string): string {
  return folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1);
}

/** The address of a file for VS Code: that of its server, if anybody may read it there. */
function uriOf({ place, root, isPrivate }: Found, key: string): vscode.Uri {
  const address = place.address(key);
  const name = key.slice(key.lastIndexOf("/") + 1);
  // An address that does not end with the name of the file would not show it.
  return !isPrivate && decodeURIComponent(address.pathname).endsWith(`/${name}`)
    ? vscode.Uri.parse(address.href, true)
    : vscode.Uri.from({ scheme: SCHEME, path: `/${key}`, query: root });
}
