/** The journeys in Chromium. */
import { journeysIn } from "./run.ts";

journeysIn("Chromium");
