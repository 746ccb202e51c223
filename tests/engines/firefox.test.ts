/** The journeys in Firefox. */
import { journeysIn } from "./run.ts";

journeysIn("Firefox");
