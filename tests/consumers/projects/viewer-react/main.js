import { createElement, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Viewer } from "./Viewer.tsx";

const viewer = createElement(Viewer, { url: "roman.asdf" });
createRoot(document.querySelector("main")).render(createElement(StrictMode, null, viewer));
