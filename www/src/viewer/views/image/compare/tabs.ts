/**
 * Keeps the images of several tabs matched: a tab that is shown takes over the slice, the limits, stretch and colours, zoom and position
 * of the one that was shown before.
 */
import { batch, effect, signal, untracked } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { sectionText } from "../../../state/section.ts";
import type { ViewHost } from "../../../state/view.ts";
import { WorldModel } from "../../../state/world.ts";
import { ImageModel } from "../model/imageModel.ts";
import { cameraOnSky } from "./skyMatch.ts";

/** By what zoom and position are matched. */
export type Matching = "off" | "pixel" | "sky";

/** For all tabs. */
export const matching = signal<Matching>("off");

/** Whose image was shown last; it does not keep a file that was closed. */
let shown: WeakRef<ViewHost> | undefined;

/** To be used by what shows the image of a tab. */
export function useMatchedTabs(host: ViewHost): void {
  useEffect(() => {
    const before = shown?.deref();
    shown = new WeakRef(host);
    const isOpen = before && host.neighbours.peek().some((other) => other.host === before);
    return isOpen && matching.peek() !== "off" ? takeOver(before, host) : undefined;
  }, [host]);
}

/** Returns a function that gives up what still waits for the image to arrive. */
function takeOver(from: ViewHost, host: ViewHost): () => void {
  takeDisplay(from.model(ImageModel), host.model(ImageModel));
  host.section.goTo(sectionText(from.section.current.peek()));
  const { viewpoint, plane } = host.model(ImageModel);
  const world = host.model(WorldModel);
  let isWanted = true;
  const stop = effect(() => {
    const isReady = plane.value && viewpoint.image.value && viewpoint.screen.value.width > 1;
    const isOnSky = matching.peek() === "pixel" || world.at.value !== undefined;
    if (isReady && isOnSky && isWanted) {
      isWanted = false;
      untracked(() => void takeSight(from, host));
    }
  });
  return () => {
    isWanted = false;
    stop();
  };
}

function takeDisplay(from: ImageModel, image: ImageModel): void {
  const [given, display] = [from.display, image.display];
  const limits = from.limits.peek();
  batch(() => {
    if (limits && !Number.isNaN(limits.min)) {
      display.setLimits({ min: limits.min, max: limits.max });
    }
    display.stretch.value = given.stretch.peek();
    display.parameters.value = given.parameters.peek();
    display.colormap.value = given.colormap.peek();
    display.inverted.value = given.inverted.peek();
    display.contrast.value = given.contrast.peek();
    display.bias.value = given.bias.peek();
    display.nan.value = given.nan.peek();
    display.shrinking.value = given.shrinking.peek();
  });
}

async function takeSight(from: ViewHost, host: ViewHost): Promise<void> {
  const [given, { viewpoint }] = [from.model(ImageModel).viewpoint, host.model(ImageModel)];
  const camera = given.camera.peek();
  if (matching.peek() === "pixel") {
    viewpoint.orient(camera);
    viewpoint.see(given.sight);
    return;
  }
  const [one, other] = [from, host].map((owner) => {
    const world = owner.model(WorldModel);
    const [at, facts] = [world.at.peek(), world.facts.peek()];
    return at && facts && { host: owner, at, facts };
  });
  const matched = one && other && (await cameraOnSky(camera, given.screen.peek().width, one, other));
  if (typeof matched === "object") {
    viewpoint.orient(matched);
    viewpoint.see(matched);
  }
}
