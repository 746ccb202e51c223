/** The scheme of files in places that have no address of their own for a reader without keys: `asdf-place:/KEY?ROOT`. */
export const SCHEME = "asdf-place";
