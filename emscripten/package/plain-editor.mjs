import { fileURLToPath } from 'node:url';

const nodes = fileURLToPath(new URL('../../web/elements/cells/editor-nodes.ts', import.meta.url));

/** Where the editor creates elements from text, by file, and the replacement. */
const changes = [
  {
    file: /\/prism-code-editor\/dist\/core-[^/]*\.js$/,
    sign: /createTemplate = /,
    places: [
      [
        'lines[start + 1].innerHTML = newLines[start] + "\\n"',
        'lines[start + 1].replaceChildren(editorNodes(newLines[start] + "\\n"))',
      ],
      [
        'lines[insertStart + 1].insertAdjacentHTML("afterend", newHTML)',
        'lines[insertStart + 1].after(editorNodes(newHTML))',
      ],
      ['templateEl.innerHTML = html;', 'templateEl.replaceChildren(editorNodes(html));'],
    ],
  },
  {
    // HTML is only faster for undoing large insertions in Chromium and WebKit; text works too.
    file: /\/prism-code-editor\/dist\/utils-[^/]*\.js$/,
    sign: /execCommand/,
    places: [
      ['if (isChrome || isWebKit) {', 'if (false) {'],
      ['text ? "insertHTML" : "delete"', '"delete"'],
    ],
  },
];

/** The cells' editor without `innerHTML`, which Trusted Types forbid. */
export function plainEditor() {
  return {
    name: 'plain-editor',
    transform(code, id) {
      const change = changes.find(({ file, sign }) => file.test(id) && sign.test(code));
      if (!change) return null;
      const plain = change.places.reduce((text, [from, to]) => {
        if (!text.includes(from)) throw new Error(`The editor has no ${from} any more`);
        return text.replace(from, () => to);
      }, code);
      if (/innerHTML|insertAdjacentHTML|insertHTML/.test(plain)) {
        throw new Error('The editor makes elements in more places now');
      }
      return `import { editorNodes } from ${JSON.stringify(nodes)};\n${plain}`;
    },
  };
}
