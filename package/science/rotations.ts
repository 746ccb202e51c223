/** Directions as vectors, and their rotations as matrices. */

export type Row = readonly [number, number, number];
export type Matrix = readonly [Row, Row, Row];

export const RADIANS = Math.PI / 180;

export const IDENTITY: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

export function dot([a, b, c]: Row, [d, e, f]: Row): number {
  return a * d + b * e + c * f;
}

export function sum([a, b, c]: Row, [d, e, f]: Row): Row {
  return [a + d, b + e, c + f];
}

export function scaled([a, b, c]: Row, factor: number): Row {
  return [a * factor, b * factor, c * factor];
}

export function rotated([first, second, third]: Matrix, vector: Row): Row {
  return [dot(first, vector), dot(second, vector), dot(third, vector)];
}

export function transposed([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  return [
    [a, d, g],
    [b, e, h],
    [c, f, i],
  ];
}

/** Rotations one after another, the last one first, as they are written. */
export function product(...matrices: readonly Matrix[]): Matrix {
  return matrices.reduce((first, second) => {
    const columns = transposed(second);
    return [rotated(columns, first[0]), rotated(columns, first[1]), rotated(columns, first[2])];
  });
}

/** The rotation of the axes about one of them, by an angle in degrees. */
export function about(axis: "x" | "y" | "z", degrees: number): Matrix {
  const [sine, cosine] = [Math.sin(degrees * RADIANS), Math.cos(degrees * RADIANS)];
  switch (axis) {
    case "x":
      return [
        [1, 0, 0],
        [0, cosine, sine],
        [0, -sine, cosine],
      ];
    case "y":
      return [
        [cosine, 0, -sine],
        [0, 1, 0],
        [sine, 0, cosine],
      ];
    case "z":
      return [
        [cosine, sine, 0],
        [-sine, cosine, 0],
        [0, 0, 1],
      ];
  }
}
