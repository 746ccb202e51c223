//! The transforms of JWST's slitless spectrographs: `jwst_pipeline/…_dispersion`.

use super::super::kernel::{COEFFICIENTS, Grism, Kernel, Trace, TraceOrder};
use super::super::model::{Kind, Units};
use super::{Compiler, Draft};
use crate::error::Result;
use crate::tree::{NodeId, Value};
use std::sync::Arc;

impl Compiler<'_> {
    pub(super) fn grism(&mut self, node: NodeId) -> Result<Draft> {
        let parameters = &self.parameters;
        let key = if parameters.given(node, "model_type").is_some() { "model_type" } else { "class_name" };
        let kind = parameters.text(node, key)?;
        let (is_forward, is_nircam, along_y) = match kind {
            "NIRCAMForwardRowGrismDispersion" => (true, true, false),
            "NIRCAMForwardColumnGrismDispersion" => (true, true, true),
            "NIRCAMBackwardGrismDispersion" => (false, true, true),
            "NIRISSForwardRowGrismDispersion" => (true, false, false),
            "NIRISSForwardColumnGrismDispersion" | "MIRIWFSSForwardDispersion" => (true, false, true),
            "NIRISSBackwardGrismDispersion" | "MIRIWFSSBackwardDispersion" => (false, false, true),
            other => return Err(self.unsupported(node, &format!("'{other}' is not supported"))),
        };
        let (sine, cosine) = libm::sincos(parameters.number_or(node, "theta", 0.0)?.to_radians());
        let numbers = parameters.numbers(parameters.required(node, "orders")?)?.values;
        let [x, y, wavelength] =
            [self.traces(node, "xmodels")?, self.traces(node, "ymodels")?, self.traces(node, "lmodels")?];
        if [&x, &y, &wavelength].iter().any(|traces| traces.len() != numbers.len()) {
            return Err(self.parameters.error(node, "there is not one trace for each order"));
        }
        let orders = numbers.into_iter().zip(x).zip(y).zip(wavelength);
        let orders =
            orders.map(|(((number, x), y), wavelength)| TraceOrder { number, x, y, wavelength }).collect();
        let grism = Arc::new(Grism { orders, is_nircam, along_y, sine, cosine });
        Ok(if is_forward {
            Draft::leaf(Kernel::FromGrism(grism), None, Units::Keep, 5, 4)
        } else {
            Draft::leaf(Kernel::ToGrism(grism), None, Units::Keep, 4, 5)
        })
    }

    /// A function of t for each order.
    fn traces(&mut self, node: NodeId, key: &str) -> Result<Vec<Trace>> {
        let list = self.parameters.required(node, key)?;
        let tree = self.parameters.tree;
        tree.items(list).iter().map(|order| self.trace(*order)).collect()
    }

    /// A polynomial of t, or a list of polynomials of the place, which are the coefficients of one.
    fn trace(&mut self, node: NodeId) -> Result<Trace> {
        let tree = self.parameters.tree;
        let alone = [node];
        let is_list = matches!(tree.node(node).value, Value::Sequence(_));
        let nodes = if is_list { tree.items(node) } else { &alone };
        let mut places = Vec::new();
        for each in nodes {
            let model = self.transform(*each)?;
            let kernel = match self.models.get(model.0).map(|model| &model.kind) {
                Some(Kind::Leaf { forward, .. }) => Some(&**forward),
                _ => None,
            };
            match kernel {
                Some(Kernel::Polynomial(polynomial)) if nodes.len() == 1 => {
                    return Ok(Trace::Everywhere(polynomial.clone()));
                }
                Some(Kernel::Polynomial2(polynomial)) if nodes.len() <= COEFFICIENTS => {
                    places.push(polynomial.clone());
                }
                _ => return Err(self.unsupported(*each, "a trace that is no polynomial is not supported")),
            }
        }
        Ok(Trace::ByPlace(places.into()))
    }
}
