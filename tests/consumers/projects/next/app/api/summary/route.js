import { open, write } from "asdf-wasm";
import { summary } from "../../../summary.js";

export const dynamic = "force-dynamic";

export async function GET() {
  return new Response(await summary(open, "roman.asdf", write));
}
