import { summary } from "./summary.js";

const from = new URL(location.href).searchParams.get("from");
const { open, write } = await import(`${from}index.js`);
const url = new URL("./roman.asdf", import.meta.url);
document.querySelector("output").textContent = await summary(open, url, write);
