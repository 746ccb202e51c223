"use client";

import { AsdfViewer, type AsdfViewerElement, type Shown } from "asdf-wasm/viewer/react";
import { useRef, useState } from "react";

export function Viewer({ url }: { url: string }) {
  const viewer = useRef<AsdfViewerElement>(null);
  const [shown, setShown] = useState<Shown>();
  const [problem, setProblem] = useState("");
  const pick = (file: File | undefined) => {
    if (file) {
      viewer.current?.add(file).catch((error: Error) => setProblem(error.message));
    }
  };
  return (
    <>
      <input type="file" onChange={({ target }) => pick(target.files?.[0])} />
      <AsdfViewer ref={viewer} src={url} theme="light" onChange={setShown} />
      <output id="path">{shown?.path}</output>
      <output id="problem">{problem}</output>
    </>
  );
}
