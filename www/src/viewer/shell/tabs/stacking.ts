/** The array on the stage, of all files that are open or offered, as one array in a tab of its own. */
import { isTableFile } from "@asdf-wasm/science/format/dialects";
import { many } from "@asdf-wasm/science/format/format";
import { freeName } from "@asdf-wasm/science/format/names";
import type { FolderFile } from "../../protocol/facts.ts";
import { setOf } from "../../state/source.ts";
import type { Tab } from "./tab.ts";
import type { Tabs } from "./tabs.ts";

const byName = new Intl.Collator("en", { numeric: true });

/** Whether an array of numbers is shown, and there are other files that may have one like it. Reads signals. */
export function canStack(tabs: Tabs): boolean {
  const { session, isStack } = tabs.shown.value;
  const others = withArrays(tabs).length > 1 || session.mains.value.length > 1;
  return others && !isStack.value && session.scene.facts.value?.array?.elements === "numbers";
}

/** The tabs whose files are no tables of other formats. */
function withArrays(tabs: Tabs): readonly Tab[] {
  return tabs.all.value.filter(({ name }) => !isTableFile(name.value));
}

/** Opens the arrays at the path that is shown as one, in the order of the names of their files. */
export async function openStack(tabs: Tabs): Promise<void> {
  const { shown } = tabs;
  const path = shown.value.session.linking.place?.path ?? "";
  const [like, ...others] = [
    ...filesOf(shown.value),
    ...withArrays(tabs)
      .filter((tab) => tab !== shown.value)
      .flatMap(filesOf),
  ];
  if (like === undefined) {
    return;
  }
  const named = new Map<string, Blob>();
  const nameFor = (one: FolderFile | string): string => {
    if (typeof one === "string") {
      return one;
    }
    // Files that were dropped apart may have one name.
    const unique = freeName(one.path, named);
    named.set(unique, one.file);
    return unique;
  };
  const first = nameFor(like);
  // An address may be open twice.
  const members = [...new Set([first, ...others.map(nameFor)])].sort(byName.compare);
  const files = Array.from(named, ([path, file]) => ({ path, file }));
  await tabs.add({
    ...{ files, main: `${many(members.length, "file")} as one` },
    stack: { path, members, like: first },
  });
}

/** The file of a tab first, and then those that it offers. */
function filesOf({ url, request, session, isStack }: Tab): readonly (FolderFile | string)[] {
  const set = request.value && setOf(request.value.source);
  if (set === undefined || typeof set === "string" || !("files" in set) || isStack.value) {
    return url === undefined ? [] : [url];
  }
  const inSet = new Map(set.files.map((one) => [one.path, one]));
  const main = session.main.value || (set.main ?? set.files[0]?.path ?? "");
  return [...new Set([main, ...session.mains.value])].flatMap((path) => inSet.get(path) ?? []);
}
