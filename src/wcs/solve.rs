//! The inverse of a program by search, where its transforms have none of their own.

use super::kernel::LANES;
use super::program::Program;

/// Steps of the search for one point.
const STEPS: usize = 30;

/// How far a point is moved, in pixels, to learn how the program's results change.
const NUDGE: f64 = 1e-2;

/// The last step of a search that has converged is shorter, in pixels.
const TOLERANCE: f64 = 1e-8;

/// How often steps that lead to where there is no value are halved, in all.
const HALVINGS: usize = 40;

/// How many starts are tried, each twice as far from the first pixel as the one before.
const STARTS: i32 = 12;

/// How many coordinates a program may have to be searched.
const AXES: usize = 4;

type Vector = [f64; AXES];

/// A program with as many coordinates before it as after it, and what the search needs.
#[derive(Clone, Debug)]
pub(super) struct Search {
    program: Program,
    axes: usize,
    /// Where to begin: a point, its image, and the inverse of the derivatives there.
    start: Vector,
    image: Vector,
    slope: [Vector; AXES],
    /// Points and results of an evaluation.
    points: Vec<f64>,
    results: Vec<f64>,
}

impl Search {
    /// `None` for programs that cannot be searched. `start` is a point at which the program is likely to be regular; others
    /// are tried if it is not.
    pub(super) fn new(program: Program, start: &[f64]) -> Option<Self> {
        let (inputs, outputs) = program.axes();
        if inputs != outputs || !(1..=AXES).contains(&inputs) {
            return None;
        }
        let mut search = Self {
            program,
            axes: inputs,
            start: [0.0; AXES],
            image: [0.0; AXES],
            slope: [[0.0; AXES]; AXES],
            points: vec![0.0; LANES * inputs],
            results: vec![0.0; LANES * inputs],
        };
        search.start.iter_mut().zip(start).for_each(|(place, start)| *place = *start);
        search.begin(search.start)?;
        Some(search)
    }

    /// Looks for a point with a value and a slope: the first one, or one on the diagonal, for tables that do not begin there.
    fn begin(&mut self, first: Vector) -> Option<()> {
        let diagonal = (0..STARTS).map(|power| [libm::scalbn(0.75, power); AXES]);
        for point in std::iter::once(first).chain(diagonal) {
            let (image, slope) = self.derivatives(point);
            let finite = image.iter().all(|value| value.is_finite());
            if let Some(slope) = inverse(slope, self.axes).filter(|_| finite) {
                (self.start, self.image, self.slope) = (point, image, slope);
                return Some(());
            }
        }
        None
    }

    /// Moves the points whose images are `targets` into `points`, both point by point; NaN where the search fails.
    pub(super) fn solve(&mut self, targets: &[f64], points: &mut [f64]) {
        let axes = self.axes;
        for (target, point) in targets.chunks_exact(axes).zip(points.chunks_exact_mut(axes)) {
            let mut wanted = [0.0; AXES];
            wanted.iter_mut().zip(target).for_each(|(wanted, target)| *wanted = *target);
            let found = self.search(wanted).unwrap_or([f64::NAN; AXES]);
            point.iter_mut().zip(found).for_each(|(place, value)| *place = value);
        }
    }

    fn search(&mut self, target: Vector) -> Option<Vector> {
        let mut point = self.start;
        let mut step = times(self.slope, difference(target, self.image));
        let mut halvings = HALVINGS;
        for number in 0..STEPS {
            // Also for NaN, which stays.
            if !longest(step).is_finite() {
                return None;
            }
            // Late steps are shorter: between the cells of a table, full ones may go to and fro.
            let mut part = if number < STEPS / 2 { step } else { half(step) };
            let (mut image, mut slope) = self.derivatives(add(point, part));
            // Out of what the program knows, half of the way may be enough. Where it never is, there is no such point.
            while !image.iter().all(|value| value.is_finite()) {
                halvings = halvings.checked_sub(1)?;
                part = half(part);
                (image, slope) = self.derivatives(add(point, part));
            }
            point = add(point, part);
            step = times(inverse(slope, self.axes)?, difference(target, image));
            if longest(step) < TOLERANCE {
                return Some(add(point, step));
            }
        }
        None
    }

    /// The image of a point, and its derivatives: a row for each result.
    fn derivatives(&mut self, point: Vector) -> (Vector, [Vector; AXES]) {
        let (image, mut slope) = self.nudged(point, NUDGE);
        let finite = |values: &[f64]| values.iter().all(|value| value.is_finite());
        if finite(&image) && !finite(slope.as_flattened()) {
            // At the end of a table there is nothing farther on, along this axis.
            let (_, back) = self.nudged(point, -NUDGE);
            for (ahead, behind) in slope.iter_mut().flatten().zip(back.as_flattened()) {
                *ahead = if ahead.is_finite() { *ahead } else { *behind };
            }
        }
        (image, slope)
    }

    fn nudged(&mut self, point: Vector, nudge: f64) -> (Vector, [Vector; AXES]) {
        let axes = self.axes;
        let moved = std::iter::once(None).chain((0..axes).map(Some));
        for (place, moved) in self.points.chunks_exact_mut(axes).zip(moved) {
            place.iter_mut().zip(point).for_each(|(place, value)| *place = value);
            if let Some(value) = moved.and_then(|axis| place.get_mut(axis)) {
                *value += nudge;
            }
        }
        let used = (axes + 1) * axes;
        if let (Some(points), Some(results)) = (self.points.get(..used), self.results.get_mut(..used)) {
            self.program.run(points, results);
        }
        let mut images = self.results.chunks_exact(axes);
        let mut image = [0.0; AXES];
        let mut slope = [[0.0; AXES]; AXES];
        image.iter_mut().zip(images.next().unwrap_or(&[])).for_each(|(place, value)| *place = *value);
        for (axis, moved) in images.take(axes).enumerate() {
            for ((row, moved), value) in slope.iter_mut().zip(moved).zip(image) {
                if let Some(place) = row.get_mut(axis) {
                    *place = (moved - value) / nudge;
                }
            }
        }
        (image, slope)
    }
}

fn add(left: Vector, right: Vector) -> Vector {
    let mut sum = left;
    sum.iter_mut().zip(right).for_each(|(sum, value)| *sum += value);
    sum
}

fn half(step: Vector) -> Vector {
    step.map(|value| value / 2.0)
}

/// The length of the longest coordinate; NaN if one is.
fn longest(step: Vector) -> f64 {
    let length = step.iter().fold(0.0, |length: f64, step| length.max(step.abs()));
    if step.iter().any(|step| step.is_nan()) { f64::NAN } else { length }
}

fn difference(left: Vector, right: Vector) -> Vector {
    let mut difference = left;
    difference.iter_mut().zip(right).for_each(|(difference, value)| *difference -= value);
    difference
}

fn times(matrix: [Vector; AXES], vector: Vector) -> Vector {
    matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
}

/// The inverse of the upper left corner, by elimination with the greatest pivot.
// Rows and columns are below AXES.
#[allow(clippy::indexing_slicing)]
fn inverse(mut matrix: [Vector; AXES], size: usize) -> Option<[Vector; AXES]> {
    let mut result = [[0.0; AXES]; AXES];
    for (number, row) in result.iter_mut().enumerate().take(size) {
        row[number] = 1.0;
    }
    for column in 0..size.min(AXES) {
        let greatest =
            (column..size).max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()))?;
        matrix.swap(column, greatest);
        result.swap(column, greatest);
        let pivot = matrix[column][column];
        if pivot == 0.0 || !pivot.is_finite() {
            return None;
        }
        for value in matrix[column].iter_mut().chain(&mut result[column]) {
            *value /= pivot;
        }
        let (pivot_row, pivot_result) = (matrix[column], result[column]);
        for row in (0..size).filter(|row| *row != column) {
            let factor = matrix[row][column];
            for (value, pivot) in matrix[row].iter_mut().zip(pivot_row) {
                *value -= factor * pivot;
            }
            for (value, pivot) in result[row].iter_mut().zip(pivot_result) {
                *value -= factor * pivot;
            }
        }
    }
    Some(result)
}
