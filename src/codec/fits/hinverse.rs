//! The inverse of the H-transform of `HCOMPRESS_1`, with its smoothing.
//!
//! Each step doubles both sides: from a mean and three differences of a square of four values come these values. The
//! coefficients are rounded so that integers are restored exactly.

/// The values of a transform, in place; `smooth` is the scale, if the coefficients are to be interpolated.
pub(super) fn inverse(values: &mut [i64], rows: usize, columns: usize, smooth: Option<i64>) {
    let steps = rows.max(columns).next_power_of_two().trailing_zeros();
    if steps == 0 {
        return;
    }
    let mut grid = Grid { values, stride: columns };
    let mut bit = 1i64 << (steps - 1);
    let first = grid.get(0, 0);
    grid.set(0, 0, round(first, bit << 2));
    let mut scratch = Vec::with_capacity(rows.max(columns));
    for step in (0..steps).rev() {
        let (height, width) = (rows.div_ceil(1 << step), columns.div_ceil(1 << step));
        for row in 0..height {
            grid.interleave(row * columns, 1, width, &mut scratch);
        }
        for column in 0..width {
            grid.interleave(column, columns, height, &mut scratch);
        }
        if let Some(most) = smooth.map(|scale| scale >> 1).filter(|most| *most > 0) {
            grid.smooth(height, width, most);
        }
        grid.combine(height, width, bit, step == 0);
        bit >>= 1;
    }
}

/// Rounds to a multiple of `unit`, halves away from zero.
fn round(value: i64, unit: i64) -> i64 {
    let half = unit >> 1;
    let up = if value >= 0 { half } else { half - 1 };
    value.wrapping_add(up) & unit.wrapping_neg()
}

struct Grid<'a> {
    values: &'a mut [i64],
    stride: usize,
}

impl Grid<'_> {
    #[inline]
    fn get(&self, row: usize, column: usize) -> i64 {
        self.values.get(row * self.stride + column).copied().unwrap_or(0)
    }

    #[inline]
    fn set(&mut self, row: usize, column: usize, value: i64) {
        if let Some(slot) = self.values.get_mut(row * self.stride + column) {
            *slot = value;
        }
    }

    /// Puts the first half of `count` values, `step` apart, to the even places and the second half to the odd ones.
    fn interleave(&mut self, first: usize, step: usize, count: usize, scratch: &mut Vec<i64>) {
        scratch.clear();
        let places = (0..count).map(|number| first + number * step);
        scratch.extend(places.map(|place| self.values.get(place).copied().unwrap_or(0)));
        let (even, odd) = scratch.split_at(count.div_ceil(2));
        for number in 0..count {
            let half = if number % 2 == 0 { even } else { odd };
            if let (Some(slot), Some(value)) =
                (self.values.get_mut(first + number * step), half.get(number / 2))
            {
                *slot = *value;
            }
        }
    }

    /// Makes four values of each mean and its differences; `last` is the step that gives pixels.
    fn combine(&mut self, height: usize, width: usize, bit: i64, last: bool) {
        let (low, high) = (bit, bit << 1);
        let shift = if last { 2 } else { 1 };
        // In the last step there is nothing to round off the smallest difference.
        let rounded = |value: i64| if last && low == 1 { value } else { round(value, low) };
        for row in (0..height).step_by(2) {
            let below = row + 1 < height;
            for column in (0..width).step_by(2) {
                let right = column + 1 < width;
                let mean = self.get(row, column);
                if below && right {
                    let mut hx = round(self.get(row + 1, column), high);
                    let mut hy = round(self.get(row, column + 1), high);
                    let hc = rounded(self.get(row + 1, column + 1));
                    let low_bit = hc & low;
                    hx = if hx >= 0 { hx.wrapping_sub(low_bit) } else { hx.wrapping_add(low_bit) };
                    hy = if hy >= 0 { hy.wrapping_sub(low_bit) } else { hy.wrapping_add(low_bit) };
                    let high_bit = (hc ^ hx ^ hy) & high;
                    let change = match (mean >= 0, low_bit == 0) {
                        (false, true) => high_bit,
                        _ => low_bit.wrapping_sub(high_bit),
                    };
                    let mean = mean.wrapping_add(change);
                    let (sum, difference) = (mean.wrapping_add(hx), mean.wrapping_sub(hx));
                    let (plus, minus) = (hy.wrapping_add(hc), hy.wrapping_sub(hc));
                    self.set(row + 1, column + 1, sum.wrapping_add(plus) >> shift);
                    self.set(row + 1, column, sum.wrapping_sub(plus) >> shift);
                    self.set(row, column + 1, difference.wrapping_add(minus) >> shift);
                    self.set(row, column, difference.wrapping_sub(minus) >> shift);
                } else if below || right {
                    let (down, along) = (usize::from(below), usize::from(right));
                    let slope = round(self.get(row + down, column + along), high);
                    let high_bit = slope & high;
                    let mean =
                        if mean >= 0 { mean.wrapping_sub(high_bit) } else { mean.wrapping_add(high_bit) };
                    self.set(row + down, column + along, mean.wrapping_add(slope) >> shift);
                    self.set(row, column, mean.wrapping_sub(slope) >> shift);
                } else {
                    self.set(row, column, mean >> shift);
                }
            }
        }
    }

    /// Interpolates the differences, each by no more than `most`, within what keeps the means monotonic.
    fn smooth(&mut self, height: usize, width: usize, most: i64) {
        let slope = |before: i64, here: i64, after: i64, own: i64| {
            let (up, down) = (after.wrapping_sub(here), here.wrapping_sub(before));
            limited(
                after.wrapping_sub(before),
                up.min(down).max(0).wrapping_shl(2),
                up.max(down).min(0).wrapping_shl(2),
                own,
                3,
                most,
            )
        };
        for row in (2..height.saturating_sub(2)).step_by(2) {
            for column in (0..width).step_by(2) {
                let own = self.get(row + 1, column);
                let means = (self.get(row - 2, column), self.get(row, column), self.get(row + 2, column));
                self.set(row + 1, column, slope(means.0, means.1, means.2, own));
            }
        }
        for row in (0..height).step_by(2) {
            for column in (2..width.saturating_sub(2)).step_by(2) {
                let own = self.get(row, column + 1);
                let means = (self.get(row, column - 2), self.get(row, column), self.get(row, column + 2));
                self.set(row, column + 1, slope(means.0, means.1, means.2, own));
            }
        }
        for row in (2..height.saturating_sub(2)).step_by(2) {
            for column in (2..width.saturating_sub(2)).step_by(2) {
                let own = self.get(row + 1, column + 1);
                let curvature = self.curvature(row, column);
                self.set(row + 1, column + 1, limited(curvature.0, curvature.1, curvature.2, own, 6, most));
            }
        }
    }

    /// What the diagonal difference at a place would be by the means around it, and its limits, from above and below.
    fn curvature(&self, row: usize, column: usize) -> (i64, i64, i64) {
        let here = self.get(row, column);
        let off = |mean: i64| mean.wrapping_sub(here);
        let (mm, pm) = (off(self.get(row - 2, column - 2)), off(self.get(row + 2, column - 2)));
        let (mp, pp) = (off(self.get(row - 2, column + 2)), off(self.get(row + 2, column + 2)));
        let x = self.get(row + 1, column).wrapping_shl(1);
        let y = self.get(row, column + 1).wrapping_shl(1);
        let sum = |value: i64, x: i64, y: i64| value.wrapping_add(x).wrapping_add(y);
        let (nx, ny) = (x.wrapping_neg(), y.wrapping_neg());
        let above = sum(pp.max(0), nx, ny)
            .min(sum(pm.wrapping_neg().max(0), x, ny))
            .min(sum(mp.wrapping_neg().max(0), nx, y))
            .min(sum(mm.max(0), x, y));
        let below = sum(pp.min(0), nx, ny)
            .max(sum(pm.wrapping_neg().min(0), x, ny))
            .max(sum(mp.wrapping_neg().min(0), nx, y))
            .max(sum(mm.min(0), x, y));
        let wanted = pp.wrapping_add(mm).wrapping_sub(mp).wrapping_sub(pm);
        (wanted, above.wrapping_shl(4), below.wrapping_shl(4))
    }
}

/// A difference moved towards `wanted`, which counts in parts of 2^`bits`, within limits.
fn limited(wanted: i64, above: i64, below: i64, own: i64, bits: u32, most: i64) -> i64 {
    if below >= above {
        return own;
    }
    let change = wanted.min(above).max(below).wrapping_sub(own.wrapping_shl(bits));
    let change = if change >= 0 { change } else { change.wrapping_add((1 << bits) - 1) } >> bits;
    own.wrapping_add(change.min(most).max(-most))
}
