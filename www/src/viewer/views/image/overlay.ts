/**
 * What an overlay of the image is: a row of the list in `overlays.ts`. The image view gives each row its places on the page, and knows none
 * by name. Links keep what the model of a row has in its `linked`.
 */
import type { ComponentChildren, ComponentType, RefObject } from "preact";
import type { TreeNode } from "../../protocol/facts.ts";
import type { View, ViewHost, ViewModel, ViewModelClass } from "../../state/view.ts";
import type { Command } from "../../ui/commands.ts";
import type { Look } from "./display/look.ts";
import type { LiveImage } from "./liveImage.ts";
import type { Panel } from "./tools/Tools.tsx";

export interface OverlayProps {
  readonly host: ViewHost;
  readonly view: View;
  /** The array on the stage. */
  readonly stage: TreeNode;
  /** The array that is drawn: the one on the stage, or what is computed in its place. */
  readonly facts: TreeNode;
  /** The image itself, which takes pointers and keys. */
  readonly pixels: RefObject<HTMLElement | null>;
  readonly look: Look;
}

/** What draws over the image is given the image on its canvas. */
export interface DrawProps extends OverlayProps {
  readonly live: LiveImage;
}

export interface Overlay {
  readonly name: string;
  /** Its state; made when an image is first shown. */
  readonly model?: ViewModelClass<ViewModel>;
  /** The views of images that it belongs to; all, unless it says. */
  readonly suits?: (view: View) => boolean;
  /** What it draws over the image: under what all others draw there, among it, and above it. */
  readonly Under?: ComponentType<DrawProps>;
  readonly Over?: ComponentType<DrawProps>;
  readonly Above?: ComponentType<DrawProps>;
  /** Another image beside the first, and what is drawn over that if pixels of both are the same. */
  readonly Second?: ComponentType<DrawProps & { readonly children: ComponentChildren }>;
  readonly OverSecond?: ComponentType<DrawProps>;
  /** Its controls: in the toolbar, among the settings of the display, in the line of the readout. */
  readonly Control?: ComponentType<OverlayProps>;
  readonly Fields?: ComponentType<OverlayProps>;
  readonly Status?: ComponentType<OverlayProps>;
  /** What it shows beside and below the image. */
  readonly Beside?: ComponentType<OverlayProps>;
  readonly Below?: ComponentType<OverlayProps>;
  /** Its panel, which a button opens in place of other panels. */
  readonly panel?: Panel;
  /** The commands that it obeys over the image, and the title of their list, if they are not among the commands of the image. */
  readonly keys?: readonly Command<never>[];
  readonly where?: string;
}
