/** What React's JSX accepts of the component, and of `<asdf-viewer>`. */
import { AsdfViewer } from "asdf-wasm/viewer/react";

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

export const component = (
  <AsdfViewer
    src={new URL("https://example.org/a.asdf")}
    recent
    className="wide"
    style={{ height: 400 }}
    onOpen={({ name }) => console.log(name)}
    onFailure={({ code, message }) => console.log(code, message)}
    onChange={({ path, link }) => console.log(path, link)}
    onEdit={({ label }) => console.log(label)}
  />
);

// @ts-expect-error There is no such theme.
export const wrong = <asdf-viewer theme="sepia" />;

// @ts-expect-error Nor of the component.
export const wrongComponent = <AsdfViewer theme="sepia" />;
