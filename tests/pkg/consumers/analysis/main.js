import { measured } from "./measured.js";

console.log(await measured("roman.asdf"));
