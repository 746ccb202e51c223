import { createApp } from "vue";
import Viewer from "./Viewer.vue";

createApp(Viewer, { url: "roman.asdf" }).mount("main");
