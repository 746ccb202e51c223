//! The errors of the YAML parser in plain words, with their line and column.

use yaml_rust2::scanner::ScanError;

use super::node::Mark;
use crate::error::{Error, ErrorKind};

/// An error of the tree at `mark`.
pub(super) fn error(kind: ErrorKind, mark: Mark, message: &str) -> Error {
    let Mark { line, column, offset } = mark;
    Error::new(kind, format!("line {line}, column {column} of the tree: {message}")).at(offset)
}

/// Whether the parser failed on a handle that it does not know. It does not know any.
pub(super) fn is_unknown_handle(error: &ScanError) -> bool {
    error.info() == "the handle wasn't declared"
}

/// Explains an error of the parser in plain words.
pub(super) fn explain(refusal: &ScanError) -> (ErrorKind, &str) {
    let message = match refusal.info() {
        "recursion limit exceeded" => {
            return (ErrorKind::LimitExceeded, "collections in brackets nest deeper than the limit of 255");
        }
        "simple key expect ':'" | "simple key expected" => "this key is not followed by `:`",
        "while parsing a block mapping, did not find expected key" => {
            "this is neither a key nor a value of the mapping around it; the indentation may be wrong"
        }
        "while parsing a block collection, did not find expected '-' indicator" => {
            "this is no item of the sequence around it; the indentation may be wrong"
        }
        "while parsing node, found unknown anchor" => {
            "this alias names an anchor that stands nowhere before it"
        }
        "while parsing a node, did not find expected node content" => "a value was expected here",
        "mapping values are not allowed in this context" => {
            "`: ` in a place where no key can stand; such text needs quotes"
        }
        "while scanning a quoted scalar, found unexpected end of stream" => {
            "the quotation that begins here is not closed"
        }
        "while parsing a flow sequence, expected ',' or ']'" => "expected `,` or `]`",
        "while parsing a flow mapping, did not find expected ',' or '}'" => "expected `,` or `}`",
        "did not find expected <document start>" => "the document should have ended here",
        other => other.rsplit(", ").next().unwrap_or(other),
    };
    (ErrorKind::BadTree, message)
}
