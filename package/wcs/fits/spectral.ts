/**
 * Axes that are not linear in their coordinate ("Representations of spectral coordinates in FITS", Greisen et al. 2006, A&A 446, 747):
 * logarithmic ones, those that are linear in another spectral variable, and grisms.
 */
import type { TreeMap } from "../../api/tree.ts";
import type { Header } from "../header/header.ts";
import { chained, transform } from "./nodes.ts";
import {
  arcTangent,
  exponential,
  followed,
  inverted,
  linear,
  reciprocal,
  type Step,
  sine,
  square,
  withInverse,
} from "./steps.ts";
import type { AxisType } from "./types.ts";

const LIGHT = 299792458;
const PLANCK = 6.62607015e-34;
const RADIANS = Math.PI / 180;

/** Spectral variables that are linear in one another: frequency, wavelength in vacuum and in air, velocity. */
type Variable = "F" | "W" | "A" | "V";

const VARIABLES: Readonly<Record<string, Variable>> = {
  FREQ: "F",
  AFRQ: "F",
  ENER: "F",
  WAVN: "F",
  VRAD: "F",
  WAVE: "W",
  VOPT: "W",
  ZOPT: "W",
  AWAV: "A",
  VELO: "V",
  BETA: "V",
};

/** From the intermediate world coordinate of an axis, in its unit, to the coordinate. `value`: the one at the reference point. */
export function alongAxis(header: Header, axis: number, type: AxisType, value: number): TreeMap {
  const { name, algorithm } = type;
  if (algorithm === "") {
    return transform("shift", { offset: value });
  }
  if (algorithm === "LOG") {
    if (value === 0) {
      throw header.malformed(`CRVAL${axis + 1} of a logarithmic axis is 0`);
    }
    return chained([linear(1 / value), exponential, linear(value)].map(({ node }) => node));
  }
  const variable = Object.hasOwn(VARIABLES, name) ? VARIABLES[name] : undefined;
  const [, from, to] = /^([FWAV])2([FWAV])$/.exec(algorithm) ?? [];
  const grism = { GRI: "W", GRA: "A" }[algorithm];
  const linearIn = (from ?? grism) as Variable | undefined;
  if (!variable || !linearIn || (to !== undefined && to !== variable)) {
    throw header.unsupported(`CTYPE${axis + 1} '${header.text(`CTYPE${axis + 1}`)}'`);
  }
  const rest = restOf(header, axis, name, linearIn, variable);
  const between =
    linearIn === variable
      ? []
      : [...fromFrequency(linearIn, rest).toReversed().map(inverted), ...fromFrequency(variable, rest)];
  const steps = [...between, ...toCoordinate(name, rest)];
  const back = followed(steps.toReversed().map(inverted), value);
  const whole =
    grism === undefined
      ? [linear(back.slope, back.value), ...steps]
      : [...grismOf(header, axis, back.value, back.slope), ...steps];
  return chained(whole.map(({ node }) => node));
}

/** The rest frequency, which velocities need. */
function restOf(header: Header, axis: number, name: string, from: Variable, to: Variable): number {
  const wavelength = header.lenient("RESTWAV", 0);
  const rest = header.lenient("RESTFRQ", 0) || (wavelength && LIGHT / wavelength);
  const isVelocity = /^(?:VRAD|VOPT|ZOPT)$/.test(name);
  const isThroughVelocity = (from === "V") !== (to === "V");
  // Where both need it, it has no effect.
  if (rest === 0 && isVelocity !== isThroughVelocity) {
    throw header.malformed(`CTYPE${axis + 1} '${header.text(`CTYPE${axis + 1}`)}' needs RESTFRQ or RESTWAV`);
  }
  return rest || LIGHT;
}

function fromFrequency(variable: Variable, rest: number): Step[] {
  const wavelength = [reciprocal, linear(LIGHT)];
  switch (variable) {
    case "F":
      return [];
    case "W":
      return wavelength;
    case "A":
      return [...wavelength, toAir];
    case "V":
      // C · (1 − s) / (1 + s) of s = (frequency / rest)².
      return [linear(1 / rest), square, linear(1, 1), reciprocal, linear(2 * LIGHT, -LIGHT)];
  }
}

/** From the variable of a type of coordinate to the coordinate. */
function toCoordinate(name: string, rest: number): Step[] {
  const factors: Readonly<Record<string, Step>> = {
    AFRQ: linear(2 * Math.PI),
    ENER: linear(PLANCK),
    WAVN: linear(1 / LIGHT),
    VRAD: linear(-LIGHT / rest, LIGHT),
    VOPT: linear(rest, -LIGHT),
    ZOPT: linear(rest / LIGHT, -1),
    BETA: linear(1 / LIGHT),
  };
  const step = Object.hasOwn(factors, name) ? factors[name] : undefined;
  return step ? [step] : [];
}

/** The refractive index of air at `s`, the square of the wavenumber in air (Cox 2000). */
const INDEX = 1.000064328;
const LINES: readonly (readonly [number, number])[] = [
  [2.554e8, 0.41e14],
  [294.981e8, 1.46e14],
];
const indexAt = (s: number) => LINES.reduce((sum, [a, b]) => sum + a / (b - s), INDEX);

/** How often the wavelength in air is approximated, as by wcslib. */
const ROUNDS = 4;

/** From the wavelength in vacuum to that in air. */
const toAir: Step = (() => {
  const plus = (left: TreeMap, right: TreeMap) => transform("add", { forward: [left, right] });
  const node = ({ node }: Step) => node;
  const index = LINES.map(([a, b]) => chained([linear(-1, b), reciprocal, linear(a)].map(node))).reduce(plus);
  const indexOf = chained([index, linear(1, INDEX).node]);
  const same = transform("identity", { n_dims: 1 });
  let approximated = chained([reciprocal.node, square.node, indexOf]);
  for (let round = 1; round < ROUNDS; round++) {
    approximated = chained([transform("divide", { forward: [approximated, same] }), square.node, indexOf]);
  }
  const back = transform("multiply", {
    forward: [same, chained([reciprocal.node, square.node, indexOf])],
  });
  const toNumber = (wavelength: number) => {
    let [n, s] = [1, 0];
    for (let round = 0; round < ROUNDS; round++) {
      s = (n / wavelength) ** 2;
      n = indexAt(s);
    }
    return { n, s };
  };
  return {
    node: withInverse(transform("divide", { forward: [same, approximated] }), back),
    to: (wavelength) => wavelength / toNumber(wavelength).n,
    from: (wavelength) => wavelength * indexAt(wavelength ** -2),
    slope: (wavelength) => {
      const { n, s } = toNumber(wavelength);
      return 1 / (n - 2 * s * LINES.reduce((sum, [a, b]) => sum + a / (b - s) ** 2, 0));
    },
  };
})();

/** From the intermediate world coordinate to the wavelength behind a grism (§5). */
function grismOf(header: Header, axis: number, wavelength: number, slope: number): Step[] {
  const own = (number: number, otherwise = 0) => header.number(`PV${axis + 1}_${number}`, otherwise);
  const [density, order, alpha, index, change] = [own(0), own(1), own(2), own(3, 1), own(4)];
  const [epsilon, theta] = [own(5) * RADIANS, own(6) * RADIANS];
  const into = Math.sin(alpha * RADIANS);
  const lines = (density * order) / Math.cos(epsilon);
  const angle = Math.asin(lines * wavelength - index * into);
  const perSine = 1 / (lines - change * into);
  if (!Number.isFinite(perSine) || Number.isNaN(angle)) {
    throw header.malformed(`PV${axis + 1}_0 to PV${axis + 1}_6 describe no grism`);
  }
  const scale = slope / perSine / (Math.cos(angle) * Math.cos(theta) ** 2);
  const offset = (index - change * wavelength) * into;
  return [
    linear(scale, -Math.tan(theta)),
    arcTangent,
    linear(1, angle + theta),
    sine,
    linear(perSine, offset * perSine),
  ];
}
