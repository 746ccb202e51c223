//! World coordinates: trees of transforms, compiled and evaluated both ways.

use std::collections::BTreeMap;

use asdf_wasm::wcs::{Array, Wcs, arrays};

use super::script::Script;
use super::{WHOLE, limits, open, run, to_usize};

/// How deep generated transforms nest.
const DEPTH: usize = 5;

/// The text of a `gwcs/wcs` or of a transform, with arrays in the tree: evaluated both ways where it compiles.
pub(crate) fn wcs(text: &[u8]) {
    let head = b"#ASDF 1.0.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n%TAG !gwcs! tag:stsci.edu:gwcs/\n--- ";
    let file = [head, text, b"\n...\n"].concat();
    let Some(document) = open(&file, limits()) else { return };
    let Some(tree) = document.tree() else { return };
    let mut found = BTreeMap::new();
    for node in arrays(tree, tree.root()) {
        let Some(Ok(array)) = document.array(node) else { continue };
        let shape = array.shape.iter().map(|length| to_usize(*length)).collect::<Vec<_>>();
        let Ok(reading) = document.read(node, &document.read_options()) else { continue };
        let Ok(filled) = run(reading.into_filled(), &file, WHOLE, false) else { continue };
        // Whatever the elements are: their bytes are numbers.
        let count = shape.iter().product();
        let values = filled.bytes.iter().copied().cycle().take(count).map(f64::from).collect::<Vec<_>>();
        if values.len() == count {
            found.insert(node, Array { shape, values });
        }
    }
    let Ok(mut wcs) = Wcs::new(tree, tree.root(), &found) else { return };
    let (before, after) = wcs.axes();
    let points: Vec<f64> =
        (0..before * 5).map(|number| [0.0, 1.5, -300.0, f64::NAN, 1e300][number % 5]).collect();
    let (mut world, mut back) = (vec![0.0; after * 5], vec![0.0; before * 5]);
    wcs.to_world(&points, &mut world);
    wcs.to_pixels(&world, &mut back);
    // A point by itself is where it is among others.
    for (number, point) in points.chunks(before.max(1)).enumerate().take(5) {
        let mut alone = vec![0.0; after];
        wcs.to_world(point, &mut alone);
        same(&alone, &world[number * after..][..after]);
        let mut home = vec![0.0; before];
        wcs.to_pixels(&alone, &mut home);
        if before > 0 && after > 0 {
            same(&home, &back[number * before..][..before]);
        }
    }
}

fn same(one: &[f64], other: &[f64]) {
    let is_same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
    assert!(one.iter().zip(other).all(is_same), "{one:?} {other:?}");
}

/// A transform that the script puts together.
pub(crate) fn transforms(bytes: &[u8]) {
    let mut script = Script(bytes);
    let inputs = 1 + script.below(4);
    let (text, _) = transform(&mut script, inputs, DEPTH);
    wcs(text.as_bytes());
}

/// The text of a transform with so many inputs, and how many outputs it has.
fn transform(script: &mut Script<'_>, inputs: usize, depth: usize) -> (String, usize) {
    let combined = depth > 0 && !script.is_over();
    match script.below(if combined { 12 } else { 6 }) {
        6 | 7 => {
            let (first, between) = transform(script, inputs, depth - 1);
            let (second, outputs) = transform(script, between, depth - 1);
            (format!("!transform/compose-1.2.0 {{forward: [{first}, {second}]}}"), outputs)
        }
        8 if inputs > 1 => {
            let left = 1 + script.below(inputs - 1);
            let (first, one) = transform(script, left, depth - 1);
            let (second, other) = transform(script, inputs - left, depth - 1);
            (format!("!transform/concatenate-1.2.0 {{forward: [{first}, {second}]}}"), one + other)
        }
        9 => {
            let function = script.choice(&["add", "subtract", "multiply", "divide", "power"]);
            let (first, outputs) = transform(script, inputs, depth - 1);
            let (second, _) = transform(script, inputs, depth - 1);
            (format!("!transform/{function}-1.2.0 {{forward: [{first}, {second}]}}"), outputs)
        }
        10 => {
            let (first, outputs) = transform(script, inputs, depth - 1);
            let (second, _) = transform(script, outputs, depth - 1);
            let inside = first.split_once('{').map_or("", |(_, inside)| inside).to_owned();
            let tag = first.split(' ').next().unwrap_or_default().to_owned();
            (format!("{tag} {{inverse: {second}, {inside}"), outputs)
        }
        11 if inputs > 0 => {
            let (inner, outputs) = transform(script, inputs + 1, depth - 1);
            let (key, value) = (script.below(inputs + 1), script.number());
            let fixed = format!("{{keys: [{key}], values: [{value:?}]}}");
            (format!("!transform/fix_inputs-1.2.0 {{forward: [{inner}, {fixed}]}}"), outputs)
        }
        _ => elementary(script, inputs),
    }
}

/// Elementary transforms by their inputs and outputs; `#` stands for a number, `@` for a list of them.
const ELEMENTARY: &[(usize, usize, &str)] = &[
    (1, 1, "shift-1.2.0 {offset: #}"),
    (1, 1, "scale-1.2.0 {factor: #}"),
    (1, 1, "multiplyscale-1.0.0 {factor: #}"),
    (1, 1, "redshift_scale_factor-1.0.0 {z: #}"),
    (1, 1, "linear1d-1.0.0 {slope: #, intercept: #}"),
    (1, 1, "polynomial-1.2.0 {coefficients: [#, #, #], domain: [#, #], window: [#, #]}"),
    (1, 1, "ortho_polynomial-1.0.0 {polynomial_type: chebyshev, coefficients: [#, #, #]}"),
    (1, 1, "tabular-1.2.0 {lookup_table: [#, #, #], points: [[#, #, #]], bounds_error: false}"),
    (
        1,
        1,
        "tabular-1.2.0 {lookup_table: @, points: [@], method: nearest, fill_value: #, bounds_error: false}",
    ),
    (1, 1, "spline1d-1.0.0 {knots: [0, 0, 0, 0, #, 1, 1, 1, 1], coefficients: [#, #, #, #, #], degree: 3}"),
    (1, 1, "math_functions-1.0.0 {func_name: arcsin_ufunc}"),
    (1, 1, "<tag:stsci.edu:jwst_pipeline/logical-0.7.0> {condition: GT, compareto: #, value: #}"),
    (1, 1, "<tag:stsci.edu:jwst_pipeline/miri_ab2slice-0.7.0> {beta_zero: #, beta_del: #, channel: #}"),
    (2, 1, "polynomial-1.2.0 {coefficients: [[#, #], [#, #]], domain: [[#, #], [#, #]]}"),
    (2, 1, "ortho_polynomial-1.0.0 {polynomial_type: legendre, coefficients: [[#, #], [#, #]]}"),
    (2, 1, "tabular-1.2.0 {lookup_table: [[#, #], [#, #]], points: [[0, #], [#, 1]], bounds_error: false}"),
    (2, 1, "math_functions-1.0.0 {func_name: fmod_ufunc}"),
    (2, 2, "affine-1.2.0 {matrix: [[#, #], [#, #]], translation: [#, #]}"),
    (2, 2, "remap_axes-1.1.0 {mapping: [1, 0]}"),
    (2, 2, "rotate2d-1.2.0 {angle: #}"),
    (2, 2, "rotate3d-1.2.0 {phi: #, theta: #, psi: #, direction: native2celestial}"),
    (2, 2, "rotate_sequence_3d-1.0.0 {angles: [#, #, #], axes_order: zyz, rotation_type: spherical}"),
    (2, 3, "spherical_cartesian-1.2.0 {transform_type: spherical_to_cartesian, wrap_lon_at: #}"),
    (3, 2, "spherical_cartesian-1.2.0 {transform_type: cartesian_to_spherical}"),
    (3, 3, "rotate_sequence_3d-1.0.0 {angles: [#, #], axes_order: xy, rotation_type: cartesian}"),
    (2, 3, "<tag:stsci.edu:jwst_pipeline/coords-0.7.0> {model_type: unitless2directional}"),
    (3, 2, "<tag:stsci.edu:jwst_pipeline/coords-0.7.0> {model_type: directional2unitless}"),
    (3, 3, "<tag:stsci.edu:jwst_pipeline/rotation_sequence-0.7.0> {angles: [#, #, #], axes_order: xyz}"),
    (
        4,
        3,
        "<tag:stsci.edu:jwst_pipeline/grating_equation-0.7.0> {groove_density: #, order: #, output: angle}",
    ),
    (
        3,
        1,
        "<tag:stsci.edu:jwst_pipeline/grating_equation-0.7.0> {groove_density: #, order: #, output: wavelength}",
    ),
    (3, 1, "<tag:stsci.edu:jwst_pipeline/refraction_index_from_prism-0.7.0> {prism_angle: #}"),
    (
        4,
        3,
        "<tag:stsci.edu:jwst_pipeline/snell-0.7.0> {prism_angle: #, kcoef: [#, #, #], lcoef: [#, #, #], tcoef: [#, #, #, #, #, #], temp: #, ref_temp: #, ref_pressure: #, pressure: #}",
    ),
    (3, 3, "direction_cosines-1.0.0 {transform_type: to_direction_cosines}"),
    (3, 4, "direction_cosines-1.0.0 {transform_type: to_direction_cosines}"),
];

/// Projections with the parameters that they may have.
const PROJECTIONS: &[&str] = &[
    "gnomonic",
    "stereographic",
    "zenithal_equal_area",
    "zenithal_equidistant",
    "airy",
    "slant_orthographic",
    "zenithal_perspective",
    "slant_zenithal_perspective",
    "zenithal_polynomial",
    "cylindrical_perspective",
    "cylindrical_equal_area",
    "plate_carree",
    "mercator",
    "sanson_flamsteed",
    "parabolic",
    "molleweide",
    "hammer_aitoff",
    "conic_perspective",
    "conic_equal_area",
    "conic_equidistant",
    "conic_orthomorphic",
    "bonne_equal_area",
    "polyconic",
    "tangential_spherical_cube",
    "cobe_quad_spherical_cube",
    "quad_spherical_cube",
    "healpix",
    "healpix_polar",
];

fn elementary(script: &mut Script<'_>, inputs: usize) -> (String, usize) {
    if inputs == 2 && script.byte().is_multiple_of(2) {
        let name = script.choice(PROJECTIONS);
        let direction = script.choice(&["pix2sky", "sky2pix"]);
        let names = [
            "mu", "gamma", "phi0", "theta0", "lambda", "sigma", "delta", "theta1", "xi", "eta", "H", "X",
            "theta_b",
        ];
        let parameters: String = (0..script.below(4))
            .map(|_| format!(", {}: {:?}", script.choice(&names), script.number()))
            .collect();
        return (format!("!transform/{name}-1.2.0 {{direction: {direction}{parameters}}}"), 2);
    }
    let fitting: Vec<_> = ELEMENTARY.iter().filter(|(of, ..)| *of == inputs).collect();
    if fitting.is_empty() || script.seldom() {
        let mapping: Vec<_> = (0..=script.below(3)).map(|_| script.below(inputs.max(1))).collect();
        let outputs = mapping.len();
        return (
            format!("!transform/remap_axes-1.1.0 {{mapping: {mapping:?}, n_inputs: {inputs}}}"),
            outputs,
        );
    }
    let (_, outputs, template) = *script.choice(&fitting);
    let mut text = if template.starts_with('<') { "!".to_owned() } else { "!transform/".to_owned() };
    for part in template.chars() {
        match part {
            '#' => text.push_str(&number(script)),
            '@' => {
                let mut numbers: Vec<_> = (0..script.below(5)).map(|_| script.number()).collect();
                numbers.sort_by(f64::total_cmp);
                let numbers: Vec<_> = numbers.into_iter().map(yaml).collect();
                text.push_str(&format!("[{}]", numbers.join(", ")));
            }
            other => text.push(other),
        }
    }
    (text, outputs)
}

fn number(script: &mut Script<'_>) -> String {
    yaml(script.number())
}

/// A number as YAML writes it.
fn yaml(number: f64) -> String {
    if number.is_nan() {
        ".nan".to_owned()
    } else if number.is_infinite() {
        format!("{}.inf", if number < 0.0 { "-" } else { "" })
    } else {
        format!("{number:?}")
    }
}
