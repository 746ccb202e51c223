navigator.serviceWorker.onmessage = ({ data }) => {
  document.querySelector("output").textContent = data;
};
await navigator.serviceWorker.register("./service.js", { type: "module" });
const { active } = await navigator.serviceWorker.ready;
active.postMessage("say");
