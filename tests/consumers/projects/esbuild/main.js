import { open, write } from "asdf-wasm";
import { summary } from "./summary.js";

const url = new URL("./roman.asdf", import.meta.url);

/** The answer of a worker of this page. */
async function ofWorker() {
  const worker = new Worker(new URL("./own.js", import.meta.url), { type: "module" });
  const answer = new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(`the worker failed: ${message}`));
  });
  const response = await fetch(url);
  worker.postMessage(await response.blob());
  return answer;
}

Promise.all([summary(open, url, write), ofWorker()]).then((said) => {
  document.querySelector("output").textContent = JSON.stringify(said.map(JSON.parse));
});
