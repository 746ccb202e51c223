import { AsdfError } from "asdf-wasm";
import "asdf-wasm/viewer";
import { viewing } from "./viewing.js";

const { opened, failed, changed } = viewing(AsdfError, (text) => {
  document.querySelector("output").textContent = text;
});
document.addEventListener("asdf-open", opened);
document.addEventListener("asdf-error", failed);
document.addEventListener("asdf-change", changed);
