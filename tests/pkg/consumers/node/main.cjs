const { open, write } = require("asdf-wasm");

import("./summary.js").then(({ summary }) => summary(open, "roman.asdf", write)).then(console.log);
