const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
worker.onmessage = ({ data }) => {
  document.querySelector("output").textContent = data;
};
const response = await fetch("./roman.asdf");
worker.postMessage(await response.blob());
