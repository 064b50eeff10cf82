/**
 * Takes the indentation out of Lit's templates, which minifiers leave as it is. White space in them is
 * only a space on the page; a line break stays one.
 */
export function shortHtml() {
  return {
    name: 'short-html',
    transform(code, id) {
      if (!id.endsWith('.ts') || !/\b(html|svg)`/u.test(code)) return null;
      return withoutIndentation(code, this.parse(code, { lang: 'ts' }));
    },
  };
}

/** @param tree  the ESTree of the code */
export function withoutIndentation(code, tree) {
  const texts = [...templateTexts(tree)].sort((a, b) => a.start - b.start);
  let [result, done] = ['', 0];
  for (const { start, end } of texts) {
    result += code.slice(done, start) + code.slice(start, end).replace(/\n[ \t]+/gu, '\n');
    done = end;
  }
  return result + code.slice(done);
}

/** The texts of all templates of Lit between their expressions. */
function* templateTexts(node) {
  if (typeof node !== 'object' || node === null) return;
  if (node.type === 'TaggedTemplateExpression' && ['html', 'svg'].includes(node.tag.name)) {
    yield* node.quasi.quasis;
  }
  for (const child of Object.values(node)) yield* templateTexts(child);
}
