import { measured } from "./measured.js";

document.querySelector("output").textContent = await measured(new URL("./roman.asdf", import.meta.url));
