import { open } from "asdf-wasm";

const file = await open("image.asdf");
document.body.append(String((await file.array("data").read()).data[0]));
