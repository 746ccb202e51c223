"use client";

import { useEffect, useRef, useState } from "react";
import "asdf-wasm/viewer";

export default function Page() {
  const viewer = useRef(null);
  const [path, setPath] = useState("");
  const [problem, setProblem] = useState("");
  const pick = ([file]) => viewer.current.add(file).catch((error) => setProblem(error.message));
  // React adds no listeners by attributes to custom elements that the server has rendered.
  useEffect(() => {
    const element = viewer.current;
    const onChange = ({ detail }) => setPath(detail.path);
    element.addEventListener("asdf-change", onChange);
    return () => element.removeEventListener("asdf-change", onChange);
  }, []);
  return (
    <main>
      <input type="file" onChange={({ target }) => pick(target.files)} />
      <asdf-viewer ref={viewer} src="roman.asdf" theme="light" />
      <output id="path">{path}</output>
      <output id="problem">{problem}</output>
    </main>
  );
}
