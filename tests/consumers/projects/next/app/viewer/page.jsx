"use client";

import { AsdfViewer } from "asdf-wasm/viewer/react";
import { useRef, useState } from "react";

export default function Page() {
  const viewer = useRef(null);
  const [path, setPath] = useState("");
  const [problem, setProblem] = useState("");
  const pick = ([file]) => viewer.current.add(file).catch((error) => setProblem(error.message));
  return (
    <main>
      <input type="file" onChange={({ target }) => pick(target.files)} />
      <AsdfViewer ref={viewer} src="/roman.asdf" theme="light" onChange={(shown) => setPath(shown.path)} />
      <output id="path">{path}</output>
      <output id="problem">{problem}</output>
    </main>
  );
}
