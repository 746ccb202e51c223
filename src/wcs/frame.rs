//! Frames: what the coordinates of a step are called and measured in.

use crate::tree::{NodeId, Tree, tag_name};

/// One coordinate of a frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Axis {
    /// Its name, such as `lon`.
    pub name: String,
    /// Its unit as the tree writes it; empty if it has none.
    pub unit: String,
    /// What it measures, such as `pos.eq.ra`; empty if the tree does not say.
    pub physical_type: String,
}

/// The coordinates before or after a step of the pipeline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// Its name.
    pub name: String,
    /// The name of its tag: `frame2d`, `celestial_frame`, `spectral_frame`, `composite_frame`, …; empty for a bare name.
    pub kind: String,
    /// Its coordinates.
    pub axes: Vec<Axis>,
    /// What its directions, times or velocities refer to, such as `icrs`; empty if the tree does not say.
    pub reference: String,
}

/// How deep composite frames may nest.
const DEPTH: usize = 8;

/// How many axes a frame may have.
const AXES: usize = 64;

impl Frame {
    /// The frame at a node, which may be a name only.
    pub(super) fn read(tree: &Tree, node: NodeId) -> Self {
        Self::nested(tree, node, DEPTH)
    }

    fn nested(tree: &Tree, node: NodeId, depth: usize) -> Self {
        if let Some(name) = tree.text(node) {
            return Self { name: name.to_owned(), ..Self::default() };
        }
        let text =
            |key: &str| tree.get(node, key).and_then(|value| tree.text(value)).unwrap_or_default().to_owned();
        let full = tag_name(tree.node(node).tag().unwrap_or_default());
        let kind = full.rsplit('/').next().unwrap_or_default().to_owned();
        let frames = tree.get(node, "frames").map(|frames| tree.items(frames)).unwrap_or_default();
        if frames.is_empty() || depth == 0 {
            let reference = tree.get(node, "reference_frame").map(|reference| reference_of(tree, reference));
            let axes = axes_of(tree, node, &kind);
            return Self { name: text("name"), kind, axes, reference: reference.unwrap_or_default() };
        }
        let mut axes = Vec::new();
        let mut reference = String::new();
        for frame in frames.iter().take(AXES) {
            let inner = Self::nested(tree, *frame, depth - 1);
            let order = tree.get(*frame, "axes_order").map(|order| tree.items(order)).unwrap_or_default();
            for (number, axis) in inner.axes.into_iter().enumerate() {
                let place = order.get(number).and_then(|place| tree.integer(*place));
                let place = place.and_then(|place| usize::try_from(place).ok()).unwrap_or(axes.len());
                if place < AXES {
                    axes.resize_with(axes.len().max(place + 1), Axis::default);
                    axes.splice(place..=place, [axis]);
                }
            }
            if reference.is_empty() || inner.kind == "celestial_frame" {
                reference = inner.reference;
            }
        }
        Self { name: text("name"), kind, axes, reference }
    }
}

fn axes_of(tree: &Tree, node: NodeId, kind: &str) -> Vec<Axis> {
    let list = |key: &str| -> Vec<String> {
        let items = tree.get(node, key).map(|list| tree.items(list)).unwrap_or_default();
        items.iter().take(AXES).map(|item| tree.text(*item).unwrap_or_default().to_owned()).collect()
    };
    let (names, units, types) = (list("axes_names"), list("unit"), list("axis_physical_types"));
    let order = tree.get(node, "axes_order").map_or(0, |order| tree.items(order).len());
    let least = usize::from(kind == "stokes_frame");
    let count = names.len().max(units.len()).max(types.len()).max(order).max(least).min(AXES);
    let at = |list: &[String], axis: usize| list.get(axis).cloned().unwrap_or_default();
    (0..count)
        .map(|axis| Axis { name: at(&names, axis), unit: at(&units, axis), physical_type: at(&types, axis) })
        .collect()
}

/// The name of a reference frame: the last part of its tag (`astropy/coordinates/frames/icrs`), or its `type` in the old
/// standard, or the text itself.
fn reference_of(tree: &Tree, node: NodeId) -> String {
    if let Some(name) = tree.text(node) {
        return name.to_ascii_lowercase();
    }
    if let Some(kind) = tree.get(node, "type").and_then(|kind| tree.text(kind)) {
        return kind.to_ascii_lowercase();
    }
    let full = tag_name(tree.node(node).tag().unwrap_or_default());
    full.rsplit('/').next().unwrap_or_default().to_owned()
}
