import { open } from "asdf-wasm";
import { interval, render } from "asdf-wasm/image";

const file = await open("image.asdf");
const plane = await file.mainImage().array.read();
document.body.append(String(render(plane, { ...interval(plane, "zscale"), stretch: "asinh" }).width));
