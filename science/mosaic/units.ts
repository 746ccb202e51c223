/** The unit that images have in common, by themselves or by the factors that their metadata give. */
import type { Levels } from "./skyImage.ts";

/** The first unit of the first image that all can have; its own, if there is none. */
export function commonUnit(images: readonly Levels[]): string {
  const [{ unit: own = "", factors = {} } = {}] = images;
  const offered = [own, ...Object.keys(factors)];
  return offered.find((unit) => images.every((image) => factorOf(image, unit) !== undefined)) ?? own;
}

/** By what its values are multiplied to be in a unit. */
export function factorOf({ unit = "", factors = {} }: Levels, wanted: string): number | undefined {
  const plain = (text: string) => text.replaceAll(/[\s.*]/g, "");
  return plain(unit) === plain(wanted) ? 1 : Object.hasOwn(factors, wanted) ? factors[wanted] : undefined;
}
