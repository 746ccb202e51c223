"use client";

import { createElement, forwardRef, useEffect, useImperativeHandle, useRef } from "react";
import { AsdfViewerElement, mount, setWorker } from "./index.js";

export { AsdfViewerElement, mount, setWorker };

/** The element's events, and the properties that are told of them. */
const LISTENERS = [
  ["asdf-open", "onOpen"],
  ["asdf-error", "onFailure"],
  ["asdf-change", "onChange"],
  ["asdf-edit", "onEdit"],
];

/** The properties that the element is given, the file last: what offers it and is told of it is there before. */
const PROPERTIES = ["sample", "recent", "links", "hosted", "theme", "src"];

export const AsdfViewer = forwardRef(function AsdfViewer(props, ref) {
  const {
    sample,
    recent,
    links,
    hosted,
    theme,
    src,
    onOpen,
    onFailure,
    onChange,
    onEdit,
    className,
    ...rest
  } = props;
  const element = useRef(null);
  const newest = useRef(props);
  newest.current = props;
  useImperativeHandle(ref, () => element.current, []);
  // What a server has rendered is an empty box. Listeners come first, so that none misses an event of the file.
  useEffect(() => {
    const listening = new AbortController();
    for (const [event, name] of LISTENERS) {
      const listener = ({ detail }) => newest.current[name]?.(detail);
      element.current.addEventListener(event, listener, { signal: listening.signal });
    }
    return () => listening.abort();
  }, []);
  useEffect(() => {
    for (const name of PROPERTIES) {
      const wanted = newest.current[name] ?? (typeof element.current[name] === "boolean" ? false : null);
      const isSame = wanted === element.current[name] || String(wanted) === element.current[name];
      if (!isSame) {
        element.current[name] = wanted;
      }
    }
  }, [sample, recent, links, hosted, theme, src === undefined || src === null ? src : String(src)]);
  // `class` is what custom elements have in every version of React.
  return createElement("asdf-viewer", { ...rest, class: className, ref: element });
});
