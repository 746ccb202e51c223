/** Keeps the page on the device, once it has had time to show what it was opened for. */

/** How long after loading, in milliseconds. */
const DELAY = 5000;

export function keepOffline(): void {
  const savesData =
    "connection" in navigator && Reflect.get(Object(navigator.connection), "saveData") === true;
  if (!import.meta.env.PROD || !("serviceWorker" in navigator) || savesData) {
    return;
  }
  const register = (): void => {
    // Private windows refuse; the page works without.
    navigator.serviceWorker.register("service-worker.js", { updateViaCache: "none" }).catch(() => {});
  };
  const begin = (): void => {
    setTimeout(register, DELAY);
  };
  if (document.readyState === "complete") {
    begin();
  } else {
    addEventListener("load", begin, { once: true });
  }
}
