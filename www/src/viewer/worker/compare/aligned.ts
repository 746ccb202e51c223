/**
 * Images in the pixels of another one: as they are stored where both have their pixels at the same places, or nothing is known of those, and
 * else resampled by the sky.
 */
import { isSameShape } from "@asdf-wasm/science/elements/shapes";
import { cut } from "@asdf-wasm/science/format/format";
import { alignedArray } from "@asdf-wasm/science/mosaic/aligned";
import { imageOf } from "@asdf-wasm/science/mosaic/fileImage";
import type { Kernel } from "@asdf-wasm/science/mosaic/piece";
import { isSameGrid, reasonOf } from "@asdf-wasm/science/mosaic/placing";
import { gridOfImage, type SkyImage } from "@asdf-wasm/science/mosaic/skyImage";
import type { ReadableArray } from "@asdf-wasm/science/sections/section";
import type { AsdfFile, NdArray } from "asdf-wasm";
import type { Elsewhere } from "../../protocol/facts.ts";
import type { Sampling } from "../../protocol/sampling.ts";
import type { OpenFile } from "../opened.ts";

interface Aligned {
  readonly path: string;
  readonly array: ReadableArray;
  /** By which it is resampled; undefined for an array as it is stored. */
  readonly kernel: Kernel | undefined;
  /** What is to be known of it. */
  readonly remark: string;
}

/** Throws a sentence for what can be neither resampled nor put over the first one pixel by pixel. */
export async function alignedWith(
  file: OpenFile,
  one: number,
  other: number | Elsewhere,
  sampling: Sampling,
): Promise<Aligned> {
  const [first, second] = [await file.anyArrayAt(one), await file.anyArrayAt(other)];
  const [[, array], [, its]] = [first, second];
  const name = typeof other === "number" ? cut(second[0]) : cut(other.name);
  const stored = (remark = ""): Aligned => ({ path: name, array: its, kernel: undefined, remark });
  const isAlike = isSameShape(array.shape, its.shape);
  const [known, knownOfIts] = [wcsOf(first), wcsOf(second)];
  const isOneWcs = known === knownOfIts && (known === undefined || first[2] === second[2]);
  if (sampling === "pixel" || (isAlike && isOneWcs)) {
    return stored();
  }
  if (array.shape.length !== 2 || its.shape.length !== 2) {
    const areKnown = isAlike && known !== undefined && knownOfIts !== undefined;
    return stored(
      areKnown
        ? `Plane by plane and pixel by pixel: ${name} is a cube, which is not resampled by the sky.`
        : "",
    );
  }
  const without = known === undefined ? "this image" : knownOfIts === undefined ? name : undefined;
  if (without !== undefined) {
    return stored(isAlike ? `Pixel by pixel: ${without} has no world coordinates.` : "");
  }
  try {
    const [target, image] = [gridOfImage(await storedImage(first)), await storedImage(second)];
    return isAlike && isSameGrid(gridOfImage(image), target)
      ? stored()
      : {
          path: name,
          array: alignedArray(image, target, sampling),
          kernel: sampling,
          remark: `${name} is resampled by the sky (${KERNELS[sampling]}); where it is not, there is no value.`,
        };
  } catch (cause) {
    throw new RangeError(`${name} cannot be resampled to the pixels of this image: ${reasonOf(cause)}`, {
      cause,
    });
  }
}

const KERNELS: Readonly<Record<Kernel, string>> = {
  bilinear: "bilinear interpolation",
  nearest: "nearest pixel",
  exact: "exact shares of area, surface brightness kept",
};

type Place = readonly [path: string, array: NdArray, file: AsdfFile];

/** The path of the WCS of an image, if it has one. */
function wcsOf([path, array, file]: Place): string | undefined {
  return file.wcsChoices(array, path).find(({ isBest }) => isBest)?.path;
}

/** The image with its values as they are stored: nothing is subtracted, and no flag counts. */
async function storedImage([path, , file]: Place): Promise<SkyImage> {
  const { array, wcs, problem } = await imageOf(file, { path });
  return { array, wcs, problem };
}
