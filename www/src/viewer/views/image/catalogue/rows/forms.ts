/** Which columns of a table are the semi-axes and the angle of ellipses, by the names that Roman, photutils, SExtractor and sep give them. */
import { numbersNamed } from "@asdf-wasm/science/tables/positions";
import type { TableColumn } from "@asdf-wasm/science/tables/window";

export interface FormColumns {
  readonly major: number;
  readonly minor: number;
  readonly angle: number;
  /** Whether angles begin in the north, and not at the x axis. */
  readonly isFromNorth: boolean;
}

const NAMES: readonly (readonly [major: string, minor: string, angle: string, isFromNorth?: true])[] = [
  ["semimajor", "semiminor", "orientation_pix"],
  ["semimajor", "semiminor", "orientation_sky", true],
  ["semimajor_sigma", "semiminor_sigma", "orientation"],
  ["a_image", "b_image", "theta_image"],
  ["a_world", "b_world", "theta_sky", true],
  ["a", "b", "theta"],
];

export function formIn(columns: readonly TableColumn[]): FormColumns | undefined {
  for (const [one, other, turn, isFromNorth = false] of NAMES) {
    const [major = -1, minor = -1, angle = -1] = [one, other, turn].map((name) =>
      numbersNamed(columns, name),
    );
    if (major >= 0 && minor >= 0 && angle >= 0) {
      return { major, minor, angle, isFromNorth };
    }
  }
  return undefined;
}
