import { AsdfError } from "./node_modules/asdf-wasm/index.js";
import "./node_modules/asdf-wasm/viewer/index.js";
import { viewing } from "./viewing.js";

const { opened, failed, changed } = viewing(AsdfError, (text) => {
  document.querySelector("output").textContent = text;
});
document.addEventListener("asdf-open", opened);
document.addEventListener("asdf-error", failed);
document.addEventListener("asdf-change", changed);
