import { mount } from "svelte";
import Viewer from "./Viewer.svelte";

mount(Viewer, { target: document.querySelector("main"), props: { url: "roman.asdf" } });
