import { join } from "node:path";

// Not for users: the tools that the tests have in common are two folders above a project.
const root = join(import.meta.dirname, "..", "..");

export default {
  outputFileTracingRoot: root,
  turbopack: { root },
};
