/** Everything known about the selected node, and its text in full. */

import { bytes, cut, many, shape } from "@asdf-wasm/science/format/format";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { BlockFacts, NodeDetail } from "../../protocol/facts.ts";
import type { Session } from "../../state/session.ts";
import { EditMenu } from "../../tree/EditMenu.tsx";
import { FullText } from "../../ui/FullText.tsx";
import { CopyMenu } from "./CopyMenu.tsx";
import { FactList } from "./FactList.tsx";
import { MeaningView } from "./MeaningView.tsx";
import { ProvenanceView } from "./ProvenanceView.tsx";

/** Viewers up to this width, in pixels, start with the details folded. */
const NARROW = 720;

export function Detail({ session }: { session: Session }) {
  const panel = useRef<HTMLDetailsElement>(null);
  const [whole, setWhole] = useState(false);
  const detail = session.detail.value;
  const known = detail !== undefined;

  useLayoutEffect(() => {
    if (panel.current) {
      panel.current.open = (panel.current.closest(".viewer")?.clientWidth ?? 0) > NARROW;
    }
  }, [known]);

  if (!detail) {
    return null;
  }
  const { text, provenance } = detail;
  return (
    <div class={`detail-room${whole ? " whole" : ""}`} data-node={detail.id}>
      <details class="detail" part="details" ref={panel}>
        <summary>
          <span class="path" title={cut(detail.path)}>
            {cut(detail.path) || "root"}
          </span>
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keys. */}
        <section class="detail-body" aria-label="Details" tabIndex={0}>
          {text !== undefined && (
            <FullText
              key={detail.id}
              text={text}
              length={detail.length}
              pattern={session.pattern(detail.id)}
              onAll={() => session.ask((worker) => worker.tree.text(detail.id))}
              onWhole={setWhole}
            />
          )}
          <MeaningView session={session} detail={detail} />
          {provenance && <ProvenanceView provenance={provenance} />}
          <FactList facts={facts(detail)} />
          {session.scene.offered.value?.id === detail.id && (
            <button type="button" class="link" onClick={() => session.scene.showOffered()}>
              Show as a table
            </button>
          )}
          <OtherPlaces session={session} detail={detail} />
        </section>
      </details>
      <EditMenu editing={session.editing} detail={detail} />
      <CopyMenu session={session} detail={detail} />
    </div>
  );
}

/** Links to the other places of a node with an anchor. */
function OtherPlaces({ session, detail }: { session: Session; detail: NodeDetail }) {
  const { also, alsoCount } = detail;
  if (alsoCount === 0) {
    return null;
  }
  return (
    <nav class="places" aria-label="Other places of this node">
      <p>The same node is also at</p>
      <ul>
        {also.map(({ id, path }) => (
          <li key={id}>
            <button type="button" class="link path" onClick={() => void session.reveal(id)}>
              {cut(path)}
            </button>
          </li>
        ))}
      </ul>
      {alsoCount > also.length && <p class="hint">and {many(alsoCount - also.length, "more place")}</p>}
    </nav>
  );
}

type Fact = readonly [name: string, value: string];

function facts({ kind, tag, children, array }: NodeDetail): Fact[] {
  if (array?.problem) {
    return [
      ["problem", array.problem],
      ["tag", tag ?? "none"],
    ];
  }
  const known: (readonly [string, string | undefined])[] = [
    [
      "contains",
      kind === "map" ? many(children, "key") : kind === "sequence" ? many(children, "item") : undefined,
    ],
    ["shape", array && shape(array.shape)],
    ["datatype", array?.datatype],
    ["byte order", array?.byteorder],
    ["size", array && bytes(array.bytes)],
    ["strides", array?.strides && stridesOf(array.shape, array.strides)],
    ["stored", array?.source],
    ["offset", array?.offset ? `byte ${array.offset} of the block` : undefined],
    ["compression", array?.compression],
    ...(array?.block ? blockFacts(array.block) : []),
    ["tag", tag],
  ];
  return known.filter((fact): fact is Fact => fact[1] !== undefined);
}

/** In words where elements follow one another row by row, as they mostly do. */
function stridesOf(shape: readonly number[], strides: readonly number[]): string | undefined {
  const isContiguous = strides.every(
    (stride, axis) =>
      axis === strides.length - 1 || stride === (strides[axis + 1] ?? 0) * (shape[axis + 1] ?? 0),
  );
  const [last = 0] = strides.slice(-1);
  return isContiguous && last > 0
    ? `${last} ${last === 1 ? "byte" : "bytes"}, contiguous`
    : `${strides.join(", ")} bytes`;
}

const CHECKSUMS = { none: "none", md5: "MD5", unsettled: "unknown kind, not verified" } as const;

function blockFacts(block: BlockFacts): Fact[] {
  const ratio = block.stored > 0 ? block.decoded / block.stored : 1;
  const sizes =
    block.stored === block.decoded ? bytes(block.stored) : `${bytes(block.stored)}, ${ratio.toFixed(2)} : 1`;
  return [
    ["in the file", `byte ${block.offset}, ${sizes}${block.streamed ? ", streamed" : ""}`],
    ["checksum", CHECKSUMS[block.checksum]],
  ];
}
