import "asdf-wasm/viewer";

document.body.append(document.createElement("asdf-viewer"));
