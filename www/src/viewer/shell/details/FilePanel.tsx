/** The file as a whole: what was observed, its facts, provenance, warnings and blocks. */

import { dialectOf, hasSchemas, isAsdf } from "@asdf-wasm/science/format/dialects";
import { bytes, cut, many } from "@asdf-wasm/science/format/format";
import { useEffect } from "preact/hooks";
import type { BlockFacts, BlockState, FileDetail } from "../../protocol/facts.ts";
import type { Inspection } from "../../state/inspection.ts";
import { ExportModel } from "../../state/saveJob.ts";
import type { Session } from "../../state/session.ts";
import { NoticeText } from "../../ui/NoticeText.tsx";
import { CheckSection } from "../schemas/CheckSection.tsx";
import { FactList } from "./FactList.tsx";
import { ProvenanceView } from "./ProvenanceView.tsx";
import { WorldPanel } from "./WorldPanel.tsx";

/** Blocks beyond this many are only counted. */
const SHOWN = 500;

export function FilePanel({ session }: { session: Session }) {
  const { inspection } = session;
  const detail = inspection.detail.value;
  useEffect(() => {
    void inspection.open();
  }, [session.file.value]);
  return (
    /* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keys. */
    <section class="file-panel" part="file" aria-label="The file" tabIndex={0}>
      {detail && detail.observation.length > 0 && (
        <>
          <h3>Observation</h3>
          <FactList facts={detail.observation.map(({ name, value, from }) => [name, value, from] as const)} />
          <h3>File</h3>
        </>
      )}
      {detail && <Facts session={session} detail={detail} />}
      {detail && hasSchemas(detail) && <CheckSection session={session} />}
      <WorldPanel session={session} />
      <Blocks
        inspection={inspection}
        isFits={detail?.dialect === "fits"}
        exporting={session.model(ExportModel)}
      />
      {detail && <ProvenanceView provenance={detail.provenance} />}
    </section>
  );
}

function Facts({ session, detail }: { session: Session; detail: FileDetail }) {
  const { dialect, formatVersion, standardVersion, comments, warnings, hdus } = detail;
  const isFits = dialect === "fits";
  const file = session.file.value;
  const facts = [
    ["file", session.name.value],
    ["size", file && bytes(file.size)],
    ["dialect", dialectOf(detail)],
    ["file format", isFits || formatVersion === "" ? undefined : formatVersion],
    ["HDUs", isFits ? String(hdus) : undefined],
    ["standard", isAsdf(detail) ? (standardVersion ?? "not stated") : undefined],
    ["comments", comments.length === 0 ? "none" : comments.join("\n")],
  ] as const;
  return (
    <>
      <FactList facts={facts} />
      <h3>{warnings.length === 0 ? "No warnings" : many(warnings.length, "warning")}</h3>
      <ul class="warnings">
        {warnings.map((notice, index) => (
          <li key={index} class="notice warning">
            <NoticeText notice={notice} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface BlocksProps {
  readonly inspection: Inspection;
  readonly isFits: boolean;
  readonly exporting: ExportModel;
}

/** The blocks; for a FITS file, the blocks of the ASDF file inside, which are few. */
function Blocks({ inspection, isFits, exporting }: BlocksProps) {
  const blocks = inspection.blocks.value;
  if (isFits && (blocks?.length ?? 0) === 0) {
    return null;
  }
  if (!blocks) {
    return <p role="status">{inspection.loading.value ? "Reading the headers of the blocks…" : ""}</p>;
  }
  const states = inspection.states.value;
  const stored = sum(blocks, "stored");
  const decoded = sum(blocks, "decoded");
  return (
    <>
      <h3>
        {blocks.length === 0 ? "No blocks" : many(blocks.length, "block")}
        {isFits && " in the extension ASDF"}
      </h3>
      {blocks.length > 0 && (
        <>
          <p class="hint">
            {bytes(stored)} stored, {bytes(decoded)} decoded{ratio(stored, decoded)}
          </p>
          <Verification inspection={inspection} blocks={blocks} />
          <table class="blocks">
            <thead>
              <tr>
                <th scope="col">block</th>
                <th scope="col">offset</th>
                <th scope="col">stored</th>
                <th scope="col">decoded</th>
                <th scope="col">checksum</th>
              </tr>
            </thead>
            <tbody>
              {blocks.slice(0, SHOWN).map((block) => (
                <Block
                  key={block.index}
                  block={block}
                  state={states.get(block.index)}
                  onExport={() => {
                    exporting.wish.value = { block: block.index };
                  }}
                />
              ))}
            </tbody>
          </table>
          {blocks.length > SHOWN && <p class="hint">and {many(blocks.length - SHOWN, "more block")}</p>}
        </>
      )}
    </>
  );
}

interface BlockProps {
  readonly block: BlockFacts;
  readonly state: BlockState | undefined;
  readonly onExport: () => void;
}

function Block({ block, state, onExport }: BlockProps) {
  const { index, offset, stored, decoded, allocated, compression, streamed } = block;
  const spare = allocated - stored;
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          class="quiet export"
          aria-label={`Export block ${index}`}
          title="Export the block, decoded or as it is stored"
          onClick={onExport}
        >
          {index}
        </button>
      </th>
      <td>{offset}</td>
      <td title={`${stored} bytes${spare > 0 ? `, and ${spare} to spare` : ""}`}>{bytes(stored)}</td>
      <td title={`${decoded} bytes`}>
        {streamed ? "streamed" : bytes(decoded)}
        {compression && <span class="hint"> {`${compression}${ratio(stored, decoded)}`}</span>}
      </td>
      <td class={state ? `verdict ${state.verdict}` : undefined}>{checksum(block, state)}</td>
    </tr>
  );
}

const CHECKSUMS = { none: "none", md5: "MD5", unsettled: "unknown kind" } as const;
const VERDICTS = {
  sound: "✓ matches",
  decoded: "✓ decodes",
  mismatch: "✗ does not match",
  damaged: "✗ cannot be read",
  unread: "not verified",
} as const;

function checksum({ checksum: kind }: BlockFacts, state: BlockState | undefined) {
  const verdict = state ? VERDICTS[state.verdict] : "";
  return (
    <>
      {CHECKSUMS[kind]}
      {verdict && <span> {verdict}</span>}
      {state?.message && <p class="hint complaint">{cut(state.message)}</p>}
    </>
  );
}

interface VerificationProps {
  readonly inspection: Inspection;
  readonly blocks: readonly BlockFacts[];
}

function Verification({ inspection, blocks }: VerificationProps) {
  const { states, verifying } = inspection;
  const done = blocks.filter(({ index }) => states.value.has(index));
  if (verifying.value !== undefined) {
    return (
      <div class="verification">
        <progress
          aria-label="Verifying blocks"
          value={sum(done, "stored")}
          max={sum(blocks, "stored") || 1}
        />
        <span class="number">
          {done.length} of {blocks.length}
        </span>
        <button type="button" onClick={() => inspection.cancel()}>
          Cancel
        </button>
      </div>
    );
  }
  return (
    <div class="verification">
      <button type="button" onClick={() => void inspection.verifyAll()}>
        Verify all
      </button>
      <output>{done.length > 0 && outcome(blocks, states.value)}</output>
    </div>
  );
}

/** The outcome of verifying, in a sentence. */
function outcome(blocks: readonly BlockFacts[], states: ReadonlyMap<number, BlockState>): string {
  const verdicts = Array.from(states.values(), ({ verdict }) => verdict);
  const bad = verdicts.filter((verdict) => verdict === "mismatch" || verdict === "damaged").length;
  const verified = verdicts.filter((verdict) => verdict !== "unread").length;
  if (bad > 0) {
    return `${many(bad, "block")} of ${verified} ${bad === 1 ? "is" : "are"} damaged`;
  }
  return verified < blocks.length
    ? `${verified} of ${blocks.length} verified, none damaged`
    : `${many(verified, "block")} verified, none damaged`;
}

function ratio(stored: number, decoded: number): string {
  return stored > 0 && stored !== decoded ? `, ${(decoded / stored).toFixed(2)} : 1` : "";
}

function sum(blocks: readonly BlockFacts[], size: "stored" | "decoded"): number {
  return blocks.reduce((total, block) => total + block[size], 0);
}
