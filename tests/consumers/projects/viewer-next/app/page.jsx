"use client";

import { useRef, useState } from "react";
import "asdf-wasm/viewer";

export default function Page() {
  const viewer = useRef(null);
  const [path, setPath] = useState("");
  const [problem, setProblem] = useState("");
  const pick = ([file]) => viewer.current.add(file).catch((error) => setProblem(error.message));
  return (
    <main>
      <input type="file" onChange={({ target }) => pick(target.files)} />
      <asdf-viewer
        ref={viewer}
        src="roman.asdf"
        theme="light"
        onasdf-change={({ detail }) => setPath(detail.path)}
      />
      <output id="path">{path}</output>
      <output id="problem">{problem}</output>
    </main>
  );
}
