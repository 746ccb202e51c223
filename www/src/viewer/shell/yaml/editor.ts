/** CodeMirror for YAML in the viewer's colours, which marks errors at their line. */
import { cut } from "@asdf-wasm/science/format/format";
import type { YamlProblem } from "@asdf-wasm/science/tree/yaml";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, linter, lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** How marks of a severity look, which is the name of a colour. */
function marked(severity: "error" | "warning") {
  const color = `var(--${severity})`;
  return {
    [`.cm-lintRange-${severity}`]: { backgroundImage: "none", textDecoration: `underline wavy ${color}` },
    [`.cm-lint-marker-${severity}`]: {
      content: "''",
      width: "0.7em",
      height: "0.7em",
      borderRadius: "50%",
      backgroundColor: color,
    },
    [`.cm-diagnostic-${severity}`]: { borderLeftColor: color },
  };
}

const theme = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--ground)", color: "var(--text)", fontSize: "0.8125rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": {
    backgroundColor: "var(--ground)",
    color: "var(--muted)",
    borderRight: "1px solid var(--line)",
  },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--accent-soft) 50%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "var(--accent-soft)",
  },
  ".cm-selectionMatch, .cm-searchMatch": { backgroundColor: "var(--mark)", color: "var(--on-mark)" },
  ".cm-panels": { backgroundColor: "var(--surface)", color: "var(--text)" },
  ".cm-panels.cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-textfield": { backgroundColor: "var(--ground)", borderColor: "var(--line-strong)" },
  ".cm-button": {
    backgroundImage: "none",
    backgroundColor: "var(--surface)",
    borderColor: "var(--line-strong)",
  },
  ".cm-panel.cm-search": { padding: "var(--space-2)" },
  ".cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label": { fontSize: "0.75rem" },
  ".cm-textfield, .cm-button": { borderRadius: "var(--radius)" },
  ".cm-tooltip": { backgroundColor: "var(--surface)", border: "1px solid var(--line-strong)" },
  // CodeMirror's markers are `data:` images, which a strict content security policy blocks.
  ...marked("error"),
  ...marked("warning"),
});

const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--series-1)" },
  { tag: [tags.typeName, tags.labelName], color: "var(--series-4)" },
  { tag: tags.string, color: "var(--series-3)" },
  { tag: [tags.comment, tags.lineComment, tags.meta], color: "var(--muted)" },
]);

/** Something to mark in a text: why it cannot be read, or what a schema does not allow, at a line that is counted from 1. */
export type Mark = YamlProblem | { readonly message: string; readonly line: number };

/** `check` resolves to what is wrong with a text; `onChange` is called after every change. */
export function editorIn(
  parent: HTMLElement,
  doc: string,
  check: (text: string) => Promise<readonly Mark[]>,
  onChange: () => void,
): EditorView {
  const lint = linter(async ({ state: { doc } }): Promise<Diagnostic[]> => {
    const marks = await check(doc.toString());
    return marks.map((mark): Diagnostic => {
      const isError = "at" in mark;
      const { from, to } = isError
        ? doc.lineAt(Math.min(mark.at, doc.length))
        : doc.line(Math.min(mark.line, doc.lines));
      return { from, to, severity: isError ? "error" : "warning", message: cut(mark.message) };
    });
  });
  return new EditorView({
    parent,
    root: parent.getRootNode() as ShadowRoot,
    doc,
    extensions: [
      lineNumbers(),
      lintGutter(),
      history(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      search(),
      yaml(),
      lint,
      syntaxHighlighting(colors),
      theme,
      EditorView.contentAttributes.of({ "aria-label": "YAML", tabindex: "0" }),
      EditorView.updateListener.of(({ docChanged }) => docChanged && onChange()),
      keymap.of([...searchKeymap, ...lintKeymap, ...defaultKeymap, ...historyKeymap]),
    ],
  });
}
