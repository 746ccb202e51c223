import { open, write } from "asdf-wasm";
import { summary } from "./summary.js";

const url = new URL("./roman.asdf", import.meta.url);
// The development server of Parcel has no `await` outside of functions.
summary(open, url, write).then((text) => {
  document.querySelector("output").textContent = text;
});
