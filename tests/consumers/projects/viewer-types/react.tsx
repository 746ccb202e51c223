/** What React's JSX accepts of `<asdf-viewer>`. */
import "asdf-wasm/viewer/react";

export const right = (
  <asdf-viewer
    src="a.asdf"
    sample="b.asdf"
    recent
    theme="dark"
    className="wide"
    onasdf-open={({ detail }) => console.log(detail.name)}
    onasdf-error={({ detail }) => console.log(detail.message)}
  />
);

// @ts-expect-error There is no such theme.
export const wrong = <asdf-viewer theme="sepia" />;
