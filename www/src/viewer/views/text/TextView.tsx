/** A scalar, a text or a log in full; a map or a list as YAML. */

import { complex, many, scalar } from "@asdf-wasm/science/format/format";
import { useLayoutEffect, useState } from "preact/hooks";
import type { NodeDetail } from "../../protocol/facts.ts";
import type { ViewHost, ViewProps } from "../../state/view.ts";
import { adopting } from "../../styles/sheet.ts";
import { FullText } from "../../ui/FullText.tsx";
import { LongText } from "../../ui/LongText.tsx";
import styles from "./text.css?inline";

/** Texts up to this length, in characters, are set large. */
const SHORT = 60;
const styled = adopting(styles);

/** A text; for a scalar or a log, also the detail with its beginning. */
interface Content {
  readonly id: number;
  readonly text: string;
  readonly detail?: NodeDetail | undefined;
}

export function TextView({ host, facts }: ViewProps) {
  const [content, setContent] = useState<Content>();
  const { id, key, array, tag, children } = facts;

  useLayoutEffect(() => {
    const reading = async (): Promise<void> => {
      const failure = await host.read(async ({ signal }) => {
        setContent(await (array ? elementOf(host, id, signal) : textOf(host, id)));
      });
      if (failure) {
        host.fail(failure);
      }
    };
    void reading();
    return () => host.reading.clear();
  }, [host, facts]);

  if (content?.id !== id) {
    return null;
  }
  const { text, detail } = content;
  const isShort = text.length <= SHORT && !text.includes("\n");
  return (
    <section ref={styled} class="text-view" aria-label="Text">
      <header class="toolbar" part="toolbar">
        <h2 class="path">{key}</h2>
        <span class="hint">
          {[children > 0 ? many(children, "entry", "entries") : "", tag ?? array?.datatype ?? ""]
            .filter(Boolean)
            .join(", ")}
        </span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keys. */}
      <div class={isShort ? "large-text" : "text-body"} tabIndex={0}>
        {detail && !isShort ? (
          <FullText
            key={id}
            text={text}
            length={detail.length}
            pattern={host.pattern(id)}
            onAll={() => host.ask((worker) => worker.tree.text(id))}
          />
        ) : (
          <LongText text={text} wrapped />
        )}
      </div>
    </section>
  );
}

async function textOf(host: ViewHost, id: number): Promise<Content> {
  const detail = await host.ask((worker) => worker.tree.detail(id));
  const text = detail?.text;
  return text === undefined
    ? { id, text: (await host.ask((worker) => worker.tree.yaml(id))) ?? "" }
    : { id, text, detail };
}

/** The only element of an array without axes. */
async function elementOf(host: ViewHost, id: number, signal: AbortSignal): Promise<Content> {
  const one = { start: 0, stop: 1 };
  const {
    values,
    mask,
    complex: isComplex,
  } = await host.request(signal, (worker, signal) =>
    worker.array.window({ node: id, section: { axes: [], index: [] }, rows: one, columns: one }, signal),
  );
  const element = isComplex ? complex : scalar;
  return { id, text: mask?.[0] ? "masked" : element(values, 0) };
}
