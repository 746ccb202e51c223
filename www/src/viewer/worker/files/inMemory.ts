/** A file of ASDF in memory, without a node: what is put into its tree has its elements elsewhere. */
export function emptyFile(): Blob {
  return new Blob([
    "#ASDF 1.0.0\n#ASDF_STANDARD 1.6.0\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n--- !core/asdf-1.1.0 {}\n...\n",
  ]);
}
