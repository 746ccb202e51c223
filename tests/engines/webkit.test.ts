/** The journeys in WebKit. */
import { journeysIn } from "./run.ts";

journeysIn("WebKit");
