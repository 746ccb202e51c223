/** A file of a tree without blocks, whose arrays are inline; for tests, benchmarks and pictures. @param {string} yaml */
export function treeFile(yaml) {
  return `#ASDF 1.0.0\n#ASDF_STANDARD 1.6.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n--- !core/asdf-1.1.0\n${yaml}\n...\n`;
}
