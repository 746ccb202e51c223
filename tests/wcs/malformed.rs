//! WCSs that cannot be compiled, lack something, or have no value somewhere.

// The numbers are whole, and so are the results.
#![allow(clippy::float_cmp)]

use super::{compiled, failure};

#[test]
fn what_cannot_be_compiled_says_where() {
    for (transform, code, path) in [
        ("!transform/shift-1.2.0 {}", "bad-tree", ""),
        ("!transform/shift-1.2.0 {offset: far}", "bad-tree", "/offset"),
        (
            "!transform/affine-1.2.0 {matrix: [[1, 2, 3], [4, 5, 6]], translation: [0, 0]}",
            "bad-tree",
            "/matrix",
        ),
        ("!transform/affine-1.2.0 {matrix: [[1, 2], [3]], translation: [0, 0]}", "bad-tree", "/matrix"),
        // Lists that contain themselves, also as quantities.
        ("!transform/affine-1.2.0 {matrix: &a [*a], translation: [0, 0]}", "bad-tree", "/matrix"),
        (
            "!transform/affine-1.2.0 {matrix: &a !unit/quantity-1.1.0 {value: [*a]}, translation: [0, 0]}",
            "bad-tree",
            "/matrix",
        ),
        ("!transform/shift-1.2.0 {offset: up}", "bad-tree", "/offset"),
        ("!transform/tabular-1.1.0 {points: [[1, 2, 3]], lookup_table: [3, 4]}", "bad-tree", ""),
        (
            "!transform/rotate_sequence_3d-1.0.0 {angles: [1, 2], axes_order: z, rotation_type: cartesian}",
            "bad-tree",
            "",
        ),
        ("!transform/warp-1.0.0 {}", "unsupported-transform", ""),
        ("{offset: 1}", "unsupported-transform", ""),
        // Others have them by these names.
        ("!<tag:stsci.edu:jwst_pipeline/shift-0.1.0> {offset: 1}", "unsupported-transform", ""),
        (
            "!<tag:stsci.edu:jwst_pipeline/rotation_sequence-1.0.0> {angles: [1, 2], axes_order: xw}",
            "bad-tree",
            "",
        ),
        (
            "!<tag:stsci.edu:jwst_pipeline/gwa_to_slit-1.0.0> {slits: [1, 2], models: [!transform/identity-1.1.0 {}]}",
            "bad-tree",
            "",
        ),
        (
            "!<tag:stsci.edu:jwst_pipeline/slit_to_msa-1.0.0> {slits: [S1600A1], models: [!transform/identity-1.1.0 {}]}",
            "unsupported-transform",
            "/slits/0",
        ),
        (
            "!transform/compose-1.2.0 {forward: [!transform/identity-1.1.0 {n_dims: 2}, !transform/shift-1.2.0 {offset: 1}]}",
            "bad-tree",
            "",
        ),
        ("!transform/compose-1.2.0 {forward: []}", "bad-tree", ""),
        ("&a !transform/compose-1.2.0 {forward: [*a, *a]}", "bad-tree", ""),
        ("!transform/identity-1.1.0 {n_dims: 1000000000}", "bad-tree", "/n_dims"),
        ("!transform/remap_axes-1.1.0 {mapping: [0, 99]}", "bad-tree", "/mapping/1"),
        ("!transform/polynomial-1.1.0 {coefficients: [[1, 2], [3]]}", "bad-tree", "/coefficients"),
        ("!transform/tabular-1.1.0 {points: [[1, 1]], lookup_table: [3, 4]}", "bad-tree", ""),
        ("!transform/gnomonic-1.1.0 {direction: up}", "bad-tree", ""),
        ("!transform/zenithal_perspective-1.1.0 {direction: pix2sky, mu: -1}", "bad-tree", ""),
        ("!transform/rotate3d-1.1.0 {phi: 1, theta: 2, psi: 3, direction: abc}", "bad-tree", ""),
        (
            "!transform/shift-1.2.0 {offset: !unit/quantity-1.1.0 {value: 1, unit: !unit/unit-1.0.0 furlong}}",
            "unsupported-transform",
            "/offset/unit",
        ),
    ] {
        let error = failure(transform);
        assert_eq!(error.kind().code(), code, "{transform}: {error}");
        assert_eq!(
            error.path(),
            Some(format!("wcs/steps/0/transform{path}").as_str()),
            "{transform}: {error}"
        );
    }
}

#[test]
fn pipelines_beyond_all_reason_are_refused() {
    // Each transform consists of the one before it, twice: 2⁶⁰ shifts.
    let mut transform = String::from("&t0 !transform/shift-1.2.0 {offset: 1}");
    for level in 1..=60 {
        let before = level - 1;
        transform = format!("&t{level} !transform/compose-1.2.0 {{forward: [{transform}, *t{before}]}}");
    }
    assert_eq!(failure(&transform).kind().code(), "limit-exceeded");
    // A flat list.
    let shifts = vec!["!transform/shift-1.2.0 {offset: 1}"; 70_000].join(", ");
    let error = failure(&format!("!transform/compose-1.2.0 {{forward: [{shifts}]}}"));
    assert_eq!(error.kind().code(), "limit-exceeded");
}

#[test]
fn a_pipeline_of_a_million_nodes_ends() {
    // Each of the shared transforms is written once, but used 150 times.
    let shifts = vec!["!transform/shift-1.2.0 {offset: 1}"; 150].join(", ");
    let aliases = vec!["*row"; 149].join(", ");
    let row = format!("!transform/compose-1.2.0 {{forward: [{shifts}]}}");
    let transform = format!("!transform/compose-1.2.0 {{forward: [&row {row}, {aliases}]}}");
    let mut wcs = compiled(&transform).unwrap();
    let mut world = [0.0; 1];
    wcs.to_world(&[0.5], &mut world);
    assert!((world[0] - 22_500.5).abs() < 1e-9);
    // As a tree of its own for each.
    let rows = vec![row; 700].join(", ");
    assert_eq!(
        failure(&format!("!transform/compose-1.2.0 {{forward: [{rows}]}}")).kind().code(),
        "limit-exceeded"
    );
}

#[test]
fn a_direction_that_is_not_given_is_the_default_of_the_schema() {
    for (transform, direction) in [
        ("!transform/gnomonic-1.2.0 {", "direction: pix2sky"),
        ("!transform/rotate3d-1.3.0 {phi: 5.6, theta: -72.0, psi: 180, ", "direction: native2celestial"),
    ] {
        let at = |transform: &str| {
            let mut result = [0.0; 2];
            compiled(transform).unwrap().to_world(&[1.0, 2.0], &mut result);
            result.map(f64::to_bits)
        };
        assert_eq!(at(&format!("{transform}}}")), at(&format!("{transform}{direction}}}")));
    }
}

#[test]
fn tables_with_nan_and_projections_out_of_range_give_nan() {
    let at = |transform: &str, point: [f64; 1]| {
        let mut result = [0.0];
        compiled(transform).unwrap().to_world(&point, &mut result);
        result[0]
    };
    let table = "!transform/tabular-1.2.0 {points: [[0, 1, 2, 3]], lookup_table: [1, .nan, 3, 4], method: linear, \
                 bounds_error: false, fill_value: -1}";
    assert!(at(table, [0.5]).is_nan());
    assert!((at(table, [2.5]) - 3.5).abs() < 1e-12 && (at(table, [9.0]) + 1.0).abs() < 1e-12);
    let mut plane = [0.0; 2];
    let mut gnomonic = compiled("!transform/gnomonic-1.2.0 {direction: sky2pix}").unwrap();
    gnomonic.to_world(&[10.0, -30.0], &mut plane);
    assert!(plane.iter().all(|value| value.is_nan()), "{plane:?}");
    let mut globe = compiled("!transform/hammer_aitoff-1.2.0 {direction: pix2sky}").unwrap();
    globe.to_world(&[200.0, 0.0], &mut plane);
    assert!(plane.iter().all(|value| value.is_nan()), "{plane:?}");
}

/// Found by fuzzing: pixels were mixed with those of other points where the way back had another number of coordinates.
#[test]
fn an_inverse_with_other_coordinates_is_none() {
    for transform in [
        "!transform/spherical_cartesian-1.2.0 {transform_type: cartesian_to_spherical, \
         inverse: !transform/rotate2d-1.2.0 {angle: 1}}",
        "!transform/coupled_compound_model-1.0.0 {shared_inputs: 1, forward: [\
         !transform/shift-1.2.0 {offset: 1, inverse: !transform/shift-1.2.0 {offset: 2}}, \
         !transform/identity-1.2.0 {}]}",
    ] {
        assert!(!compiled(transform).unwrap().invertible(), "{transform}");
    }
    // Where a search is possible, it takes the place of an inverse that does not fit.
    let mut searched = compiled(
        "!transform/asymmetric_mapping_model-1.0.0 \
         {forward_mapping: [1, 0], backward_mapping: [0], forward_n_inputs: 2, backward_n_inputs: 2}",
    )
    .unwrap();
    let mut pixels = [0.0; 4];
    searched.to_pixels(&[5.0, 6.0, 7.0, 8.0], &mut pixels);
    assert_eq!(pixels, [6.0, 5.0, 8.0, 7.0]);
    let coupled = "!transform/coupled_compound_model-1.0.0 {shared_inputs: 1, forward: [\
        !transform/shift-1.2.0 {offset: 1}, !transform/shift-1.2.0 {offset: 2}]}";
    let mut wcs = compiled(coupled).unwrap();
    let (mut world, mut pixels) = ([0.0; 6], [0.0; 3]);
    wcs.to_world(&[5.0, 6.0, 7.0], &mut world);
    wcs.to_pixels(&world, &mut pixels);
    assert_eq!((world, pixels), ([6.0, 7.0, 7.0, 8.0, 8.0, 9.0], [5.0, 6.0, 7.0]));
}
