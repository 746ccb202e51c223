/**
 * What a person can copy into a report of a problem: versions, the browser and its graphics, and what is open by size and type.
 * Names, addresses, keys and values stay out.
 */
import type { Notice } from "../protocol/facts.ts";
import type { Session } from "../state/session.ts";
import type { Tab } from "./tabs/tab.ts";
import type { Tabs } from "./tabs/tabs.ts";

/** Of this package; put in by the build. */
declare const VERSION: string;

export function reportOf(tabs: Tabs): string {
  const { devicePixelRatio: ratio, innerWidth, innerHeight, crossOriginIsolated } = window;
  const { userAgent, hardwareConcurrency, language } = navigator;
  const lines = [
    `asdf-wasm ${VERSION}`,
    `Browser: ${userAgent}`,
    `Language: ${language}`,
    `Processors: ${hardwareConcurrency}${crossOriginIsolated ? ", isolated" : ""}`,
    `Window: ${innerWidth} × ${innerHeight}, ${ratio} pixels a CSS pixel`,
    `Graphics: ${graphics()}`,
    ...tabs.all.value.filter((tab) => tab.request.value).map(describe),
  ];
  return `${lines.join("\n")}\n`;
}

function graphics(): string {
  const canvas = new OffscreenCanvas(1, 1);
  const gl = canvas.getContext("webgl2");
  if (!gl) {
    return "no WebGL2";
  }
  const named = gl.getExtension("WEBGL_debug_renderer_info");
  const renderer = gl.getParameter(named ? named.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  const side = gl.getParameter(gl.MAX_TEXTURE_SIZE);
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return `${renderer}, textures of ${side}`;
}

function describe(tab: Tab): string {
  const { phase, file, scene, notices, editing } = tab.session;
  const facts = file.value;
  const from = tab.url === undefined ? "a file" : "an address";
  const parts = facts
    ? [
        `${facts.size} bytes`,
        `${facts.dialect} ${facts.formatVersion}`,
        facts.standardVersion && `standard ${facts.standardVersion}`,
        stageOf(tab.session),
        editing.state.value.isChanged && "changed",
        ...codesOf([...notices.value, ...(scene.failure.value ? [scene.failure.value] : [])]),
      ]
    : [phase.value, ...codesOf(notices.value)];
  return `Open from ${from}: ${parts.filter((part) => typeof part === "string").join(", ")}`;
}

function stageOf({ scene }: Session): string | undefined {
  const array = scene.facts.value?.array;
  const view = scene.view.value?.name;
  if (!array) {
    return view && `a node as ${view}`;
  }
  const { shape, datatype, compression } = array;
  return [`${shape.join(" × ")} ${datatype}`, compression, `as ${view}`].filter(Boolean).join(" ");
}

function codesOf(notices: readonly Notice[]): string[] {
  return notices.map(({ severity, code }) => `${severity} ${code}`);
}
