import { ndarray, write } from "asdf-wasm";

const blob = await write({ data: ndarray(new Float32Array(4)) }, { as: "blob" });
document.body.append(String(blob.size));
